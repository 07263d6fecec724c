import { LIMITS } from '../base/limits.js';
import type {
  Discovery,
  FoundLink,
  FrontierCounts,
  Handout,
  LinkDecision,
  PageFacts,
  PageVerdict,
  ScoredLink,
  SkippedUrl,
} from './frontier-events.js';
import type { Scope } from './scope.js';
import type { Trap } from './traps.js';
import { type KeyOptions, urlKey } from './url-key.js';

export interface FrontierOptions extends KeyOptions {
  readonly scope: Scope;
  /** Pages recorded, exactly: those handed out count until they have ended. Failures, duplicates and what is outside do not count. Default: no limit. */
  readonly maxPages?: number;
  readonly maxPagesPerHost?: number;
  /** Links from a seed; 0: the seeds alone. Entries of sitemaps have 1. Default: no limit. */
  readonly maxDepth?: number;
  /**
   * `breadth` (default): by depth, and within it in the order of the pages that link and of their links. `depth`: the newest links first. `best`: the highest
   * score first, those of one score by breadth.
   */
  readonly order?: 'breadth' | 'depth' | 'best';
  /** For `best`: higher is sooner. To be pure: a resumed crawl asks it again. What is not a number counts as 0. */
  readonly score?: (link: ScoredLink) => number;
  /** Whether `#/x` and `#!x` are pages: found out by reading a few (`auto`, default), always, never. */
  readonly hashRoutes?: 'auto' | 'always' | 'never';
}

/**
 * Decides what a crawl reads next, and what it need not read. Pure: no I/O, no clock, no chance; what it knows, it knows
 * from the events it is told, so that the same events in the same order give the same frontier: that is how a journal
 * brings it back. `next` only looks, and is no event.
 *
 * Events: `seeded`, `listed`, `discovered`, `started`, `finished`, `failed`, `released`. Keys are those of
 * {@link LinkDecision} and {@link Handout}.
 */
export class Frontier {
  readonly #options: FrontierOptions;
  readonly #entries = new Map<string, { url: string; depth: number; state: string; host: string; route: boolean }>();

  constructor(options: FrontierOptions) {
    this.#options = options;
  }

  /** The URLs that the crawl begins with: depth 0, read whatever the scope's patterns say. */
  seeded(urls: readonly string[]): Discovery {
    return this.#met(
      urls.map((url) => ({ url })),
      0,
      true,
    );
  }

  /** Entries of sitemaps and feeds: depth 1, as if a seed linked to them. */
  listed(links: readonly FoundLink[]): Discovery {
    return this.#met(links, 1, false);
  }

  /** The links of a page that has finished, in the order of the page. */
  discovered(links: readonly FoundLink[], from: string): Discovery {
    return this.#met(links, (this.#entries.get(from)?.depth ?? 0) + 1, false);
  }

  /**
   * What to read next; undefined when there is nothing that may be started now: nothing waits, the limits are reserved, or no
   * host is ready. Changes nothing until `started` is called with the key.
   *
   * @param isReady whether a host may be asked now; default: all may.
   */
  next(isReady: (host: string) => boolean = () => true): Handout | undefined {
    const { active, pages } = this.counts();
    if (active + pages >= (this.#options.maxPages ?? Number.POSITIVE_INFINITY)) return undefined;
    for (const [key, { url, depth, state, host, route }] of this.#entries) {
      if (state === 'waiting' && isReady(host)) return { key, url, depth, host, route };
    }
    return undefined;
  }

  /** A URL is being read: it is not handed out again, and what it may become is reserved. */
  started(key: string): void {
    this.#become(key, 'active');
  }

  /** A URL has been read; answers what the page is to the crawl. */
  finished(key: string, facts: PageFacts): PageVerdict {
    const keyed = urlKey(facts.finalUrl, this.#options);
    this.#become(key, 'pages');
    const depth = this.#entries.get(key)?.depth ?? 0;
    return { verdict: 'page', key: keyed?.key ?? key, depth, follow: true, skipped: [], traps: [] };
  }

  /** A URL could not be read, or gave what is not to be recorded: it does not count, and is not tried again. */
  failed(key: string): void {
    this.#become(key, 'failed');
  }

  /** A URL was started and given up before its end, to be read later: it waits again, in its old place. */
  released(key: string): void {
    this.#become(key, 'waiting');
  }

  /** Why the crawl is at its end; undefined while something is active or may be started. */
  ending(): 'exhausted' | 'max-pages' | 'max-pages-per-host' | undefined {
    if (this.counts().active > 0 || this.next() !== undefined) return undefined;
    return this.counts().waiting > 0 ? 'max-pages' : 'exhausted';
  }

  /** What was queued and will not be read, once the crawl is at its end. */
  *left(): Iterable<SkippedUrl> {
    for (const { url, state } of this.#entries.values()) if (state === 'waiting') yield { url, reason: 'max-pages' };
  }

  counts(): FrontierCounts {
    const of = (wanted: string) => [...this.#entries.values()].filter(({ state }) => state === wanted).length;
    return {
      waiting: of('waiting'),
      held: 0,
      active: of('active'),
      pages: of('pages'),
      duplicates: 0,
      outside: 0,
      failed: of('failed'),
      skipped: {},
    };
  }

  /** The traps met so far. */
  traps(): readonly Trap[] {
    return [];
  }

  /** All that it knows, as plain JSON, so that two can be compared. Large: for tests and for looking into a crawl. */
  snapshot(): unknown {
    return [...this.#entries];
  }

  #met(links: readonly FoundLink[], depth: number, isSeed: boolean): Discovery {
    const decide = ({ url: found }: FoundLink): LinkDecision => {
      const keyed = found.length > LIMITS.urlBytes ? undefined : urlKey(found, this.#options);
      if (keyed === undefined) return { url: found, verdict: 'skipped', reason: 'not-web' };
      const { key, url, route } = keyed;
      if (this.#entries.has(key)) return { url: found, key, verdict: 'known' };
      const parsed = new URL(url);
      const reason = isSeed ? undefined : this.#options.scope.judge(parsed);
      if (reason !== undefined) return { url: found, key, verdict: 'skipped', reason };
      if (depth > (this.#options.maxDepth ?? Number.POSITIVE_INFINITY)) {
        return { url: found, key, verdict: 'skipped', reason: 'too-deep' };
      }
      this.#entries.set(key, { url, depth, state: 'waiting', host: parsed.host, route: route !== '' });
      return { url: found, key, verdict: 'queued' };
    };
    return { links: links.map(decide), traps: [] };
  }

  #become(key: string, state: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.state = state;
  }
}
