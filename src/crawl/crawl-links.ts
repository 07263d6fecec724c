import type { Page } from '../page/page.js';
import type { FoundLink } from './frontier-events.js';

/** The links of a page that a crawl follows, as the frontier is told of them. */
export function followedLinks({ links = [] }: Page, { skipNofollow }: { readonly skipNofollow: boolean }): FoundLink[] {
  const isFollowed = ({ rel = '' }: FoundLink) => !skipNofollow || !/\bnofollow\b/.test(rel);
  return links.filter(isFollowed).map(({ url, text, rel }) => ({ url, text, ...(rel === undefined ? {} : { rel }) }));
}

/** A link as a journal has it. */
export function asLink(link: string | FoundLink): FoundLink {
  return typeof link === 'string' ? { url: link } : link;
}
