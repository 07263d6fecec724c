import { UsageError } from '../base/errors.js';
import { redactUrl } from '../base/url.js';
import type {
  CrawlNews,
  Discovery,
  FoundLink,
  FrontierCounts,
  FrontierSnapshot,
  Handout,
  PageFacts,
  PageVerdict,
  SkippedUrl,
  SkipReason,
} from './frontier-events.js';
import type { FrontierOptions } from './frontier-options.js';
import { type Finder, Intake } from './intake.js';
import { PageJudge } from './page-judge.js';
import type { Trap } from './traps.js';

export type { FrontierOptions } from './frontier-options.js';

/**
 * Decides what a crawl reads next, and what it need not read. Pure: no I/O, no clock, no chance; what it knows, it
 * knows from the events it is told, so that the same events in the same order give the same frontier: that is how a
 * journal brings it back. `next` only looks, and is no event.
 *
 * Events: `seeded`, `listed`, `discovered`, `started`, `finished`, `failed`, `released`. Keys are those of the
 * decisions on links, and of what is handed out.
 */
export class Frontier {
  readonly #maxPages: number;
  readonly #maxPagesPerHost: number;
  readonly #intake: Intake;
  readonly #judge: PageJudge;

  constructor(options: FrontierOptions) {
    this.#maxPages = options.maxPages ?? Number.POSITIVE_INFINITY;
    this.#maxPagesPerHost = options.maxPagesPerHost ?? Number.POSITIVE_INFINITY;
    this.#intake = new Intake(options);
    this.#judge = new PageJudge(options, this.#intake);
  }

  /** The URLs that the crawl begins with: depth 0, read whatever the scope says. */
  seeded(urls: readonly string[]): Discovery {
    return this.#intake.meetAll(
      urls.map((url) => ({ url })),
      { depth: 0, turn: 0, kind: 'seed' },
    ).discovery;
  }

  /** Entries of sitemaps and feeds: depth 1, as if a seed linked to them. */
  listed(links: readonly FoundLink[]): Discovery {
    return this.#intake.meetAll(links, { depth: 1, turn: 0, kind: 'sitemap' }).discovery;
  }

  /** The links of a page that has finished, in the order of the page. */
  discovered(links: readonly FoundLink[], from: string): Discovery {
    const page = this.#intake.table.root(this.#idOf(from));
    const finder: Finder = {
      depth: this.#intake.table.depth(page) + 1,
      turn: this.#intake.table.turn(page),
      page,
      kind: 'page',
    };
    const { discovery, targets } = this.#intake.meetAll(links, finder);
    this.#intake.ways.keep(page, targets);
    return discovery;
  }

  /**
   * What to read next; undefined when there is nothing that may be started now: nothing waits, the limits are
   * reserved, or no host is ready. Changes nothing: `started` does.
   *
   * @param isReady whether a host may be asked now; default: all may.
   */
  next(isReady: (host: string) => boolean = () => true): Handout | undefined {
    if (this.#intake.table.inState('page') + this.#intake.table.reading >= this.#maxPages) return undefined;
    const id = this.#intake.line.first((host) => this.#hasRoom(host) && isReady(this.#intake.table.host(host)));
    if (id === undefined) return undefined;
    return {
      key: this.#intake.table.key(id),
      url: this.#intake.table.url(id),
      depth: this.#intake.table.depth(id),
      host: this.#intake.table.host(this.#intake.table.hostNumber(id)),
      route: this.#intake.table.isRoute(id),
    };
  }

  /**
   * A URL is being read: it is not handed out again, and what it may become is reserved. Also of one that does not wait
   * any more: a journal that has reads only as they ended tells of their starts late, when others may have led to them.
   * It brings back the same pages but for redirects to what was being read; a journal with the starts brings back all.
   */
  started(key: string): void {
    const id = this.#idOf(key);
    if (this.#intake.table.isReading(id)) throw misused(key, 'is being read already');
    this.#intake.begin(id);
  }

  /** A URL could not be read, or gave what is not to be recorded: it does not count, and is not read again. */
  failed(key: string): CrawlNews {
    const { table, routes, skips } = this.#intake;
    const id = this.#endReading(key);
    if (table.state(id) === 'active') table.become(id, 'failed');
    this.#intake.settlePlaces(routes.ended(id, this.#intake.contentOf(id)));
    return skips.news();
  }

  /** A URL was started and given up before its end, to be read later: it waits again, in its old place. */
  released(key: string): void {
    const { table, line } = this.#intake;
    const id = this.#endReading(key);
    if (table.state(id) !== 'active') return;
    table.become(id, 'waiting');
    line.add(id);
  }

  /** A URL has been read; answers what the page is to the crawl. */
  finished(key: string, facts: PageFacts): PageVerdict {
    return this.#judge.judge(this.#endReading(key), facts);
  }

  /** Why the crawl is at its end; undefined while something is being read or may be started. */
  ending(): 'exhausted' | 'max-pages' | 'max-pages-per-host' | undefined {
    if (this.#intake.table.reading > 0 || this.next() !== undefined) return undefined;
    if (this.#intake.table.inState('waiting') === 0) return 'exhausted';
    return this.#intake.table.inState('page') >= this.#maxPages ? 'max-pages' : 'max-pages-per-host';
  }

  /** What was met and neither read nor told as skipped; to be asked when the crawl has ended. */
  *left(): Iterable<SkippedUrl> {
    const ending = this.ending();
    const reason: SkipReason = ending === undefined || ending === 'exhausted' ? 'stopped' : ending;
    for (let id = 0; id < this.#intake.table.size; id += 1) {
      const state = this.#intake.table.state(id);
      if (state === 'deep') yield { url: this.#intake.table.url(id), reason: 'too-deep' };
      if (state === 'waiting' || state === 'held') yield { url: this.#intake.table.url(id), reason };
    }
  }

  counts(): FrontierCounts {
    const { table } = this.#intake;
    return {
      waiting: table.inState('waiting'),
      held: table.inState('held') + table.inState('deep'),
      active: table.inState('active'),
      pages: table.inState('page'),
      duplicates: table.inState('duplicate'),
      outside: table.inState('outside'),
      failed: table.inState('failed'),
      skipped: this.#intake.skips.counts(),
    };
  }

  /** The traps met so far, the largest first. */
  traps(): readonly Trap[] {
    return this.#intake.skips.traps.list();
  }

  /**
   * All that may be read, and what became of it, as plain JSON: so that two frontiers can be compared, and one looked
   * into.
   */
  snapshot(): FrontierSnapshot {
    const { table } = this.#intake;
    const urls = Array.from({ length: table.size }, (_, id) => ({
      key: table.key(id),
      url: table.url(id),
      state: table.state(id),
      depth: table.depth(id),
      ...(table.same(id) === id ? {} : { of: table.url(table.root(id)) }),
    }));
    return { urls, counts: this.counts(), traps: this.traps() };
  }

  #hasRoom(host: number): boolean {
    return this.#intake.table.reservedOf(host) < this.#maxPagesPerHost;
  }

  #idOf(key: string): number {
    const id = this.#intake.table.find(key);
    if (id === undefined) throw misused(key, 'is not known to the crawl');
    return id;
  }

  #endReading(key: string): number {
    const id = this.#idOf(key);
    if (!this.#intake.table.isReading(id)) throw misused(key, 'is not being read');
    this.#intake.table.endReading(id);
    return id;
  }
}

function misused(key: string, fault: string): UsageError {
  return new UsageError(`${redactUrl(key)} ${fault}`, {
    code: 'INVALID_URL',
    hint: 'Tell the frontier only of URLs that it has handed out, each event once.',
  });
}
