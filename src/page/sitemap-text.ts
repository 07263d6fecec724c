import { asUrl } from '../base/url.js';
import { scanMarkup } from './markup.js';
import {
  namePartsOf,
  type SitemapEntry,
  SitemapEntryReader,
  type SitemapLimits,
  type SitemapRoot,
} from './sitemap-entries.js';

export interface SitemapText {
  /** `none`: it is no sitemap. */
  readonly kind: SitemapRoot['kind'] | 'text' | 'none';
  readonly entries: readonly SitemapEntry[];
  /** There were more than `maxEntries`. */
  readonly isCut: boolean;
}

/** What PHP and proxies print before a sitemap is passed over so far. */
const ROOT_WITHIN_TAGS = 20;

const KINDS: ReadonlyMap<string, SitemapRoot['kind']> = new Map([
  ['urlset', 'urls'],
  ['sitemapindex', 'index'],
  ['rss', 'feed'],
  ['rdf', 'feed'],
  ['feed', 'feed'],
]);

/**
 * Reads a sitemap of whatever form sites have: sitemaps.org's XML with its indexes, RSS and Atom, or a line for each URL.
 * By tags and not by a tree, so that what is not well-formed gives all that it can; linear in the text. Elements of other
 * namespaces (images, news, video) are passed over.
 *
 * @param base its own URL, for what it writes relative to it
 */
export function readSitemapText(text: string, base: string, limits: SitemapLimits): SitemapText {
  const root = rootOf(text);
  if (root === undefined) return readLines(text, limits);
  const reader = new SitemapEntryReader(base, limits, root);
  for (const token of scanMarkup(text, { isXml: true })) {
    reader.take(token, text);
    if (reader.isFull) break;
  }
  reader.end();
  return { kind: root.kind, entries: reader.entries.slice(0, limits.maxEntries), isCut: reader.isFull };
}

/** The element that says what the text is. Undefined where there is none before a page begins. */
function rootOf(text: string): SitemapRoot | undefined {
  let tags = 0;
  for (const { kind, name } of scanMarkup(text, { isXml: true })) {
    if (kind !== 'open') continue;
    tags += 1;
    const [prefix, local] = namePartsOf(name);
    if (local === 'html' || tags > ROOT_WITHIN_TAGS) return undefined;
    const known = KINDS.get(local);
    if (known !== undefined) return { kind: known, prefix };
  }
  return undefined;
}

/** A sitemap as plain text is nothing but URLs, each on its line. A line that is none is left out. */
function readLines(text: string, { maxEntries, isPart }: SitemapLimits): SitemapText {
  const lines = text.replace(/^\ufeff/, '').split(/[\r\n]+/);
  if (isPart) lines.pop();
  const urls = lines.map((line) => line.trim()).filter((line) => /^https?:\/\/\S+$/i.test(line));
  const first = lines.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('#'));
  if (first === undefined || first !== urls[0]) return { kind: 'none', entries: [], isCut: false };
  const entries = urls.slice(0, maxEntries).flatMap((url) => {
    const href = asUrl(url)?.href;
    return href === undefined ? [] : [{ url: href }];
  });
  return { kind: 'text', entries, isCut: urls.length > maxEntries };
}
