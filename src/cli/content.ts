import type { ContentOptions } from '../page/content-options.js';
import type { FlagValues } from './flag.js';
import type { CONTENT_FLAGS } from './options.js';

/** What of a page is wanted, as the flags write it. */
export function contentOptionsOf({ selector, exclude, links }: FlagValues<typeof CONTENT_FLAGS>): ContentOptions {
  return { ...(selector && { include: selector }), ...(exclude && { exclude }), ...(links && { links }) };
}
