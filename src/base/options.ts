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
  const name = path.length === 0 ? 'options' : path.join('.');
  // All options together may hold secrets, and say nothing that the message does not.
  const got = path.length === 0 ? '' : ` (got ${show(valueAt(options, path))})`;
  throw new UsageError(`${owner}: ${name}: ${issue?.message ?? 'is not valid'}${got}`, {
    code: 'INVALID_OPTION',
    hint: `Mend the option ${name}, or leave it out for its default.`,
    details: { option: name },
  });
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
