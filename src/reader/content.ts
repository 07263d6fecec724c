import { z } from 'zod';
import { checkOptions } from '../base/options.js';
import type { ContentOptions } from '../page/content-options.js';
import { runDomJob } from './dom.js';
import type { DomJobOptions } from './dom-pool.js';

/** {@link ContentOptions} with their defaults filled in: all that decides what text a document gives. */
export type Content = Readonly<Required<ContentOptions>>;

const selectors = z.array(z.string().min(1)).default([]);

const contentSchema = z.object({
  content: z.enum(['main', 'full']).default('main'),
  include: selectors,
  exclude: selectors,
  links: z.enum(['inline', 'referenced']).default('inline'),
});

/** @throws UsageError `INVALID_OPTION`; whether selectors can be read, {@link checkSelectors} tells. */
export function contentOf(options: ContentOptions, owner: string): Content {
  return checkOptions(contentSchema, options, owner);
}

/** Whether only a part of the document is wanted that the operator named. */
export function isSelective({ include, exclude }: Content): boolean {
  return include.length > 0 || exclude.length > 0;
}

/**
 * Lets a DOM read the selectors, before anything is loaded for them.
 *
 * @throws UsageError `INVALID_OPTION` naming the one that it cannot read.
 */
export async function checkSelectors(content: Content, job: DomJobOptions): Promise<void> {
  if (isSelective(content)) await runDomJob('html', { body: '', ...content }, job);
}
