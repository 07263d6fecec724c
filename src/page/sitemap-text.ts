import { asUrl } from '../base/url.js';
import { resolveWebUrl } from './base-url.js';
import { type MarkupToken, scanMarkup } from './markup.js';
import { decodeReferences } from './plain-text.js';

/** A page, or another sitemap, as a sitemap names it. */
export interface SitemapEntry {
  readonly url: string;
  readonly isSitemap?: true;
  /** As written, if it is a date at all. */
  readonly lastModified?: string;
  readonly alternates?: readonly { readonly language: string; readonly url: string }[];
}

export interface SitemapText {
  /** `none`: it is no sitemap. */
  readonly kind: 'index' | 'urls' | 'feed' | 'text' | 'none';
  readonly entries: readonly SitemapEntry[];
  /** There were more than `maxEntries`. */
  readonly isCut: boolean;
}

export interface SitemapLimits {
  readonly maxEntries: number;
  /** Of one entry. */
  readonly maxAlternates: number;
  /** The text is the beginning of a longer one. */
  readonly isPart?: boolean;
}

/** What PHP and proxies print before a sitemap is passed over so far. */
const ROOT_WITHIN_CHARS = 8_192;

const KINDS: ReadonlyMap<string, SitemapText['kind']> = new Map([
  ['urlset', 'urls'],
  ['sitemapindex', 'index'],
  ['rss', 'feed'],
  ['rdf', 'feed'],
  ['feed', 'feed'],
]);

/** The picture of a feed has a `url` too. */
const SITEMAP_ENTRIES: ReadonlySet<string> = new Set(['url', 'sitemap']);
const FEED_ENTRIES: ReadonlySet<string> = new Set(['item', 'entry']);

/** What is taken of an entry, by the element that says it. */
const FIELDS: ReadonlyMap<string, 'url' | 'permalink' | 'lastModified'> = new Map([
  ['loc', 'url'],
  ['link', 'url'],
  ['guid', 'permalink'],
  ['lastmod', 'lastModified'],
  ['pubdate', 'lastModified'],
  ['updated', 'lastModified'],
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
  const reader = new EntryReader(base, limits, root);
  for (const token of scanMarkup(text, { isXml: true })) {
    reader.take(token, text);
    if (reader.isFull) break;
  }
  reader.end();
  return { kind: root.kind, entries: reader.entries.slice(0, limits.maxEntries), isCut: reader.isFull };
}

/** The element that says what the text is. Undefined where there is none before a page begins. */
function rootOf(text: string): Root | undefined {
  for (const { kind, name } of scanMarkup(text.slice(0, ROOT_WITHIN_CHARS), { isXml: true })) {
    if (kind !== 'open') continue;
    const [prefix, local] = partsOf(name);
    if (local === 'html') return undefined;
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

interface Root {
  readonly kind: SitemapText['kind'];
  readonly prefix: string;
}

interface EntryDraft {
  readonly isSitemap: boolean;
  url?: string;
  permalink?: string;
  lastModified?: string;
  readonly alternates: { readonly language: string; readonly url: string }[];
}

class EntryReader {
  readonly entries: SitemapEntry[] = [];
  readonly #base: string;
  readonly #limits: SitemapLimits;
  readonly #root: Root;
  #entry: EntryDraft | undefined;
  /** The element whose words are being collected. */
  #field: string | undefined;
  #words: string[] = [];

  constructor(base: string, limits: SitemapLimits, root: Root) {
    this.#base = base;
    this.#limits = limits;
    this.#root = root;
  }

  get #isFeed(): boolean {
    return this.#root.kind === 'feed';
  }

  get isFull(): boolean {
    return this.entries.length > this.#limits.maxEntries;
  }

  take(token: MarkupToken, text: string): void {
    const { kind, name, start, end } = token;
    if (kind === 'text') this.#write(decoded(text.slice(start, end)));
    if (kind === 'comment' && text.startsWith('<![CDATA[', start)) {
      this.#write(text.slice(start + 9, end).replace(/\]\]>$/, ''));
    }
    if (kind !== 'open' && kind !== 'close') return;
    // Whatever tag comes ends a field: none of them holds elements, and some are never closed.
    this.#endField();
    const [prefix, local] = partsOf(name);
    const isOwn = prefix === '' || prefix === this.#root.prefix;
    if (kind === 'open' && local === 'link') this.#takeLink(token, isOwn);
    if (!isOwn) return;
    if ((this.#isFeed ? FEED_ENTRIES : SITEMAP_ENTRIES).has(local)) {
      this.#endEntry();
      if (kind === 'open') this.#entry = { isSitemap: local === 'sitemap', alternates: [] };
    } else if (kind === 'open' && FIELDS.has(local) && !token.isClosed && this.#isTaken(token, local)) {
      this.#field = local;
    }
  }

  /** What is being said at the end of the text was cut off, and is not what was meant. */
  end(): void {
    this.#field = undefined;
    this.#endEntry();
  }

  #endEntry(): void {
    this.#endField();
    const entry = this.#entry;
    this.#entry = undefined;
    const url = entry?.url ?? entry?.permalink;
    if (entry === undefined || url === undefined) return;
    const { isSitemap, lastModified, alternates } = entry;
    this.entries.push({
      url,
      ...(isSitemap ? { isSitemap } : {}),
      ...(lastModified === undefined ? {} : { lastModified }),
      ...(alternates.length === 0 ? {} : { alternates }),
    });
  }

  #isTaken({ attributes }: MarkupToken, local: string): boolean {
    const isLink = attributes.every(({ name, value }) => name !== 'ispermalink' || value === 'true');
    return local !== 'guid' || isLink;
  }

  #write(words: string): void {
    if (this.#field !== undefined) this.#words.push(words);
  }

  #endField(): void {
    const field = FIELDS.get(this.#field ?? '');
    const words = this.#words.join('').trim();
    this.#field = undefined;
    this.#words = [];
    const entry = this.#entry;
    if (field === undefined || entry === undefined || words === '') return;
    if (field === 'lastModified') {
      if (!Number.isNaN(Date.parse(words))) entry.lastModified ??= words;
      return;
    }
    const url = resolveWebUrl(words, this.#base);
    if (url !== undefined) entry[field] ??= url;
  }

  /** Atom's link to the entry's page, and sitemaps' links to the page in other languages, in whatever namespace. */
  #takeLink({ attributes }: MarkupToken, isOwn: boolean): void {
    const entry = this.#entry;
    const written = (name: string) => {
      const attribute = attributes.find((candidate) => candidate.name === name);
      return attribute === undefined ? undefined : decoded(attribute.value).trim();
    };
    const url = resolveWebUrl(written('href'), this.#base);
    if (entry === undefined || url === undefined || (written('rel') ?? 'alternate') !== 'alternate') return;
    const language = written('hreflang');
    if (this.#isFeed) {
      if (isOwn) entry.url ??= url;
    } else if (language && entry.alternates.length < this.#limits.maxAlternates) {
      entry.alternates.push({ language, url });
    }
  }
}

/** Prefix and local name of an element. */
function partsOf(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** XML's references end with a semicolon; without one it is a sign that should have been escaped. */
function decoded(text: string): string {
  return text.replace(/&#?\w{1,8};/g, decodeReferences);
}
