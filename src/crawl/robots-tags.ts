import type { Page } from '../page/page.js';

/** What a page asks of those who keep it and follow it. */
export interface RobotsTags {
  /** Not to be kept: a crawl reads the page for its links, records it, and writes nothing of its content. */
  readonly noindex: boolean;
  /** Its links are not to be followed. */
  readonly nofollow: boolean;
}

/**
 * What a page asks of a crawler by `<meta name="robots">` (or the crawler's own name) and `X-Robots-Tag`. What is said to
 * all and what is said to this crawler add up; the stricter wins.
 *
 * @param now for `unavailable_after`, in milliseconds since 1970
 */
export function robotsTagsOf(_page: Page, _productToken: string, _now: number): RobotsTags {
  return { noindex: false, nofollow: false };
}
