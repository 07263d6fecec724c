import { z } from 'zod';
import { messageOf, type UsageError } from '../base/errors.js';
import { invalidOption } from '../base/options.js';
import type { StandardSchema } from '../base/standard-schema.js';
import type { Page } from '../page/page.js';
import type { RowRules } from '../page/row-rules.js';
import { rowRules } from '../reader/content.js';
import { jsonSchema } from '../reader/json-schema.js';
import { type TextPattern, textPattern } from './text-pattern.js';

/** What pages of some addresses must be like: a contract that a crawl holds them to. */
export interface Expectation {
  /** How it is called in what is told; the pattern unless given. No two have the same. */
  readonly name?: string;
  /** Which pages: a glob or `re:…`, as of a crawl's `include`. */
  readonly url: string | RegExp;
  /** Also right when no page is like `url`. */
  readonly optional?: boolean;
  /** How the server must answer; below 400 unless given. What is answered so is then no failure of the site. */
  readonly status?: number | readonly number[];
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

/** A page, and how it stands to what was expected of it. */
export type JudgedPage = Page & { readonly expectations?: readonly ExpectationResult[] };

export interface ExpectationTotals {
  /** Expectations that are not met, for each page by itself. */
  readonly failed: number;
  /** Pages that do not meet one or more. */
  readonly failedPages: number;
  /** Answers of 400 and above that are as expected (`status`): among the failures of the crawl, and none of the site. */
  readonly expectedFailures: number;
  /** Those, not optional ones, whose pattern no page is like. */
  readonly unmatched: readonly { readonly name: string; readonly url: string }[];
}

const some = z.union([z.string().min(1), z.array(z.string().min(1))]);
const status = z.number().int().min(100).max(599);
const count = z.number().int().min(0);

/** The check of {@link Expectation}. */
export const expectationSchema = z
  .strictObject({
    name: z.string().min(1).optional(),
    url: z.union([z.string().min(1), z.instanceof(RegExp)]),
    optional: z.boolean().optional(),
    status: z.union([status, z.array(status).min(1)]).optional(),
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
  .refine(({ minItems = 0, maxItems = minItems }) => minItems <= maxItems, {
    message: 'minItems is more than maxItems',
  })
  .refine(({ fields, rows, schema }) => fields !== undefined || (rows ?? schema) === undefined, {
    message: 'rows and schema go with fields',
  });

/** An expectation made ready: its patterns are compiled, its schema can check, its rules can be asked of a read. */
export interface ReadyExpectation extends Omit<Expectation, 'schema' | 'status' | 'title' | 'text' | 'absentText'> {
  readonly name: string;
  /** Empty: any below 400. */
  readonly statuses: readonly number[];
  readonly title: readonly TextPattern[];
  readonly text: readonly TextPattern[];
  readonly absentText: readonly TextPattern[];
  readonly schema?: StandardSchema;
  /** What of the page is asked for, by the name of the field that it comes in. */
  readonly rules: RowRules['fields'];
}

/** @throws UsageError `INVALID_OPTION` */
export async function readyExpectation(expectation: Expectation): Promise<ReadyExpectation> {
  const { name = String(expectation.url), status, title, text, absentText, schema, ...rest } = expectation;
  const { selector, absent, rows, fields } = rest;
  const rules = {
    ...(selector === undefined ? {} : { selector: { select: selector, as: 'count' as const } }),
    ...(absent === undefined ? {} : { absent: { select: absent, as: 'count' as const } }),
    ...(fields === undefined ? {} : { rows: { ...(rows === undefined ? {} : { rows }), fields } }),
  };
  const checked = rowRules.safeParse({ fields: rules });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw unfit(name, `${issue?.path.slice(1).join('.')}: ${issue?.message}`);
  }
  const patterns = (key: string, given: string | readonly string[] | undefined) =>
    listOf(given).map((source) => readyPattern(source, { name, key }));
  return {
    ...rest,
    name,
    statuses: listOf(status),
    title: patterns('title', title),
    text: patterns('text', text),
    absentText: patterns('absentText', absentText),
    rules,
    ...(schema === undefined ? {} : { schema: await schemaOf(schema, name) }),
  };
}

function readyPattern(source: string, { name, key }: { readonly name: string; readonly key: string }): TextPattern {
  try {
    return textPattern(source);
  } catch (cause) {
    throw unfit(name, `${key}: ${source} is no regular expression: ${messageOf(cause)}`);
  }
}

async function schemaOf(schema: NonNullable<Expectation['schema']>, name: string): Promise<StandardSchema> {
  if (isStandardSchema(schema)) return schema;
  try {
    return await jsonSchema(schema);
  } catch (cause) {
    throw unfit(name, `schema: is no JSON Schema that can be used: ${messageOf(cause)}`);
  }
}

function isStandardSchema(schema: unknown): schema is StandardSchema {
  // Those of ArkType are functions.
  return (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema;
}

function unfit(name: string, problem: string): UsageError {
  return invalidOption(`expect: ${name}: ${problem}`, 'expect');
}

function listOf<Item extends string | number>(some: Item | readonly Item[] | undefined): readonly Item[] {
  return some === undefined ? [] : typeof some === 'object' ? some : [some];
}
