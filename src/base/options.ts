import type { ZodType, z } from 'zod';
import { UsageError } from './errors.js';
import { nearestName } from './nearest-name.js';

/**
 * Checks an options object at the door of whatever takes it.
 *
 * @throws UsageError `INVALID_OPTION` naming the owner, the option, the rule and the value; of an option that there is
 * not, the one that was likely meant.
 */
export function checkOptions<T>(schema: ZodType<T>, options: unknown, owner: string): T {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  const { path, ...issue } = tellingIssue(result.error.issues);
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const name = [...path, key].join('.');
    const meant = nearestName(key, keysAt(schema, path));
    const hint = meant === undefined ? `Leave ${name} out, or look up how it is spelt.` : `Did you mean ${meant}?`;
    throw invalidOption(`${owner}: ${name}: is not an option`, name, hint);
  }
  const name = path.length === 0 ? 'options' : path.join('.');
  const isSecret = path.length === 0 || path.some((step) => SECRET.has(step));
  const got = isSecret ? '' : ` (got ${show(valueAt(options, path))})`;
  throw invalidOption(
    `${owner}: ${name}: ${issue.message}${got}`,
    name,
    `Mend the option ${name}, or leave it out for its default.`,
  );
}

/** An option that is not as it must be, for rules that no schema can say. */
export function invalidOption(message: string, option: string, hint?: string): UsageError {
  return new UsageError(message, {
    code: 'INVALID_OPTION',
    ...(hint === undefined ? {} : { hint }),
    details: { option },
  });
}

/** Not to be quoted: they carry keys, sessions and what is typed into fields. */
const SECRET: ReadonlySet<string> = new Set([
  'headers',
  'apiKey',
  'extraHTTPHeaders',
  'proxy',
  'storageState',
  'cookies',
  'httpCredentials',
  'clientCertificates',
  'form',
  'value',
]);

type Issue = { readonly path: string[]; readonly message: string } & (
  | { readonly code: 'unrecognized_keys'; readonly keys: readonly string[] }
  | { readonly code: 'other' }
);

/** The most telling issue; of a value that may have several shapes, that of the shape which it comes nearest to. */
function tellingIssue(issues: readonly z.core.$ZodIssue[], above: readonly string[] = []): Issue {
  // What is missing may be there under another name.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const path = [...above, ...(issue?.path.map(String) ?? [])];
  if (issue?.code === 'invalid_union') {
    const near = issue.errors.filter(([first]) => first?.code === 'unrecognized_keys' || (first?.path.length ?? 0) > 0);
    const [nearest = []] = near.sort((one, other) => distance(one) - distance(other));
    if (nearest.length > 0) return tellingIssue(nearest, path);
  }
  const message = issue?.message ?? 'is not valid';
  if (issue?.code === 'unrecognized_keys') return { path, message, code: issue.code, keys: issue.keys };
  return { path, message, code: 'other' };
}

/** How far a value is from a shape: keys of its own that the shape does not have weigh most. */
function distance(issues: readonly z.core.$ZodIssue[]): number {
  const strangers = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  return strangers.length * 1_000 + issues.length;
}

/** The keys that a schema knows at a path, of every shape that it allows there. */
function keysAt(schema: unknown, [step, ...rest]: readonly string[]): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('element' in schema) return keysAt(schema.element, rest);
  if ('unwrap' in schema && typeof schema.unwrap === 'function') {
    return keysAt(schema.unwrap(), step === undefined ? [] : [step, ...rest]);
  }
  if ('options' in schema && Array.isArray(schema.options)) {
    return schema.options.flatMap((option) => keysAt(option, step === undefined ? [] : [step, ...rest]));
  }
  if (!('shape' in schema) || typeof schema.shape !== 'object' || schema.shape === null) return [];
  return step === undefined ? Object.keys(schema.shape) : keysAt(Reflect.get(schema.shape, step), rest);
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
