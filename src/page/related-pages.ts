import { LIMITS } from '../base/limits.js';
import { resolveWebUrl } from './base-url.js';
import type { AlternatePage, PageMetadata } from './page.js';
import { elementsNamed } from './walk.js';

/** The pages that a document's `<link>` elements relate it to. */
export function relatedPages(
  document: Document,
  base: string | undefined,
): Pick<PageMetadata, 'canonicalUrl' | 'prevUrl' | 'nextUrl' | 'alternates'> {
  const links = elementsNamed(document, 'link');
  const urlOf = (...relations: string[]): string | undefined => {
    const link = links.find((link) => relations.some((relation) => isRelated(link, relation)));
    return resolveWebUrl(link?.getAttribute('href'), base);
  };
  const canonicalUrl = urlOf('canonical');
  const prevUrl = urlOf('prev', 'previous');
  const nextUrl = urlOf('next');
  const alternates = links
    // An alternate style sheet is no page, and the canonical page no other.
    .filter((link) => isRelated(link, 'alternate') && !isRelated(link, 'stylesheet') && !isRelated(link, 'canonical'))
    .slice(0, LIMITS.alternates)
    .flatMap((link) => alternateOf(link, base));
  return {
    ...(canonicalUrl === undefined ? {} : { canonicalUrl }),
    ...(prevUrl === undefined ? {} : { prevUrl }),
    ...(nextUrl === undefined ? {} : { nextUrl }),
    ...(alternates.length === 0 ? {} : { alternates }),
  };
}

function isRelated(link: Element, relation: string): boolean {
  return (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/).includes(relation);
}

function alternateOf(link: Element, base: string | undefined): AlternatePage[] {
  const url = resolveWebUrl(link.getAttribute('href'), base);
  if (url === undefined) return [];
  const language = link.getAttribute('hreflang')?.trim();
  const mediaType = link.getAttribute('type')?.trim().toLowerCase();
  const title = link.getAttribute('title')?.trim();
  return [{ url, ...(language ? { language } : {}), ...(mediaType ? { mediaType } : {}), ...(title ? { title } : {}) }];
}
