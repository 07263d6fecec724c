import { z } from 'zod';
import { invalidOption } from '../base/options.js';
import type { StandardSchema } from '../base/standard-schema.js';
import type { Page } from '../page/page.js';
import type { RowRules } from '../page/row-rules.js';
import { countWords } from '../page/visible-text.js';
import { rowRules } from '../reader/content.js';
import { checkRows } from '../reader/read-rows.js';

/** What pages of some addresses must be like: a contract that a crawl holds them to. */
export interface Expectation {
  /** How it is called in what is told; the pattern unless given. */
  readonly name?: string;
  /** Which pages: a glob or `re:…`, as of a crawl's `include`. */
  readonly url: string | RegExp;
  /** Also right when no page is like `url`. */
  readonly optional?: boolean;
  /** A part of the title, or `re:…`. */
  readonly title?: string;
  /** Parts of the Markdown, or `re:…`, that must be there. */
  readonly text?: string | readonly string[];
  /** What must not. */
  readonly absentText?: string | readonly string[];
  /** A CSS selector of something that is shown; so many of it (default at least one). */
  readonly selector?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** A CSS selector of what must not be shown. */
  readonly absent?: string;
  readonly minWords?: number;
  /** Rows that are taken from the page, as `extract` of a read does; at least one. */
  readonly rows?: string;
  readonly fields?: RowRules['fields'];
  /** What each row must be like: JSON Schema, or a Standard Schema such as zod's. */
  readonly schema?: StandardSchema | Readonly<Record<string, unknown>>;
}

/** How a page is otherwise than expected. */
export interface ExpectationFault {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

export interface ExpectationResult {
  readonly name: string;
  readonly ok: boolean;
  readonly faults?: readonly ExpectationFault[];
}

const some = z.union([z.string().min(1), z.array(z.string().min(1))]);
const count = z.number().int().min(0);

/** The check of {@link Expectation}. */
export const expectationSchema = z
  .strictObject({
    name: z.string().min(1).optional(),
    url: z.union([z.string().min(1), z.instanceof(RegExp)]),
    optional: z.boolean().optional(),
    title: z.string().min(1).optional(),
    text: some.optional(),
    absentText: some.optional(),
    selector: z.string().min(1).optional(),
    minItems: count.optional(),
    maxItems: count.optional(),
    absent: z.string().min(1).optional(),
    minWords: count.optional(),
    rows: z.string().min(1).optional(),
    fields: z.record(z.string(), z.unknown()).optional(),
    schema: z.record(z.string(), z.unknown()).or(z.custom<StandardSchema>(isStandardSchema)).optional(),
  })
  .refine(({ selector, minItems, maxItems }) => selector !== undefined || (minItems ?? maxItems) === undefined, {
    message: 'minItems and maxItems count what selector finds',
  })
  .refine(({ fields, rows, schema }) => fields !== undefined || (rows ?? schema) === undefined, {
    message: 'rows and schema go with fields',
  });

/** An expectation made ready: its schema can check, its rules can be asked of a read. */
export interface ReadyExpectation extends Omit<Expectation, 'schema'> {
  readonly name: string;
  readonly schema?: StandardSchema;
  /** What of the page is asked for, by the name of the field that it comes in. */
  readonly rules: RowRules['fields'];
}

/** @throws UsageError `INVALID_OPTION` */
export function readyExpectation(expectation: Expectation): ReadyExpectation {
  const { name = String(expectation.url), schema, selector, absent, rows, fields, ...rest } = expectation;
  const found = (rule: string) => ({ rows: rule, fields: { id: { attribute: 'id' } } });
  const rules = {
    ...(selector === undefined ? {} : { selector: found(selector) }),
    ...(absent === undefined ? {} : { absent: found(absent) }),
    ...(fields === undefined ? {} : { rows: { ...(rows === undefined ? {} : { rows }), fields } }),
  };
  const checked = rowRules.safeParse({ fields: rules });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw invalidOption(`expect: ${name}: ${issue?.path.join('.')}: ${issue?.message}`, 'expect');
  }
  const given = {
    ...rest,
    ...(selector && { selector }),
    ...(absent && { absent }),
    ...(rows && { rows }),
    ...(fields && { fields }),
  };
  return { ...given, name, rules, ...(schema === undefined ? {} : { schema: schemaOf(schema, name) }) };
}

function schemaOf(schema: NonNullable<Expectation['schema']>, name: string): StandardSchema {
  if (isStandardSchema(schema)) return schema;
  try {
    return z.fromJSONSchema(schema);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it is none';
    throw invalidOption(`expect: ${name}: schema: is no JSON Schema that is known here: ${reason}`, 'expect');
  }
}

function isStandardSchema(schema: unknown): schema is StandardSchema {
  return typeof schema === 'object' && schema !== null && '~standard' in schema;
}

/**
 * Holds a page to what is expected of it.
 *
 * @param found what the rules of the expectation have found in the page; nothing of what is no HTML
 */
export async function judgeExpectation(
  expectation: ReadyExpectation,
  page: Pick<Page, 'title' | 'text'>,
  found: Readonly<Record<string, unknown>>,
): Promise<ExpectationResult> {
  const { name, title, text, absentText, minWords } = expectation;
  const faults: ExpectationFault[] = [];
  const fault = (what: string, expected: string, actual: string): void => void faults.push({ what, expected, actual });
  if (title !== undefined && !isThere(title, page.title ?? '')) fault('title', title, page.title ?? '(none)');
  for (const wanted of listOf(text)) {
    if (!isThere(wanted, page.text)) fault('text', wanted, '(not on the page)');
  }
  for (const unwanted of listOf(absentText)) {
    if (isThere(unwanted, page.text)) fault('text', `without ${unwanted}`, '(on the page)');
  }
  const words = minWords === undefined ? 0 : countWords(page.text);
  if (minWords !== undefined && words < minWords) fault('words', `at least ${minWords}`, String(words));
  judgeItems(expectation, found, fault);
  await judgeRows(expectation, found, fault);
  return faults.length === 0 ? { name, ok: true } : { name, ok: false, faults };
}

type Tell = (what: string, expected: string, actual: string) => void;

function judgeItems(
  { selector, absent, minItems, maxItems }: ReadyExpectation,
  found: Readonly<Record<string, unknown>>,
  fault: Tell,
): void {
  if (selector !== undefined) {
    const items = lengthOf(found['selector']);
    const least = minItems ?? (maxItems === undefined ? 1 : 0);
    if (items < least) fault(selector, `at least ${least}`, String(items));
    if (maxItems !== undefined && items > maxItems) fault(selector, `at most ${maxItems}`, String(items));
  }
  if (absent === undefined) return;
  const unwanted = lengthOf(found['absent']);
  if (unwanted > 0) fault(absent, 'none', String(unwanted));
}

async function judgeRows(
  { fields, rows: selector, schema }: ReadyExpectation,
  found: Readonly<Record<string, unknown>>,
  fault: Tell,
): Promise<void> {
  if (fields === undefined) return;
  const given = found['rows'];
  const rows = Array.isArray(given) ? given : given === undefined ? [] : [given];
  if (rows.length === 0) fault(selector ?? 'fields', 'at least one row', '0');
  if (schema === undefined) return;
  const { faults } = await checkRows(rows, schema);
  for (const { index, path, message, value } of faults) {
    const at = [`row ${index + 1}`, ...path.map(String)].join('.');
    fault(at, message, value === undefined ? '(none)' : (JSON.stringify(value) ?? String(value)));
  }
}

function lengthOf(found: unknown): number {
  return Array.isArray(found) ? found.length : 0;
}

function listOf(some: string | readonly string[] | undefined): readonly string[] {
  return some === undefined ? [] : typeof some === 'string' ? [some] : some;
}

function isThere(wanted: string, text: string): boolean {
  return wanted.startsWith('re:') ? new RegExp(wanted.slice(3), 'u').test(text) : text.includes(wanted);
}
