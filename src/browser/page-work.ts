import { firstOf } from './first-of.js';
import type { ChildTarget, FrameTargets } from './frame-targets.js';
import { pageMetrics } from './page-metrics.js';
import { Promptness } from './promptness.js';
import type { Work } from './settle-observation.js';
import type { Tab } from './tab.js';

/** To a worker that does not answer by then, it is not worth waiting before the page is looked at. */
const WORKER_ANSWER_MS = 15;
/** One that took longer was busy, perhaps with a part of something. */
const PROMPT_ANSWER_MS = 8;
/** A busy disk may not say for long what is stored. */
const MEASURING_LIMIT_MS = 100;
/** Of less time it says nothing that no program ran. */
export const SHORTEST_REST_MS = 10;
/** Pools have one for each processor, all alike. */
const MAX_WORKERS_ASKED = 8;

/**
 * What a page's process does, of which neither requests nor the document show anything: workers that compute, databases
 * that answer one question after the other. Seen from outside, by the size of its heap, by who does not answer and by what
 * is stored; no page can tell that it is looked at.
 */
export class PageWork {
  readonly #tab: Tab;
  readonly #targets: FrameTargets;
  readonly #answered: () => void;
  readonly #asked = new Set<string>();
  readonly #measuring = new Set<Promise<unknown>>();
  readonly #promptness = new Promptness();
  #origin: string | undefined;
  #stores = false;
  #stirredAtMs = 0;
  #restsSinceMs = Number.POSITIVE_INFINITY;
  #pageMs = Number.POSITIVE_INFINITY;

  /** `answered` hears of a worker that was busy when asked, and has become free. */
  constructor(tab: Tab, targets: FrameTargets, answered: () => void) {
    this.#tab = tab;
    this.#targets = targets;
    this.#answered = answered;
  }

  async start(): Promise<void> {
    await this.#tab.cdp.send('Performance.enable', {});
  }

  /** Of this origin; without one it has no stores. */
  newDocument(origin: string | undefined): void {
    this.#origin = origin !== undefined && /^https?:/.test(origin) ? origin : undefined;
    this.#stores = false;
    this.#stirredAtMs = performance.now();
    this.#restsSinceMs = Number.POSITIVE_INFINITY;
  }

  /** Hears of programs that run meanwhile. Nothing of ours may, and nobody make the page's clock run ahead. */
  async during<T>(wait: () => Promise<T>): Promise<T> {
    const sinceMs = performance.now();
    const before = this.#heapBytes();
    const waited = await wait();
    const forMs = performance.now() - sinceMs;
    const after = this.#heapBytes();
    this.#measure(Promise.all([before, after]).then(([was, is]) => this.#compare(was, is, { sinceMs, forMs })));
    return waited;
  }

  /** How long the page is known to rest: no program ran in a while that began so long ago, nor was seen to since. */
  async restMs(): Promise<number> {
    await firstOf(Promise.all(this.#measuring), MEASURING_LIMIT_MS);
    return Math.max(0, performance.now() - this.#restsSinceMs);
  }

  /** Resolves when everything asked so far is known, of workers after a moment. */
  async look(): Promise<void> {
    if (this.#measuring.size === 0) this.#measure(this.#heapBytes());
    if (!this.#stores) this.#measure(this.#lookForStores());
    const workers = this.#targets.workers.slice(0, MAX_WORKERS_ASKED);
    const asked = workers.filter(({ sessionId }) => !this.#asked.has(sessionId)).map((worker) => this.#ask(worker));
    await Promise.all([
      firstOf(Promise.all(this.#measuring), MEASURING_LIMIT_MS),
      asked.length > 0 ? firstOf(Promise.all(asked), WORKER_ANSWER_MS) : undefined,
    ]);
  }

  state(nowMs: number): Work {
    return {
      workersSilent: this.#asked.size > 0,
      stores: this.#stores,
      stirredAgoMs: nowMs - this.#stirredAtMs,
      restMs: Math.max(0, nowMs - this.#restsSinceMs),
      lateMs: this.lateMs,
      slowness: this.#promptness.slowness,
    };
  }

  /** What time it was by the page's clock when it was last looked at. */
  get pageMs(): number {
    return this.#pageMs;
  }

  /** How long something may be on its way to the page already. */
  get lateMs(): number {
    return this.#promptness.lateMs;
  }

  #measure(measuring: Promise<unknown>): void {
    const done = measuring.catch(() => undefined).finally(() => this.#measuring.delete(done));
    this.#measuring.add(done);
  }

  /** To the byte: a program that runs takes some, and a page at rest takes none. */
  async #heapBytes(): Promise<number | undefined> {
    const askedMs = performance.now();
    const metrics = await pageMetrics(this.#tab.cdp);
    this.#promptness.answered(performance.now() - askedMs);
    if (metrics !== undefined) this.#pageMs = metrics.pageMs;
    return metrics?.heapBytes;
  }

  #compare(before: number | undefined, after: number | undefined, time: { sinceMs: number; forMs: number }): void {
    if (before !== after) {
      this.#stirredAtMs = performance.now();
      this.#restsSinceMs = Number.POSITIVE_INFINITY;
    } else if (before !== undefined && time.forMs >= SHORTEST_REST_MS) this.#restsSinceMs = time.sinceMs;
  }

  async #lookForStores(): Promise<void> {
    const origin = this.#origin;
    if (origin === undefined) return;
    const { usageBreakdown } = await this.#tab.cdp.send('Storage.getUsageAndQuota', { origin });
    if (origin === this.#origin) this.#stores ||= usageBreakdown.some(({ usage }) => usage > 0);
  }

  async #ask(worker: ChildTarget): Promise<void> {
    this.#asked.add(worker.sessionId);
    const askedMs = performance.now();
    await this.#targets.send(worker, 'Runtime.evaluate', { expression: '0' }).catch(() => undefined);
    this.#asked.delete(worker.sessionId);
    if (performance.now() - askedMs > PROMPT_ANSWER_MS) this.#answered();
  }
}
