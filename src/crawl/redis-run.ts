import { setMaxListeners } from 'node:events';
import type { Clock } from '../base/clock.js';
import { delay } from '../base/deadline.js';
import type { DocumentLoader } from '../reader/reader.js';
import { adaptConcurrency } from './adaptive-concurrency.js';
import type { ConcurrencyBounds } from './concurrency.js';
import type { Completion } from './crawl-completion.js';
import type { CrawlEnd, CrawlEvent, CrawlTotals } from './crawl-event.js';
import type { CrawlReader } from './crawl-reader.js';
import { EventChannel } from './event-channel.js';
import { processors } from './machine-load.js';
import type { RecordedOptions } from './recorded-options.js';
import type { LinkRules } from './redis-commit.js';
import type { RedisCrawl } from './redis-crawl.js';
import { ReadQueue } from './redis-queue.js';
import { RedisReads, type RedisReadsOptions } from './redis-read.js';
import { RedisWriter } from './redis-writer.js';
import type { RobotsFiles } from './robots-file.js';
import { listSitemaps } from './sitemap-listing.js';

/** Events that may wait for whoever loops over the crawl before no more pages are begun. */
const ROOM = 100;
/** The longest that nothing is asked of Redis. */
const IDLE_MS = 500;
const LEAST_REST_MS = 50;
const MINUTE_MS = 60_000;

export interface RedisRunOptions {
  readonly crawl: RedisCrawl;
  readonly reader: CrawlReader;
  readonly rules: LinkRules;
  readonly robots: RobotsFiles | undefined;
  /** Waits for its turn at the host, and asks its robots.txt. */
  readonly loader: DocumentLoader;
  readonly reads: Omit<RedisReadsOptions, 'tell' | 'onHost' | 'signal'>;
  /** Absent: this process keeps nothing. */
  readonly out:
    | { readonly folder: string; readonly begun: RecordedOptions; readonly completion: Completion }
    | undefined;
  readonly sitemapsOf: readonly string[];
  readonly bounds: ConcurrencyBounds;
  readonly lockMs: number;
  readonly maxMinutes: number | undefined;
  readonly clock: Clock;
  readonly token: string;
  readonly ending: AbortController;
}

/** What one process does for a crawl in Redis, until the crawl is at its end or the process is to leave. */
export class RedisRun {
  readonly #options: RedisRunOptions;
  readonly #channel = new EventChannel<CrawlEvent>(ROOM, () => this.#kick());
  /** Ends the reads alone. */
  readonly #readsEnding = new AbortController();
  readonly #startedMs: number;
  readonly #reads: RedisReads;
  readonly #work: Promise<void>[] = [];
  #queue: ReadQueue | undefined;
  #kicked: (() => void) | undefined;
  #isWanted = false;
  #isHeldUp = false;
  #isOver = false;
  #host: string | undefined;

  constructor(options: RedisRunOptions) {
    this.#options = options;
    this.#startedMs = options.clock.now();
    const signal = AbortSignal.any([options.ending.signal, this.#readsEnding.signal]);
    setMaxListeners(0, options.ending.signal, signal);
    this.#reads = new RedisReads({
      ...options.reads,
      signal,
      tell: (event) => this.#channel.put(event),
      onHost: (host) => {
        this.#host = host;
      },
    });
  }

  /** @throws QueueError, UsageError, BrowserError where no page can be read; the signal's reason */
  async *events(
    first: readonly CrawlEvent[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<CrawlEvent, void, undefined> {
    signal?.throwIfAborted();
    const onAbort = (): void => this.break(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      for (const event of first) this.#channel.put(event);
      await this.#begin();
      for (let event = await this.#channel.take(); event !== undefined; event = await this.#channel.take()) yield event;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await this.#stop();
    }
  }

  /** Something that is no page's. */
  notice(about: string, message: string): void {
    this.#channel.put({ type: 'notice', about, message });
  }

  /** Ends this process's part at once, and the loop with an error. What it had begun is another's to read. */
  break(error: unknown): void {
    this.#isOver = true;
    this.#options.ending.abort(error);
    this.#channel.fail(error);
  }

  async #begin(): Promise<void> {
    const { crawl, bounds, lockMs, maxMinutes, clock, ending } = this.#options;
    this.#queue = await ReadQueue.open(crawl.connection, {
      prefix: crawl.prefix,
      concurrency: Math.min(bounds.max, Math.max(bounds.min, 2 * processors())),
      lockMs,
      read: async (job) => {
        // A page that nobody takes is not read: whoever loops slowly slows the crawl.
        while (this.#channel.isFull && !this.#isOver) await delay(LEAST_REST_MS);
        const again = await this.#reads.read(job);
        setImmediate(() => this.#kick());
        return again;
      },
      onError: (error) => this.#failed(error),
    });
    const writing = this.#write();
    this.#start(this.#feed(writing));
    const isWanted = () => this.#isWanted;
    const onLook = () => this.#looked();
    this.#start(adaptConcurrency(this.#queue, { clock, bounds, isWanted, onLook, signal: ending.signal }));
    this.#start(this.#list());
    if (maxMinutes !== undefined) {
      this.#start(clock.wait(maxMinutes * MINUTE_MS, ending.signal).then(() => this.#conclude('max-minutes')));
    }
  }

  /** Work that goes on beside the rest; what it fails by ends all. */
  #start(work: Promise<void>): void {
    this.#work.push(work.catch((error) => this.#failed(error)));
  }

  #failed(error: unknown): void {
    if (!this.#isOver) this.break(error);
  }

  /** Hands out what may begin, until the crawl has ended and this process has nothing to do for it. */
  async #feed(writing: Promise<void>): Promise<void> {
    const { crawl, lockMs } = this.#options;
    while (!this.#isOver) {
      const queue = this.#queue;
      if (queue === undefined) return;
      const room = this.#channel.isFull ? 0 : Math.max(0, queue.concurrency - queue.underWay);
      const { ended, soonestMs, isHeldUp, jobs } = await crawl.feed(room, lockMs);
      await crawl.connection.ask(() => queue.put(jobs));
      this.#isWanted ||= soonestMs === 0 && room === 0;
      this.#tellHeldUp(isHeldUp);
      if (ended !== '') {
        await writing;
        await this.#conclude(ended);
        return;
      }
      // What has room and finds nothing looks again when a host is ready; what has none, when a read has ended.
      if (room <= jobs.length) await this.#rest(IDLE_MS);
      else if (jobs.length === 0) await this.#rest(Math.min(IDLE_MS, Math.max(LEAST_REST_MS, soonestMs ?? IDLE_MS)));
    }
  }

  #tellHeldUp(isHeldUp: boolean): void {
    if (isHeldUp && !this.#isHeldUp) {
      this.notice(
        this.#options.crawl.connection.shownUrl,
        'no more pages are begun until a process with the folder has written those that wait',
      );
    }
    this.#isHeldUp = isHeldUp;
  }

  async #rest(ms: number): Promise<void> {
    const waking = new AbortController();
    this.#kicked = () => waking.abort();
    const { signal } = this.#options.ending;
    signal.addEventListener('abort', this.#kicked, { once: true });
    await delay(ms, waking.signal).catch(() => undefined);
    signal.removeEventListener('abort', this.#kicked);
  }

  #kick(): void {
    this.#kicked?.();
  }

  async #write(): Promise<void> {
    const { out, crawl, token, loader, lockMs, ending } = this.#options;
    if (out === undefined) return;
    const totals = () => this.#totals();
    const { signal } = ending;
    const tell = (notice: CrawlEvent) => this.#channel.put(notice);
    const writer = new RedisWriter({ crawl, token, loader, totals, leaseMs: lockMs, tell, signal, ...out });
    try {
      await writer.run();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** One process reads the sitemaps; when it dies, another begins anew, which finds what is known already. */
  async #list(): Promise<void> {
    const { crawl, sitemapsOf, loader, robots, rules, token, lockMs, ending } = this.#options;
    const { signal } = ending;
    if (sitemapsOf.length === 0) return;
    const isListed = async () => (await crawl.meta())?.listed === '1';
    while (!(await isListed())) {
      if (!(await crawl.lease('sitemaps', token, lockMs))) {
        await delay(IDLE_MS, signal);
        continue;
      }
      const renewal = setInterval(() => void crawl.lease('sitemaps', token, lockMs).catch(() => undefined), lockMs / 3);
      try {
        // Whoever had the lease before may have come to the end since.
        if (await isListed()) return;
        for await (const { urls, sitemap, notices } of listSitemaps(sitemapsOf, { loader, robots, signal })) {
          const { wanted } = rules.sort(
            urls.map((url) => ({ url })),
            0,
          );
          await crawl.discover(wanted, 0, sitemap);
          for (const notice of notices) this.#channel.put(notice);
          this.#kick();
        }
        await crawl.mark('listed');
      } finally {
        clearInterval(renewal);
        await crawl.yield('sitemaps', token).catch(() => undefined);
      }
      this.#kick();
    }
  }

  /** Where the crawl stands, now and then. */
  async #looked(): Promise<void> {
    this.#isWanted = false;
    if (!this.#channel.isFull) this.#channel.put({ type: 'progress', totals: await this.#totals() });
  }

  async #conclude(reason: CrawlEnd): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const { crawl, out, ending } = this.#options;
    this.#readsEnding.abort(new Error('the crawl has ended'));
    await this.#queue?.close(false);
    if (reason === 'max-minutes') await this.#written();
    const totals = await this.#totals();
    const meta = await crawl.meta();
    // Whoever has written it, or anyone where nothing is written, clears up.
    if (meta?.ended === 'complete' && (meta.kept === '0' || (out !== undefined && meta.written === '1')))
      await crawl.clear();
    ending.abort(new Error('the crawl has ended'));
    this.#channel.put({ type: 'done', reason, totals });
    this.#channel.end();
  }

  /** What has been read is written before this process leaves, if it is among those that write. */
  async #written(): Promise<void> {
    const { crawl, out, ending } = this.#options;
    if (out === undefined) return;
    while (((await crawl.meta())?.streamBytes ?? 0) > 0) await delay(LEAST_REST_MS, ending.signal);
  }

  async #stop(): Promise<void> {
    this.#isOver = true;
    this.#options.ending.abort(new Error('the loop was left'));
    this.#kick();
    const isThere = this.#options.crawl.connection.client.status === 'ready';
    await this.#queue?.close(!isThere);
    if (isThere) await Promise.all(this.#work);
  }

  async #totals(): Promise<CrawlTotals> {
    const { crawl, reader, clock } = this.#options;
    const [meta, skipped] = [await crawl.meta(), await crawl.skips()];
    const readers = reader.choices?.();
    return {
      pages: meta?.pages ?? 0,
      failures: meta?.failures ?? 0,
      bytes: meta?.bytes ?? 0,
      rendered: meta?.rendered ?? 0,
      skipped,
      traps: meta?.traps ?? 0,
      queued: meta?.waiting ?? 0,
      underWay: meta?.handed ?? 0,
      concurrency: this.#queue?.concurrency ?? 0,
      elapsedMs: Math.round(clock.now() - this.#startedMs),
      ...(this.#host === undefined ? {} : { host: this.#host }),
      ...(readers === undefined ? {} : { readers }),
    };
  }
}
