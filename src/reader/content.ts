import { z } from 'zod';
import { checkOptions } from '../base/options.js';
import type { ContentOptions } from '../page/content-options.js';
import type { FieldRule, RowRules } from '../page/row-rules.js';
import { isSelector } from '../page/selector-syntax.js';

/** {@link ContentOptions} with their defaults filled in: all that decides what text a document gives. */
export type Content = Readonly<Required<Omit<ContentOptions, 'extract'>> & Pick<ContentOptions, 'extract'>>;

const selector = z.string().refine(isSelector, 'is not a CSS selector');
const selectors = z.array(selector).default([]);

const valueRule = z
  .strictObject({
    select: selector.exactOptional(),
    attribute: z.string().min(1).exactOptional(),
    as: z.enum(['text', 'number', 'url', 'count']).exactOptional(),
    decimal: z.enum(['.', ',']).exactOptional(),
    all: z.boolean().exactOptional(),
  })
  .refine(({ as, decimal }) => decimal === undefined || as === 'number', 'decimal goes with as: "number"')
  .refine(({ as, attribute, all }) => as !== 'count' || (attribute ?? all) === undefined, {
    message: 'as: "count" counts what select finds, and goes with neither attribute nor all',
  });

const fieldRule: z.ZodType<FieldRule> = z.lazy(() => z.union([selector, valueRule, rowRules]));

/** The check of {@link RowRules}. */
export const rowRules: z.ZodType<RowRules> = z.strictObject({
  rows: selector.exactOptional(),
  fields: z
    .unknown()
    // An object that is made of it would not have it.
    .refine(
      (fields) => typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, '__proto__'),
      '__proto__ is no name of a field',
    )
    .pipe(z.record(z.string().min(1), fieldRule)),
});

/** The checks of {@link ContentOptions}. */
export const contentShape = {
  content: z.enum(['main', 'full']).default('main'),
  include: selectors,
  exclude: selectors,
  links: z.enum(['inline', 'referenced']).default('inline'),
  extract: rowRules.exactOptional(),
} satisfies Record<keyof ContentOptions, z.ZodType>;

const contentSchema = z.object(contentShape);

/** @throws UsageError `INVALID_OPTION`, also for what is no CSS selector. */
export function contentOf(options: ContentOptions, owner: string): Content {
  return checkOptions(contentSchema, options, owner);
}

/** Whether only a part of the document is wanted that the operator named. */
export function isSelective({ include, exclude }: Content): boolean {
  return include.length > 0 || exclude.length > 0;
}
