import { LONGEST_TIMER_MS } from '../../base/deadline.js';
import { Turns } from '../../base/turns.js';

/** Both at least 1, but `queue` may be 0: then nobody waits. */
export interface QueueLimits {
  readonly concurrency: number;
  readonly queue: number;
}

/** There is no room for another read now, or none came to be while it waited. */
export class QueueFull extends Error {}

/** Lets a few reads run at a time and a few wait; whoever comes then is sent away at once, before there is any work done. */
export class ReadQueue {
  readonly #turns: Turns;
  readonly #limits: QueueLimits;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#turns = new Turns(limits.concurrency);
  }

  get inFlight(): number {
    return this.#turns.taken;
  }

  get queued(): number {
    return this.#turns.waiting;
  }

  /**
   * Runs `work` in its turn, and tells it how long that took to come.
   *
   * @param waitMs the longest to wait for a turn; 0 for as long as it takes
   * @throws QueueFull; `signal.reason`; whatever `work` throws
   */
  async run<Result>(
    { signal, waitMs }: { readonly signal: AbortSignal; readonly waitMs: number },
    work: (waitedMs: number) => Promise<Result>,
  ): Promise<Result> {
    const { concurrency, queue } = this.#limits;
    if (this.#turns.taken >= concurrency && this.#turns.waiting >= queue) throw new QueueFull();
    const started = performance.now();
    const waiting = new AbortController();
    const onAbort = (): void => waiting.abort(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', onAbort, { once: true });
    const onLate = (): void => waiting.abort(new QueueFull());
    const timer = waitMs > 0 ? setTimeout(onLate, Math.min(waitMs, LONGEST_TIMER_MS)) : undefined;
    try {
      await this.#turns.enter(waiting.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
    try {
      return await work(performance.now() - started);
    } finally {
      this.#turns.leave();
    }
  }
}
