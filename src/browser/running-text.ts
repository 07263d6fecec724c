import type { PageProbe } from '../page/probe-script.js';

/** Frames are drawn no more often than that, some machines' apart. */
const SHORTEST_FRAME_MS = 8;
/** And on a busy machine at least so often, or nobody could tell them from a clock that ticks. */
const LONGEST_FRAME_MS = 40;
/** What a moment of anything else can bring. */
const STRAY_CHANGES = 5;

/** Two frames; of less time nothing can be said. */
const SHORTEST_LOOK_MS = 33;

/**
 * Whether a page's text changes with every frame that is drawn: a number that counts up, letters that come one by one.
 * Frames take their real time, whatever the page's clock says, so that what changes by timers changes far more often while
 * that runs ahead.
 */
export class RunningText {
  #last = { changes: 0, atMs: 0 };
  #ranAhead = false;
  #byTimer = false;
  #runs = false;

  /** `nowMs` is of our time. `ranAhead`: the page's clock has done so since the last look. */
  looked({ changes }: Pick<PageProbe, 'changes'>, nowMs: number, { ranAhead }: { ranAhead: boolean }): void {
    const came = changes - this.#last.changes;
    const passedMs = nowMs - this.#last.atMs;
    this.#ranAhead ||= ranAhead;
    // A document that has changed less often than the one before is another.
    if (passedMs < SHORTEST_LOOK_MS && came >= 0) return;
    const isTooOften = came > passedMs / SHORTEST_FRAME_MS + STRAY_CHANGES;
    if (this.#ranAhead) this.#byTimer = isTooOften;
    this.#runs = came > 1 && came >= passedMs / LONGEST_FRAME_MS && !isTooOften && !this.#byTimer;
    this.#last = { changes, atMs: nowMs };
    this.#ranAhead = false;
  }

  get runs(): boolean {
    return this.#runs;
  }
}
