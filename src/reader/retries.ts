import { delay } from '../base/deadline.js';
import { isPagewardError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { retryAfterMs } from '../base/retry-after.js';
import type { HttpResponse } from '../guard/http-client.js';

export interface RetryOptions {
  readonly retries: number;
  readonly signal: AbortSignal;
  /** Of all attempts together; one that could not begin in time is not made. 0 for no limit. */
  readonly timeoutMs: number;
}

const RETRIED_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Makes a request again that may be made twice: after a network fault, and after an answer that says "later" and no later
 * than we care to wait. Never after a refusal or a deadline.
 *
 * @throws whatever the last attempt does; `signal.reason`.
 */
export async function withRetries(
  request: () => Promise<HttpResponse>,
  { retries, signal, timeoutMs }: RetryOptions,
): Promise<HttpResponse> {
  const started = performance.now();
  const timeLeft = (pauseMs: number) => timeoutMs === 0 || performance.now() - started + pauseMs < timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt === retries;
    try {
      const response = await request();
      const pauseMs = retryPauseMs(response, attempt);
      if (last || pauseMs === undefined || !timeLeft(pauseMs)) return response;
      await delay(pauseMs, signal);
    } catch (error) {
      const pauseMs = backoffMs(attempt);
      if (last || !isPagewardError(error) || !error.retryable || error.code === 'TIMEOUT') throw error;
      if (!timeLeft(pauseMs)) throw error;
      await delay(pauseMs, signal);
    }
  }
}

function backoffMs(attempt: number): number {
  return Math.min(100 * 2 ** attempt, LIMITS.retryAfterMs);
}

/** How long to wait before asking again; undefined when the answer stands. */
function retryPauseMs(response: HttpResponse, attempt: number): number | undefined {
  if (!RETRIED_STATUS.has(response.statusCode)) return undefined;
  const askedMs = retryAfterMs(response.headers['retry-after']);
  if (askedMs === undefined) return backoffMs(attempt);
  // A server that wants a longer pause is not pressed: its answer is the page.
  return askedMs > LIMITS.retryAfterMs ? undefined : askedMs;
}
