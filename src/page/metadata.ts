import { isStartPage, resolveWebUrl } from './base-url.js';
import { bylineOf } from './byline.js';
import { linesAtHeading } from './heading-lines.js';
import { factsOfJsonLd } from './json-ld-content.js';
import type { PageMetadata } from './page.js';
import { type PageClaims, readClaims } from './page-claims.js';
import { pageDates } from './page-dates.js';
import { pageTitle } from './page-title.js';
import { refreshOf } from './refresh.js';
import { relatedPages } from './related-pages.js';
import { robotsDirectives } from './robots-directives.js';
import { siteNamesOf } from './site-names.js';
import { collapse } from './white-space.js';

/** What a page says about itself. */
export interface PageFacts {
  readonly title?: string;
  readonly metadata: PageMetadata;
}

/**
 * Reads title and metadata of a document that still has its head: what it says of itself there, in JSON-LD and in
 * microdata, and what a reader sees at its heading. Changes nothing.
 *
 * @param base what its relative addresses are relative to
 */
export function readFacts(
  document: Document,
  base: string | undefined,
  claims: PageClaims = readClaims(document),
): PageFacts {
  const { meta, jsonLd } = claims;
  const site = siteNamesOf(claims, base);
  const title = pageTitle(document, claims, site, isStartPage(base));
  const lines = linesAtHeading(document, title);
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find((value) => value !== undefined);
  const facts = factsOfJsonLd(jsonLd);
  const openGraph = propertiesIn(meta, /^(?:og|article|product|book|profile|video|music):/);
  const robots = robotsDirectives(document);
  const twitter = propertiesIn(meta, /^twitter:/);
  const metadata = {
    description: first('description', 'og:description', 'twitter:description') ?? facts.description,
    byline: bylineOf({ claims, site, lines }),
    siteName: site.siteName,
    language: collapse(document.documentElement.getAttribute('lang')) || first('content-language', 'og:locale'),
    ...pageDates(claims, lines, base),
    imageUrl: resolveWebUrl(
      first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src', 'thumbnail') ??
        facts.imageUrl,
      base,
    ),
    ...relatedPages(document, base),
    refresh: refreshOf(document, base),
    robots: robots.length === 0 ? undefined : robots,
    openGraph,
    twitter,
    jsonLd: jsonLd.length === 0 ? undefined : jsonLd,
  };
  return { ...(title === undefined ? {} : { title }), metadata: withoutUndefined(metadata) };
}

function propertiesIn(meta: ReadonlyMap<string, string>, names: RegExp): Record<string, string> | undefined {
  const found = [...meta].filter(([name]) => names.test(name));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Defined<T>;
}
