import type { ToolProgress } from '../tools/tool.js';

/** What a client is told: `progress` are the seconds since the call came in, so that it rises whatever happens. */
export interface ReportedProgress {
  readonly progress: number;
  readonly message?: string;
}

/** Clients count silence as a fault, and some start their time-out anew with each report. */
const BEAT_MS = 1_000;
/** A quarter of a second apart at least: more is noise. */
const SPACING_MS = 250;

/**
 * Tells a client how a call comes along: what the tool says of itself, and once a second that it is still at work. A call
 * that is quick makes no report.
 */
export class ProgressReporter {
  readonly #send: (progress: ReportedProgress) => void;
  readonly #startedMs = performance.now();
  readonly #beat: NodeJS.Timeout;
  #message: string | undefined;
  #sent = 0;
  #due: NodeJS.Timeout | undefined;

  constructor(send: (progress: ReportedProgress) => void) {
    this.#send = send;
    this.#beat = setInterval(() => this.#report(), BEAT_MS);
  }

  /** Takes what a tool says; it is sent as soon as that is not too soon after the last. */
  report({ message, progress, total }: ToolProgress): void {
    const share = total === undefined ? '' : `${progress} of ${total}`;
    this.#message = [share, message].filter((part) => part).join(': ') || this.#message;
    this.#due ??= setTimeout(() => this.#report(), SPACING_MS);
  }

  /** To be called at the end of the call: nothing is sent after its result. */
  close(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#due);
  }

  #report(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    const seconds = Math.round((performance.now() - this.#startedMs) / 10) / 100;
    // Timers may be late and then come together.
    if (seconds < this.#sent + SPACING_MS / 1_000) return;
    this.#sent = seconds;
    this.#send({ progress: seconds, ...(this.#message !== undefined && { message: this.#message }) });
  }
}
