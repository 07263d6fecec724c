import { createHash } from 'node:crypto';
import type { Page } from '../page/page.js';
import type { CrawlOptions } from './crawl-options.js';
import { fingerprintOf } from './fingerprint.js';
import type { FoundLink } from './frontier-events.js';
import type { Scope } from './scope.js';
import { lonelySign } from './traps.js';
import { type KeyedUrl, urlKey } from './url-key.js';

/** A URL as Redis takes it in: its id, the URL, its host. */
export type PageLinkIn = readonly [id: string, url: string, host: string];

/** What Redis is told of a URL that was read, and decides by. */
export interface PageCommit {
  readonly kind: 'page' | 'failure' | 'skipped';
  readonly depth: number;
  readonly finalId: string;
  readonly finalHost: string;
  /** What its `rel=canonical` names, where that may be believed; or empty. */
  readonly canonicalId: string;
  /** A hash of title and text; empty where there is none. */
  readonly content: string;
  readonly words: number;
  /** With fewer words two pages may well have the same ones. */
  readonly leastWords: number;
  readonly bytes: number;
  readonly rendered: boolean;
  readonly reason: string;
  readonly repeatsFollowed: number;
  /** Where its links are. */
  readonly at: string;
  readonly links: readonly PageLinkIn[];
}

const NOTHING: PageCommit = {
  kind: 'failure',
  depth: 0,
  finalId: '',
  finalHost: '',
  canonicalId: '',
  content: '',
  words: 0,
  leastWords: 25,
  bytes: 0,
  rendered: false,
  reason: '',
  repeatsFollowed: 20,
  at: '',
  links: [],
};

/** A URL that is left aside, as it is told. */
export interface LeftAside {
  readonly url: string;
  readonly reason: string;
  readonly detail?: string;
}

export interface LinkRulesOptions extends Pick<CrawlOptions, 'hashRoutes' | 'dropParams' | 'keepParams' | 'maxDepth'> {
  readonly scope: Scope;
  readonly seeds: readonly string[];
}

/** 128 bits of the name of a URL: what Redis knows it by. */
export function idOfKey(key: string): string {
  return createHash('sha256').update(key).digest().subarray(0, 16).toString('base64url');
}

/** Which URLs of a crawl are whose, by their addresses alone: what every process of it judges alike. */
export class LinkRules {
  readonly #options: LinkRulesOptions;
  readonly #seeds: ReadonlySet<string>;

  constructor(options: LinkRulesOptions) {
    this.#options = options;
    this.#seeds = new Set(options.seeds.flatMap((seed) => this.named(seed)?.[0] ?? []));
  }

  /** The key of a URL; undefined for what is not of the web. */
  keyed(url: string): KeyedUrl | undefined {
    const keyed = urlKey(url, this.#options);
    // Whether such places are pages takes their texts, which are not in one process.
    if (keyed === undefined || keyed.route === '' || this.#options.hashRoutes === 'always') return keyed;
    return { key: keyed.key.split('#', 1)[0] ?? '', url: keyed.url.split('#', 1)[0] ?? '', route: '' };
  }

  named(url: string): PageLinkIn | undefined {
    const keyed = this.keyed(url);
    return keyed === undefined ? undefined : [idOfKey(keyed.key), keyed.url, new URL(keyed.url).host];
  }

  /** Links to be read, and those that are not, each once. */
  sort(links: readonly FoundLink[], depth: number): { readonly wanted: PageLinkIn[]; readonly aside: LeftAside[] } {
    const wanted = new Map<string, PageLinkIn>();
    const aside = new Map<string, LeftAside>();
    for (const { url } of links) {
      const keyed = this.keyed(url);
      if (keyed === undefined) continue;
      const id = idOfKey(keyed.key);
      if (wanted.has(id) || aside.has(id)) continue;
      const left = this.#seeds.has(id) ? undefined : this.#leftAside(keyed, depth);
      if (left === undefined) wanted.set(id, [id, keyed.url, new URL(keyed.url).host]);
      else aside.set(id, left);
    }
    return { wanted: [...wanted.values()], aside: [...aside.values()] };
  }

  /** Why the address at which a read ended is not the crawl's to record. */
  faultOf(asked: string, finalUrl: string): string | undefined {
    const [askedId] = this.named(asked) ?? [];
    const keyed = this.keyed(finalUrl);
    if (keyed === undefined) return 'not-web';
    if (idOfKey(keyed.key) === askedId) return undefined;
    const { scope } = this.#options;
    const url = new URL(keyed.url);
    if (askedId === undefined || !this.#seeds.has(askedId)) return scope.judge(url);
    return scope.reaches(url) ? undefined : 'outside';
  }

  /** What a page that was read is to be judged by. `links` are those that may be followed. */
  commitOf(asked: PageLinkIn, page: Page, links: readonly PageLinkIn[]): PageCommit {
    const [finalId, , finalHost] = this.named(page.url) ?? asked;
    const { hash = '', words = 0 } = page.text === '' ? {} : fingerprintOf(page);
    const canonical = this.#canonicalOf(page);
    return {
      ...NOTHING,
      kind: 'page',
      finalId,
      finalHost,
      canonicalId: canonical?.[0] ?? '',
      content: hash,
      words,
      bytes: Buffer.byteLength(page.text),
      rendered: page.rendered ?? false,
      at: page.url,
      links: canonical === undefined ? links : [...links, canonical],
    };
  }

  #canonicalOf({ url, metadata }: Page): PageLinkIn | undefined {
    const claimed = metadata?.canonicalUrl;
    const named = claimed === undefined ? undefined : this.named(claimed);
    if (named === undefined) return undefined;
    const { scope } = this.#options;
    const target = new URL(named[1]);
    return scope.isSameSite(target, new URL(url)) && scope.judge(target) === undefined ? named : undefined;
  }

  #leftAside({ key, url }: KeyedUrl, depth: number): LeftAside | undefined {
    const reason = this.#options.scope.judge(new URL(url));
    if (reason !== undefined) return { url, reason };
    const sign = lonelySign(key);
    if (sign !== undefined) return { url, reason: 'trap', detail: sign.kind };
    return depth > (this.#options.maxDepth ?? Number.POSITIVE_INFINITY) ? { url, reason: 'too-deep' } : undefined;
  }
}

/** A failure, and a URL that is left aside for a reason; the links of the latter may be followed. */
export function failureCommit(): PageCommit {
  return NOTHING;
}

export function skippedCommit(reason: string, at: string, links: readonly PageLinkIn[] = []): PageCommit {
  return { ...NOTHING, kind: 'skipped', reason, at, links };
}
