import { abortable } from '../guard/abortable.js';

/** Work that is done once for all who wait for it, and ended when nobody does any more. */
export class JointWork<T> {
  readonly #ending = new AbortController();
  readonly #work: Promise<T>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#work = work(this.#ending.signal);
    // Whoever waits hears of a failure.
    this.#work.catch(() => undefined);
  }

  /** Everybody had left before it was done: it is to be begun anew. */
  get isAbandoned(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Rejects as the work does, and with `signal.reason`. */
  async join(signal?: AbortSignal): Promise<T> {
    this.#waiting += 1;
    let isDone = false;
    try {
      const result = await abortable(this.#work, signal);
      isDone = true;
      return result;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !isDone) this.#ending.abort(new DOMException('Nobody waits any more', 'AbortError'));
    }
  }
}
