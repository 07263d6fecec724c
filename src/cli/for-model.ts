import { UsageError } from '../base/errors.js';
import type { WebFetchOptions } from '../tools/web-fetch.js';
import { environmentName, type FlagValues, flagName } from './flag.js';
import type { READ_FLAGS } from './options.js';

type Values = FlagValues<typeof READ_FLAGS>;
type Format = NonNullable<Values['format']>;

/** What only the view of a model has, so that asking for one of these asks for that view. */
const ONLY_FOR_MODELS = ['tool', 'section', 'onlySuccess', 'boundary'] as const satisfies readonly (keyof Values)[];

/**
 * How pages are to be printed. `--outline` asks for a model's view too, but not against another format: it may come from
 * a configuration that was written for `pageward mcp`.
 *
 * @throws UsageError `INVALID_OPTION` for a flag of a model's view beside another format: text that was to be fenced must
 * not come without.
 */
export function formatOf(values: Values): Format {
  const flag = ONLY_FOR_MODELS.find((key) => values[key] !== undefined && values[key] !== false);
  if (flag === undefined) return values.format ?? (values.outline ? 'tool' : 'markdown');
  if (values.format === undefined || values.format === 'tool') return 'tool';
  throw new UsageError(`${flagName(flag)} and --format ${values.format} exclude each other`, {
    code: 'INVALID_OPTION',
    hint: `Leave out one of them; ${environmentName(flag)} may have set it, too.`,
  });
}

/** The tool's options as the flags write them. A file has room for the whole text, unless its outline is asked for. */
export function fetchOptionsOf(values: Values): WebFetchOptions {
  const { output, timeout, outline, section, onlySuccess, boundary } = values;
  const { maxChars = output !== undefined && !outline ? Number.MAX_SAFE_INTEGER : undefined } = values;
  return {
    ...(maxChars !== undefined && { maxChars }),
    ...(timeout && { timeoutMs: timeout }),
    ...((outline || section !== undefined) && { outline: true }),
    ...(onlySuccess && { onlySuccess }),
    ...(boundary && { boundary }),
  };
}
