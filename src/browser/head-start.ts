import type { HeadStart } from './settle-observation.js';
import { FIRST_RUN_MS } from './settle-verdict.js';

/** How far a page's clock has been made to run ahead of ours, and when: by that its times are told in ours. */
export class HeadStartRecord {
  #totalMs = 0;
  #gainedMs = 0;
  #ranAtMs = 0;
  #isCalm = false;
  #calm = { sinceMs: 0, aheadMs: 0 };

  /** Of page time, with this document, or since the page was to settle anew. */
  get totalMs(): number {
    return this.#totalMs;
  }

  /** Page time that passed beyond the real one, of all documents. */
  get gainedMs(): number {
    return this.#gainedMs;
  }

  /** When the last run began, in our time. */
  get ranAtMs(): number {
    return this.#ranAtMs;
  }

  /** Another document, or the same that is to settle anew. */
  startOver(): void {
    this.#totalMs = 0;
  }

  /** A run begins now, the last news having come at `newsAtMs`. */
  begins(nowMs: number, newsAtMs: number): void {
    this.#ranAtMs = nowMs;
    this.#isCalm = this.#totalMs >= FIRST_RUN_MS;
    if (this.#calm.sinceMs <= newsAtMs) this.#calm = { sinceMs: nowMs, aheadMs: 0 };
  }

  /** So much page time has passed in the run, for which the page took `tookMs`. */
  passed(pageMs: number, { tookMs, isParsed }: { readonly tookMs: number; readonly isParsed: boolean }): void {
    this.#gainedMs += pageMs - tookMs;
    if (!isParsed) return;
    this.#totalMs += pageMs;
    if (this.#isCalm) this.#calm.aheadMs += pageMs;
  }

  seen(newsAtMs: number): Omit<HeadStart, 'isVirtual'> {
    return { totalMs: this.#totalMs, calmMs: this.#calm.sinceMs > newsAtMs ? this.#calm.aheadMs : 0 };
  }

  /** When the page changed, in our time; of its own we know only how much has passed since. */
  whenChanged(unchangedMs: number, nowMs: number): number {
    const { sinceMs, aheadMs } = this.#calm;
    const wasCalm = aheadMs > 0 && unchangedMs > aheadMs + (nowMs - sinceMs);
    // What changed during the last run did so at some moment of it: news either way.
    return wasCalm ? Math.min(nowMs - unchangedMs, sinceMs - 1) : Math.max(nowMs - unchangedMs, this.#ranAtMs);
  }
}
