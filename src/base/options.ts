import type { ZodType } from 'zod';
import { UsageError } from './errors.js';

/**
 * Checks an options object at the door of whatever takes it.
 *
 * @throws UsageError `INVALID_OPTION` naming the owner, the option, the rule and the value.
 */
export function checkOptions<T>(schema: ZodType<T>, options: unknown, owner: string): T {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const name = [...path, ...issue.keys.slice(0, 1)].join('.');
    throw invalid(`${owner}: ${name}: is not an option`, name, `Leave ${name} out, or look up how it is spelt.`);
  }
  const name = path.length === 0 ? 'options' : path.join('.');
  const got = path.length === 0 || SECRET.has(path[0] ?? '') ? '' : ` (got ${show(valueAt(options, path))})`;
  const message = `${owner}: ${name}: ${issue?.message ?? 'is not valid'}${got}`;
  throw invalid(message, name, `Mend the option ${name}, or leave it out for its default.`);
}

/** Not to be quoted: they carry keys and sessions. */
const SECRET: ReadonlySet<string> = new Set(['headers', 'proxy', 'storageState']);

function invalid(message: string, option: string, hint: string): UsageError {
  return new UsageError(message, { code: 'INVALID_OPTION', hint, details: { option } });
}

function valueAt(options: unknown, path: readonly string[]): unknown {
  let value = options;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  const text = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
