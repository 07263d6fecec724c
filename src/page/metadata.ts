import { resolveWebUrl } from './base-url.js';
import { factsOfJsonLd } from './json-ld-content.js';
import type { PageMetadata } from './page.js';
import { readClaims } from './page-claims.js';
import { refreshOf } from './refresh.js';
import { relatedPages } from './related-pages.js';
import { elementsNamed, isWithin } from './walk.js';
import { collapse } from './white-space.js';

/** The title that a page gives itself, whitespace collapsed: its `<title>`, else `og:title`, else its first heading. */
export function titleOf(document: Document, { meta } = readClaims(document)): string | undefined {
  // A `<title>` inside an inline drawing names the drawing.
  const title = elementsNamed(document, 'title').find((element) => !isWithin(element, 'svg'));
  return (
    collapsed(title?.textContent) ?? meta.get('og:title') ?? collapsed(elementsNamed(document, 'h1')[0]?.textContent)
  );
}

/** What a page says about itself in its head. What is written there, with the facts of its JSON-LD where
 * that says nothing; nothing is guessed from the text. */
export function readMetadata(
  document: Document,
  base: string | undefined,
  { meta, jsonLd } = readClaims(document),
): PageMetadata {
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find((value) => value !== undefined);
  // Facebook's rule wants a profile's address where everybody else puts a name.
  const authors = ['author', 'article:author', 'dc.creator', 'parsely-author', 'sailthru.author'];
  const facts = factsOfJsonLd(jsonLd);
  const openGraph = Object.fromEntries([...meta].filter(([name]) => /^(?:og|article):/.test(name)));
  const metadata = {
    description: first('description', 'og:description', 'twitter:description') ?? facts.description,
    byline:
      authors.map((name) => meta.get(name)).find((name) => name !== undefined && !URL.canParse(name)) ?? facts.byline,
    siteName: first('og:site_name', 'application-name'),
    language: collapsed(document.documentElement.getAttribute('lang')) ?? first('content-language', 'og:locale'),
    publishedTime:
      first('article:published_time', 'og:published_time', 'datepublished', 'date', 'dc.date', 'parsely-pub-date') ??
      facts.publishedTime,
    modifiedTime:
      first('article:modified_time', 'og:updated_time', 'datemodified', 'last-modified') ?? facts.modifiedTime,
    imageUrl: resolveWebUrl(first('og:image', 'og:image:url', 'twitter:image') ?? facts.imageUrl, base),
    ...relatedPages(document, base),
    refresh: refreshOf(document, base),
    openGraph: Object.keys(openGraph).length === 0 ? undefined : openGraph,
    jsonLd: jsonLd.length === 0 ? undefined : jsonLd,
  };
  return withoutUndefined(metadata);
}

function collapsed(text: string | null | undefined): string | undefined {
  return collapse(text) || undefined;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Defined<T>;
}
