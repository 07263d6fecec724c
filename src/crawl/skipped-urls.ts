import type { CrawlNews, SkippedUrl, SkipReason } from './frontier-events.js';
import { HashIndex } from './hash-index.js';
import { type Trap, type TrapSign, Traps } from './traps.js';

/** URLs that will not be read: each counted once, by its reason. Of those met as links only a hash is kept. */
export class SkippedUrls {
  readonly traps = new Traps();
  readonly #met = new HashIndex();
  readonly #counts = new Map<SkipReason, number>();
  #skipped: SkippedUrl[] = [];
  #newTraps: Trap[] = [];

  /** Whether a link of this key has been skipped. */
  has(key: string): boolean {
    return this.#met.get(key) !== undefined;
  }

  /** A link is skipped; its decision tells so. Whether it is the first of its key. */
  link(key: string, url: string, reason: SkipReason, sign?: TrapSign): boolean {
    if (!this.#met.add(key)) return false;
    this.#count(reason);
    if (sign !== undefined) this.trap(sign, url);
    return true;
  }

  /** A URL that was going to be read is skipped. */
  known(skipped: SkippedUrl): void {
    this.#count(skipped.reason);
    this.#skipped.push(skipped);
  }

  /** One that was skipped is read after all. */
  takeBack(reason: SkipReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) - 1);
  }

  /** A URL is left out for a trap. */
  trap(sign: TrapSign, url: string): void {
    const found = this.traps.count(sign, url);
    if (found !== undefined) this.#newTraps.push(found);
  }

  counts(): Partial<Record<SkipReason, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** What is new since the last time. */
  news(): CrawlNews {
    const news = { skipped: this.#skipped, traps: this.#newTraps };
    this.#skipped = [];
    this.#newTraps = [];
    return news;
  }

  #count(reason: SkipReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }
}
