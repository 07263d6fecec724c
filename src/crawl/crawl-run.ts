import { setMaxListeners } from 'node:events';
import type { DocumentLoader } from '../reader/reader.js';
import { adaptConcurrency } from './adaptive-concurrency.js';
import { withChanges } from './crawl-changes.js';
import { completeFolder } from './crawl-completion.js';
import type { CrawlEnd, CrawlEvent, CrawlTotals } from './crawl-event.js';
import type { Step } from './crawl-outcome.js';
import type { CrawlRunOptions } from './crawl-run-options.js';
import { skippedTold, unmatchedTold } from './crawl-tellings.js';
import { EventChannel } from './event-channel.js';
import type { Handout } from './frontier-events.js';
import { hostFailure, refusalBy } from './host-failure.js';
import { HostGates } from './host-gates.js';
import type { HostTurn } from './host-turns.js';
import { jsonLine } from './json-line.js';
import { processors } from './machine-load.js';
import { politeLoader } from './polite-loader.js';
import { CrawlQueue } from './queue.js';
import type { RobotsFile } from './robots-file.js';
import { type RobotsTags, robotsTagsOf } from './robots-tags.js';
import { listSitemaps } from './sitemap-listing.js';
import { visit } from './visit.js';

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
  /** Ends the reads. */
  readonly #ending = new AbortController();
  /** Ends also what comes after the reads. */
  readonly #leaving = new AbortController();
  readonly #channel = new EventChannel<CrawlEvent>(ROOM, () => this.#pump());
  readonly #queue: CrawlQueue;
  readonly #gates: HostGates;
  /** Of what is no page. */
  readonly #loader: DocumentLoader;
  readonly #tries = new Map<string, number>();
  readonly #startedMs: number;
  #sitemaps: Promise<void> = Promise.resolve();
  #finishing: Promise<void> = Promise.resolve();
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
    this.#loader = politeLoader({ loader: options.reader.loader, turns, robots });
    this.#gates = new HostGates({ turns, robots, signal, onRobots: (file) => this.#robotsCame(file) });
  }

  /** @throws QueueError `JOURNAL_FAILED`, BrowserError where no page can be read for it, the signal's reason */
  async *events(first: readonly CrawlEvent[]): AsyncGenerator<CrawlEvent, void, undefined> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
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
    const { maxMinutes, clock, sitemapsOf, state, bounds } = this.#options;
    const { signal } = this.#ending;
    const isWanted = () => this.#isWanted;
    const looking = adaptConcurrency(this.#queue, { clock, bounds, isWanted, onLook: () => this.#looked(), signal });
    void looking.catch(() => undefined);
    if (maxMinutes !== undefined) {
      clock.wait(maxMinutes * MINUTE_MS, signal).then(
        () => this.#finish('max-minutes'),
        () => undefined,
      );
    }
    if (sitemapsOf.length > 0 && !state.sitemapsRead) {
      this.#isListing = true;
      this.#sitemaps = this.#list().catch((error: unknown) => this.#break(error));
    }
    this.#pump();
  }

  #pump(): void {
    if (this.#isOver) return;
    try {
      this.#beginReads();
      this.#endIfDone();
    } catch (error) {
      this.#break(error);
    }
  }

  /** Begins as many reads as may be. */
  #beginReads(): void {
    const { frontier, limit } = this.#options.state;
    clearTimeout(this.#waking);
    let soonestMs = Number.POSITIVE_INFINITY;
    const isReady = (host: string): boolean => {
      const readyInMs = this.#gates.readyInMs(host);
      if (readyInMs > 0) soonestMs = Math.min(soonestMs, readyInMs);
      return readyInMs <= 0;
    };
    while (limit === undefined && this.#queue.hasRoom && !this.#channel.isFull) {
      const handout = frontier.next(isReady);
      if (handout === undefined || !this.#handOut(handout)) break;
    }
    this.#isWanted ||= !this.#queue.hasRoom && frontier.counts().waiting > 0;
    if (Number.isFinite(soonestMs)) this.#waking = setTimeout(() => this.#pump(), Math.max(1, soonestMs));
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
    const { state, reader, clock, productToken, robots } = this.#options;
    const { signal } = this.#ending;
    this.#host = handout.host;
    try {
      const visited = await visit(handout.url, { ...this.#options.visit, reader: reader.reader, clock, signal });
      turn.leave(visited.pace);
      if (this.#isOver) return state.frontier.released(handout.key);
      if (visited.kind === 'broken') return this.#break(visited.error);
      if (visited.kind === 'page') {
        const tags = robots === undefined ? NO_TAGS : robotsTagsOf(visited.page, productToken, Date.now());
        return await this.#keep(state.read(handout, visited.page, tags, new Date().toISOString()));
      }
      if (visited.later && this.#mayTryAgain(handout)) return state.frontier.released(handout.key);
      await this.#keep(state.fail(handout, visited.failure));
    } catch (error) {
      turn.leave();
      if (!signal.aborted) return this.#break(error);
      // Given up, it has not been read, and is told as left.
      state.frontier.released(handout.key);
    }
  }

  #mayTryAgain({ key }: Handout): boolean {
    const tries = this.#tries.get(key) ?? 0;
    this.#tries.set(key, tries + 1);
    return tries < this.#options.retries;
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
    const { sitemapsOf, state, folder, robots } = this.#options;
    const listing = listSitemaps(sitemapsOf, { loader: this.#loader, robots, signal: this.#ending.signal });
    for await (const { urls, sitemap, notices } of listing) {
      if (this.#isOver) return;
      const step = state.listed(urls, sitemap);
      const record = { type: 'listed' as const, urls: [...urls] };
      const lines = { sitemap: urls.map((url) => jsonLine({ url, sitemap })).join('') };
      await this.#keep({
        ...(urls.length > 0 && { outcome: { record, lines } }),
        events: [...step.events, ...notices],
      });
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

  /** Where the crawl stands, now and then. */
  #looked(): void {
    this.#isWanted = false;
    if (!this.#channel.isFull) this.#channel.put({ type: 'progress', totals: this.#totals() });
    this.#pump();
  }

  #endIfDone(): void {
    const { state } = this.#options;
    if (state.limit !== undefined) this.#finish(state.limit);
    if (this.#isOver || this.#queue.underWay > 0) return;
    const ending = state.frontier.ending();
    if (ending === undefined || (ending === 'exhausted' && this.#isListing)) return;
    this.#finish(ending === 'exhausted' ? 'complete' : ending);
  }

  #finish(reason: CrawlEnd): void {
    if (this.#isOver) return;
    this.#end();
    this.#finishing = this.#conclude(reason);
  }

  async #conclude(reason: CrawlEnd): Promise<void> {
    const { folder, state, reader, turns, seeds, completion } = this.#options;
    try {
      await this.#idle();
      for (const left of state.frontier.left()) this.#channel.put(skippedTold(left));
      const gone = reason === 'complete' ? state.unmet() : [];
      const end = { record: { type: 'end' as const, reason, at: new Date().toISOString() } };
      await folder?.commit(withChanges(end, gone));
      for (const change of gone) this.#channel.put(change);
      const totals = this.#totals();
      for (const told of unmatchedTold(reason, totals)) this.#channel.put(told);
      if (folder !== undefined) {
        const startedAt = new Date(Date.now() - totals.elapsedMs).toISOString();
        const tools = {
          loader: this.#loader,
          linkLoader: politeLoader({ loader: reader.loader, turns }),
          tell: (notice: CrawlEvent) => this.#channel.put(notice),
          signal: this.#leaving.signal,
        };
        await completeFolder(folder, { ...completion, reason, totals, seeds, startedAt }, tools);
      }
      this.#channel.put({ type: 'done', reason, totals });
      this.#channel.end();
    } catch (error) {
      this.#channel.fail(error);
    }
  }

  /** Ends at once, and the loop with an error. */
  #break(error: unknown): void {
    this.#leaving.abort(error);
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
    this.#leaving.abort(new Error('the loop was left'));
    this.#end();
    await Promise.all([this.#idle(), this.#finishing]);
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
