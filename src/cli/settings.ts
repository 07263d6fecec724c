import { UsageError } from '../base/errors.js';
import { environmentName, type FlagTable, type FlagValues, flagName, parseFlag } from './flag.js';
import { readJsonFile } from './json-file.js';

/** What was written for each key, before it is parsed. */
export type Written = Readonly<Record<string, readonly string[]>>;

/**
 * The values of a command's flags: command line over environment over configuration file. What nobody wrote is absent,
 * and the default is left to whoever uses the value.
 *
 * @throws UsageError `INVALID_OPTION` naming the flag, variable or key
 */
export async function resolveSettings<Table extends FlagTable>(
  table: Table,
  sources: { readonly flags: Written; readonly env: NodeJS.ProcessEnv; readonly knownKeys: ReadonlySet<string> },
): Promise<FlagValues<Table>> {
  const { flags, env, knownKeys } = sources;
  const configFile = flags['config']?.[0] ?? env[environmentName('config')];
  const config = configFile ? await readConfig(configFile, knownKeys) : {};
  const values: Record<string, unknown> = {};
  for (const [key, flag] of Object.entries(table)) {
    const variable = environmentName(key);
    const fromEnv = env[variable];
    const written = flags[key];
    if (written !== undefined) {
      values[key] = parseFlag(flag, written, flagName(key));
    } else if (fromEnv !== undefined && fromEnv !== '') {
      const parts = flag.separator ? fromEnv.split(flag.separator).filter((part) => part !== '') : [fromEnv];
      values[key] = parseFlag(flag, parts, variable);
    } else if (config[key] !== undefined) {
      values[key] = parseFlag(flag, config[key], `${configFile}: ${key}`);
    }
  }
  // Each value was made by the parser of its own flag.
  return values as FlagValues<Table>;
}

/**
 * Reads a configuration file: a JSON object whose keys are flags in camelCase, for every command at once.
 *
 * @throws UsageError `INVALID_OPTION`
 */
async function readConfig(file: string, knownKeys: ReadonlySet<string>): Promise<Written> {
  const fail = (problem: string, cause?: unknown): UsageError =>
    new UsageError(`${file}: ${problem}`, { code: 'INVALID_OPTION', hint: 'Mend the configuration file.', cause });
  const config = await readJsonFile(file, fail);
  if (typeof config !== 'object' || config === null || Array.isArray(config)) throw fail('is not a JSON object');
  const written: Record<string, readonly string[]> = {};
  for (const [key, value] of Object.entries(config)) {
    if (key === '$schema') continue;
    if (!knownKeys.has(key))
      throw fail(`unknown key ${JSON.stringify(key)}; the keys are ${[...knownKeys].join(', ')}`);
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    const scalars = parts.filter((part) => ['string', 'number', 'boolean'].includes(typeof part));
    if (scalars.length < parts.length) throw fail(`${key}: must be a text, number, boolean or a list of them`);
    written[key] = scalars.map(String);
  }
  return written;
}
