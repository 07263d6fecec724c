import type { PageProbe } from '../page/probe-script.js';

/** Frames are drawn no more often than that, some machines' apart. */
const SHORTEST_FRAME_MS = 8;
/** And at first at least so often, or nobody could tell them from a clock that ticks. */
const LONGEST_FRAME_MS = 40;
/** What a moment of anything else can bring. */
const STRAY_CHANGES = 5;

/** Two frames; of less time nothing can be said. */
const SHORTEST_LOOK_MS = 33;
/** So long a busy machine may draw none. */
const LONGEST_PAUSE_MS = 100;

/** A look at the page; times are ours. */
interface Look extends Pick<PageProbe, 'changes'> {
  readonly askedMs: number;
  readonly atMs: number;
  /** The page's clock has done so since the last look. */
  readonly ranAhead: boolean;
}

/**
 * Whether a page's text changes with every frame that is drawn: a number that counts up, letters that come one by one.
 * Frames take their real time, whatever the page's clock says, so that what changes by timers changes far more often while
 * that runs ahead.
 */
export class RunningText {
  #last: Pick<Look, 'changes' | 'askedMs' | 'atMs'> = { changes: 0, askedMs: 0, atMs: 0 };
  #ranAhead = false;
  #byTimer = false;
  #runs = false;

  /** Is told of every look, in their order. */
  looked({ changes, askedMs, atMs, ranAhead }: Look): void {
    const came = changes - this.#last.changes;
    const passedMs = atMs - this.#last.atMs;
    this.#ranAhead ||= ranAhead;
    // A document that has changed less often than the one before is another.
    if (came >= 0 && passedMs < (this.#runs && came === 0 ? LONGEST_PAUSE_MS : SHORTEST_LOOK_MS)) return;
    // The last look may have been answered long before it was heard of.
    const mostFrames = (atMs - this.#last.askedMs) / SHORTEST_FRAME_MS;
    if (this.#ranAhead) this.#byTimer = came > mostFrames + STRAY_CHANGES;
    const isEachFrame = this.#runs ? came > 0 : came > 1 && came >= passedMs / LONGEST_FRAME_MS;
    this.#runs = isEachFrame && !this.#byTimer;
    this.#last = { changes, askedMs, atMs };
    this.#ranAhead = false;
  }

  get runs(): boolean {
    return this.#runs;
  }
}
