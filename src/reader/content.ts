import { z } from 'zod';
import { checkOptions } from '../base/options.js';
import type { ContentOptions } from '../page/content-options.js';
import { isSelector } from '../page/selector-syntax.js';

/** {@link ContentOptions} with their defaults filled in: all that decides what text a document gives. */
export type Content = Readonly<Required<ContentOptions>>;

const selectors = z.array(z.string().refine(isSelector, 'is not a CSS selector')).default([]);

/** The checks of {@link ContentOptions}. */
export const contentShape = {
  content: z.enum(['main', 'full']).default('main'),
  include: selectors,
  exclude: selectors,
  links: z.enum(['inline', 'referenced']).default('inline'),
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
