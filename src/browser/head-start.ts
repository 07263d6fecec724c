import type { HeadStart } from './settle-observation.js';
import { FIRST_RUN_MS } from './settle-verdict.js';

/** A run takes less of a page that only has timers. */
const LONG_RUN_MS = 25;
/** What goes on in real time after a longer one, of its length: a file is copied to the browser and read from there. */
const AFTERMATH = 2;
const MOST_AFTERMATH_MS = 150;

interface Stride {
  readonly nowMs: number;
  readonly tookMs: number;
  readonly isParsed: boolean;
}

/** How far a page's clock has been made to run ahead of ours, and when: by that its times are told in ours. */
export class HeadStartRecord {
  #totalMs = 0;
  #gainedMs = 0;
  #ranAtMs = 0;
  #tookMs = 0;
  #worksUntilMs = 0;
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

  /**
   * Until when what the page set off in a run may go on in real time without a sign: where it worked for long, as one
   * that reads a file which it has just made.
   */
  get worksUntilMs(): number {
    return this.#worksUntilMs;
  }

  /** Another document, or the same that is to settle anew. */
  startOver(): void {
    this.#totalMs = 0;
    this.#worksUntilMs = 0;
  }

  /** A run begins now, the last news having come at `newsAtMs`. */
  begins(nowMs: number, newsAtMs: number): void {
    this.#ranAtMs = nowMs;
    this.#tookMs = 0;
    this.#isCalm = this.#totalMs >= FIRST_RUN_MS;
    if (this.#calm.sinceMs <= newsAtMs) this.#calm = { sinceMs: nowMs, aheadMs: 0 };
  }

  /** So much page time has passed in the run by now, for which the page took `tookMs`. */
  passed(pageMs: number, { nowMs, tookMs, isParsed }: Stride): void {
    this.#tookMs += tookMs;
    if (this.#tookMs > LONG_RUN_MS) this.#worksUntilMs = nowMs + Math.min(this.#tookMs * AFTERMATH, MOST_AFTERMATH_MS);
    this.#gainedMs += pageMs - tookMs;
    if (!isParsed) return;
    this.#totalMs += pageMs;
    if (this.#isCalm) this.#calm.aheadMs += pageMs;
  }

  seen(nowMs: number, newsAtMs: number): Omit<HeadStart, 'isVirtual'> {
    return {
      totalMs: this.#totalMs,
      calmMs: this.#calm.sinceMs > newsAtMs ? this.#calm.aheadMs : 0,
      workedAgoMs: nowMs - this.#worksUntilMs,
    };
  }

  /** When the page changed, in our time; of its own we know only how much has passed since. */
  whenChanged(unchangedMs: number, nowMs: number): number {
    const { sinceMs, aheadMs } = this.#calm;
    const wasCalm = aheadMs > 0 && unchangedMs > aheadMs + (nowMs - sinceMs);
    // What changed during the last run did so at some moment of it: news either way.
    return wasCalm ? Math.min(nowMs - unchangedMs, sinceMs - 1) : Math.max(nowMs - unchangedMs, this.#ranAtMs);
  }
}
