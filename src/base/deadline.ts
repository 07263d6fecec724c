import { TimeoutError, UsageError } from './errors.js';

/** The longest time that `setTimeout` can count; a longer one would be over at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

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
 * @throws `signal.reason` when the caller aborted; TimeoutError when the deadline passed; UsageError `INVALID_OPTION` for
 * a negative `timeoutMs` or none at all.
 */
export async function withDeadline<T>(options: DeadlineOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, timeoutMs, what } = options;
  if (!(timeoutMs >= 0)) throw invalidTimeout(timeoutMs);
  signal?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const onDeadline = (): void => controller.abort(new TimeoutError(`${what} took longer than ${timeoutMs} ms`));
  const timer = timeoutMs > 0 ? setTimeout(onDeadline, Math.min(timeoutMs, LONGEST_TIMER_MS)) : undefined;
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

function invalidTimeout(timeoutMs: unknown): UsageError {
  return new UsageError(`timeoutMs: must be 0 (no deadline) or a positive number of milliseconds (got ${timeoutMs})`, {
    code: 'INVALID_OPTION',
    details: { option: 'timeoutMs' },
  });
}
