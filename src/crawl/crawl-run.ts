import { setMaxListeners } from 'node:events';
import type { Clock } from '../base/clock.js';
import { LIMITS } from '../base/limits.js';
import { type ConcurrencyBounds, nextConcurrency } from './concurrency.js';
import { withChanges } from './crawl-changes.js';
import type { CrawlEnd, CrawlEvent, CrawlTotals } from './crawl-event.js';
import type { CrawlFolder } from './crawl-folder.js';
import type { CrawlReader } from './crawl-reader.js';
import type { CrawlState, Step } from './crawl-state.js';
import { skippedTold } from './crawl-tellings.js';
import { EventChannel } from './event-channel.js';
import type { Handout } from './frontier-events.js';
import { hostFailure, refusalBy } from './host-failure.js';
import { HostGates } from './host-gates.js';
import type { HostTurn, HostTurns } from './host-turns.js';
import { writeLlmsFiles } from './llms-text.js';
import { MachineWatch, processors } from './machine-load.js';
import { politeLoader } from './polite-loader.js';
import { CrawlQueue } from './queue.js';
import type { RobotsFile, RobotsFiles } from './robots-file.js';
import { type RobotsTags, robotsTagsOf } from './robots-tags.js';
import { listSitemaps } from './sitemap-listing.js';
import { type VisitOptions, visit } from './visit.js';

export interface CrawlRunOptions {
  readonly state: CrawlState;
  readonly folder: CrawlFolder | undefined;
  readonly reader: CrawlReader;
  readonly turns: HostTurns;
  /** Absent: robots.txt and robots tags are not asked. */
  readonly robots: RobotsFiles | undefined;
  readonly productToken: string;
  /** Origins whose sitemaps are read. */
  readonly sitemapsOf: readonly string[];
  readonly bounds: ConcurrencyBounds;
  readonly retries: number;
  /** Files for models that are written at the end. */
  readonly llms: { readonly list: boolean; readonly full: boolean };
  readonly visit: Pick<VisitOptions, 'timeoutMs' | 'images'>;
  readonly maxMinutes: number | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

/** Events that may wait for whoever loops over the crawl before no more pages are begun. */
const ROOM = 100;
const MINUTE_MS = 60_000;
const NO_TAGS: RobotsTags = { noindex: false, nofollow: false };

/**
 * One run of a crawl: hands out what the frontier has to the reads that may be under way, keeps what they bring, and tells
 * it. Ends when nothing is left, at a limit, or with whoever loops over it, and then leaves nothing behind.
 */
export class CrawlRun {
  readonly #options: CrawlRunOptions;
  readonly #ending = new AbortController();
  readonly #channel = new EventChannel<CrawlEvent>(ROOM, () => this.#pump());
  readonly #queue: CrawlQueue;
  readonly #gates: HostGates;
  readonly #tries = new Map<string, number>();
  readonly #startedMs: number;
  #sitemaps: Promise<void> = Promise.resolve();
  #isListing = false;
  #isOver = false;
  /** More was ready than could begin, since the machine was last looked at. */
  #isWanted = false;
  #waking: NodeJS.Timeout | undefined;
  #host: string | undefined;

  constructor(options: CrawlRunOptions) {
    this.#options = options;
    const { bounds, turns, robots, clock } = options;
    this.#startedMs = clock.now();
    this.#queue = new CrawlQueue(Math.min(bounds.max, Math.max(bounds.min, 2 * processors())));
    const { signal } = this.#ending;
    // As many as reads are under way, which is no leak.
    setMaxListeners(0, signal);
    this.#gates = new HostGates({ turns, robots, signal, onRobots: (file) => this.#robotsCame(file) });
  }

  /** @throws QueueError `JOURNAL_FAILED`, BrowserError where no page can be read for it, the signal's reason */
  async *events(first: readonly CrawlEvent[]): AsyncGenerator<CrawlEvent, void, undefined> {
    const { signal } = this.#options;
    const onAbort = (): void => this.#break(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      for (const event of first) this.#channel.put(event);
      this.#begin();
      for (let event = await this.#channel.take(); event !== undefined; event = await this.#channel.take()) yield event;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await this.#stop();
    }
  }

  #begin(): void {
    const { maxMinutes, clock, sitemapsOf, state } = this.#options;
    const { signal } = this.#ending;
    void this.#look().catch(() => undefined);
    if (maxMinutes !== undefined) {
      clock.wait(maxMinutes * MINUTE_MS, signal).then(
        () => void this.#finish('max-minutes'),
        () => undefined,
      );
    }
    if (sitemapsOf.length > 0 && !state.sitemapsRead) {
      this.#isListing = true;
      this.#sitemaps = this.#list().catch((error: unknown) => this.#break(error));
    }
    this.#pump();
  }

  /** Begins as many reads as may be. */
  #pump(): void {
    if (this.#isOver) return;
    const { frontier } = this.#options.state;
    clearTimeout(this.#waking);
    let soonestMs = Number.POSITIVE_INFINITY;
    const isReady = (host: string): boolean => {
      const readyInMs = this.#gates.readyInMs(host);
      if (readyInMs > 0) soonestMs = Math.min(soonestMs, readyInMs);
      return readyInMs <= 0;
    };
    while (this.#queue.hasRoom && !this.#channel.isFull) {
      const handout = frontier.next(isReady);
      if (handout === undefined || !this.#handOut(handout)) break;
    }
    this.#isWanted ||= !this.#queue.hasRoom && frontier.counts().waiting > 0;
    if (Number.isFinite(soonestMs)) this.#waking = setTimeout(() => this.#pump(), Math.max(1, soonestMs));
    this.#endIfDone();
  }

  /** Gives a URL to a read, or sees to it that its host is no longer ready; otherwise the answer is no. */
  #handOut(handout: Handout): boolean {
    const { state } = this.#options;
    const robots = this.#gates.robotsOf(handout.url);
    // Its host is not ready any more until the file has come.
    if (robots === undefined) return true;
    const refusal = refusalBy(robots, handout.url) ?? hostFailure(this.#gates, handout.host);
    const turn = refusal === undefined ? this.#gates.tryEnter(handout.url) : undefined;
    if (refusal === undefined && turn === undefined) return false;
    state.frontier.started(handout.key);
    this.#queue.add(async () => {
      if (turn !== undefined) await this.#visit(handout, turn);
      else await this.#keep(refusal === undefined ? { events: [] } : refusal(state, handout));
      // Once this read has made room.
      setImmediate(() => this.#pump());
    });
    return true;
  }

  async #visit(handout: Handout, turn: HostTurn): Promise<void> {
    const { state, reader, clock, retries, productToken, robots } = this.#options;
    const { signal } = this.#ending;
    this.#host = handout.host;
    try {
      const visited = await visit(handout.url, { ...this.#options.visit, reader: reader.reader, clock, signal });
      turn.leave(visited.pace);
      if (this.#isOver) return;
      if (visited.kind === 'broken') return this.#break(visited.error);
      if (visited.kind === 'page') {
        const tags = robots === undefined ? NO_TAGS : robotsTagsOf(visited.page, productToken, Date.now());
        return await this.#keep(state.read(handout, visited.page, tags, new Date().toISOString()));
      }
      const tries = this.#tries.get(handout.key) ?? 0;
      if (visited.later && tries < retries) {
        this.#tries.set(handout.key, tries + 1);
        return state.frontier.released(handout.key);
      }
      this.#tries.delete(handout.key);
      await this.#keep(state.fail(handout, visited.failure));
    } catch (error) {
      turn.leave();
      if (!signal.aborted) this.#break(error);
    }
  }

  /** What has become of a page is kept first, and told then. */
  async #keep({ outcome, events }: Step): Promise<void> {
    try {
      if (outcome !== undefined) await this.#options.folder?.commit(outcome);
      for (const event of events) this.#channel.put(event);
    } catch (error) {
      this.#break(error);
    }
  }

  async #list(): Promise<void> {
    const { sitemapsOf, state, folder, robots, turns, reader } = this.#options;
    const { signal } = this.#ending;
    const loader = politeLoader({ loader: reader.loader, turns, robots });
    const listing = listSitemaps(sitemapsOf, { loader, robots, signal });
    for await (const { urls, sitemap, notices } of listing) {
      if (this.#isOver) return;
      const step = state.listed(urls, sitemap);
      const record = { type: 'listed' as const, urls: [...urls] };
      await this.#keep({ ...(urls.length > 0 && { outcome: { record } }), events: [...step.events, ...notices] });
      this.#pump();
    }
    await folder?.commit({ record: { type: 'sitemaps' } });
    this.#isListing = false;
    this.#pump();
  }

  #robotsCame({ state, origin, reason }: RobotsFile): void {
    if (state === 'unreachable') {
      const message = `its robots.txt cannot be had, so nothing of it may be read: ${reason ?? 'no answer'}`;
      this.#channel.put({ type: 'notice', about: origin, message });
    }
    this.#pump();
  }

  /** Looks at the machine, and tells where the crawl stands. */
  async #look(): Promise<void> {
    const { clock, bounds } = this.#options;
    const watch = new MachineWatch();
    try {
      for (;;) {
        await clock.wait(LIMITS.crawlLookMs, this.#ending.signal);
        this.#queue.concurrency = nextConcurrency(this.#queue.concurrency, bounds, watch.look(), this.#isWanted);
        this.#isWanted = false;
        if (!this.#channel.isFull) this.#channel.put({ type: 'progress', totals: this.#totals() });
        this.#pump();
      }
    } finally {
      watch.stop();
    }
  }

  #endIfDone(): void {
    const { state } = this.#options;
    if (state.limit !== undefined) return void this.#finish(state.limit);
    if (this.#queue.underWay > 0) return;
    const ending = state.frontier.ending();
    if (ending === undefined || (ending === 'exhausted' && this.#isListing)) return;
    void this.#finish(ending === 'exhausted' ? 'complete' : ending);
  }

  async #finish(reason: CrawlEnd): Promise<void> {
    if (this.#isOver) return;
    const { folder, state } = this.#options;
    this.#end();
    try {
      await this.#idle();
      for (const left of state.frontier.left()) this.#channel.put(skippedTold(left));
      const gone = reason === 'complete' ? state.unmet() : [];
      const end = { record: { type: 'end' as const, reason, at: new Date().toISOString() } };
      await folder?.commit(withChanges(end, gone));
      for (const change of gone) this.#channel.put(change);
      const totals = this.#totals();
      if (folder !== undefined) await writeLlmsFiles(folder, this.#options.llms);
      await folder?.write('crawl.json', `${JSON.stringify({ reason, totals }, undefined, 2)}\n`);
      this.#channel.put({ type: 'done', reason, totals });
      this.#channel.end();
    } catch (error) {
      this.#channel.fail(error);
    }
  }

  /** Ends at once, and the loop with an error. */
  #break(error: unknown): void {
    this.#end();
    this.#channel.fail(error);
  }

  /** No read is begun any more, and those under way are given up. */
  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#waking);
    this.#ending.abort(new Error('the crawl has ended'));
  }

  async #stop(): Promise<void> {
    this.#end();
    await this.#idle();
  }

  async #idle(): Promise<void> {
    await Promise.all([this.#queue.idle(), this.#sitemaps.catch(() => undefined)]);
  }

  #totals(): CrawlTotals {
    const { state, clock, reader } = this.#options;
    const readers = reader.choices?.();
    return {
      ...state.counts,
      concurrency: this.#queue.concurrency,
      elapsedMs: Math.round(clock.now() - this.#startedMs),
      ...(this.#host === undefined ? {} : { host: this.#host }),
      ...(readers === undefined ? {} : { readers }),
    };
  }
}
