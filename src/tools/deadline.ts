import { TimeoutError } from '../base/errors.js';

/**
 * Runs `work` with a signal that fires when the caller aborts or the time is up, and settles then even when `work` pays
 * no heed: a third party's code may not know signals. Leaves no timer and no listener behind.
 *
 * @throws TimeoutError when the time is up; `signal.reason` after an abort; whatever `work` throws
 */
export async function withDeadline<T>(
  limits: { signal: AbortSignal | undefined; timeoutMs: number | undefined; what: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs, what } = limits;
  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const passOn = () => controller.abort(signal?.reason);
  const expire = () => controller.abort(new TimeoutError(`${what} was not done after ${timeoutMs} ms`));
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
  signal?.addEventListener('abort', passOn, { once: true });
  try {
    return await Promise.race([work(controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', passOn);
  }
}
