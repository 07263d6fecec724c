/** By then a page at rest on a quiet machine has answered. */
const PROMPT_MS = 10;
/** What is on its way to the page takes some more hops than the answer to a question of ours, each as late. */
const HOPS = 4;
const MAX_LATE_MS = 1_000;
/** One answer may come soon by luck. */
const ANSWERS_KEPT = 2;

/**
 * How promptly a page answers, from questions asked anyway. Where the machine or the page is busy, an answer from a server
 * or a thread of the browser's own comes late to the page, too, and quiet proves nothing until that time has passed.
 */
export class Promptness {
  #tookMs: readonly number[] = [];

  /** A page at rest would have done so at once. */
  answered(tookMs: number): void {
    this.#tookMs = [...this.#tookMs, tookMs].slice(-ANSWERS_KEPT);
  }

  /** How long something may be on its way to the page already; 0 on a quiet machine. */
  get lateMs(): number {
    const longestMs = Math.max(0, ...this.#tookMs);
    return Math.min(MAX_LATE_MS, Math.max(0, longestMs - PROMPT_MS) * HOPS);
  }
}
