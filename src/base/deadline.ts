import { TimeoutError } from './errors.js';

export interface DeadlineOptions {
  readonly signal?: AbortSignal | undefined;
  /** 0 means no deadline. */
  readonly timeoutMs: number;
  /** What would be late, as the subject of a sentence: `reading https://…`. */
  readonly what: string;
}

/**
 * Runs `work` under the caller's signal and a deadline. Whichever comes first ends the call at once, even when the work
 * does not listen, and aborts the signal that the work was given. The timer and the listener are gone when it returns.
 *
 * @throws `signal.reason` when the caller aborted; TimeoutError when the deadline passed.
 */
export async function withDeadline<T>(options: DeadlineOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, timeoutMs, what } = options;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer =
    timeoutMs > 0
      ? setTimeout(() => controller.abort(new TimeoutError(`${what} took longer than ${timeoutMs} ms`)), timeoutMs)
      : undefined;
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/**
 * Waits, unless aborted first.
 *
 * @throws `signal.reason`
 */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
