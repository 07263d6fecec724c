import { resolveWebUrl } from './base-url.js';
import type { MarkupToken } from './markup.js';
import { decodeReferences } from './plain-text.js';

/** A page, or another sitemap, as a sitemap names it. */
export interface SitemapEntry {
  readonly url: string;
  readonly isSitemap?: true;
  /** As written, if it is a date at all. */
  readonly lastModified?: string;
  readonly alternates?: readonly { readonly language: string; readonly url: string }[];
}

export interface SitemapLimits {
  readonly maxEntries: number;
  /** Of one entry. */
  readonly maxAlternates: number;
  /** The text is the beginning of a longer one. */
  readonly isPart?: boolean;
}

/** The element that says what an XML sitemap is, and the prefix that its namespace goes by. */
export interface SitemapRoot {
  readonly kind: 'index' | 'urls' | 'feed';
  readonly prefix: string;
}

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

interface EntryDraft {
  readonly isSitemap: boolean;
  url?: string;
  permalink?: string;
  lastModified?: string;
  readonly alternates: { readonly language: string; readonly url: string }[];
}

/** Collects the entries of an XML sitemap from its tags, in their order. */
export class SitemapEntryReader {
  readonly entries: SitemapEntry[] = [];
  readonly #base: string;
  readonly #limits: SitemapLimits;
  readonly #root: SitemapRoot;
  #entry: EntryDraft | undefined;
  /** The element whose words are being collected. */
  #field: string | undefined;
  #words: string[] = [];

  constructor(base: string, limits: SitemapLimits, root: SitemapRoot) {
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
    const [prefix, local] = namePartsOf(name);
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
    return local !== 'guid' || attributes.every(({ name, value }) => name !== 'ispermalink' || value === 'true');
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
export function namePartsOf(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** XML's references end with a semicolon; without one it is a sign that should have been escaped. */
function decoded(text: string): string {
  return text.replace(/&#?\w{1,8};/g, decodeReferences);
}
