import { detourOf } from '../../base/detour.js';
import { isPagewardError } from '../../base/errors.js';
import { LIMITS } from '../../base/limits.js';
import { QueueFull } from './read-queue.js';

/** Why a request got no page, as its caller is told: nothing that only the operator may know. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly retryAfterSeconds?: number;
}

const STATUS: Readonly<Record<string, number>> = {
  INVALID_URL: 400,
  INVALID_OPTION: 400,
  // What was to be waited for did not come.
  ACTION_FAILED: 422,
  TIMEOUT: 504,
  // Here something is missing or busy, or is about to end.
  RATE_LIMITED: 503,
  BROWSER_MISSING: 503,
  BROWSER_LAUNCH: 503,
  BROWSER_CRASHED: 503,
  GUARD_SELFTEST: 503,
  PACKAGE_BUNDLED: 503,
  CLOSED: 503,
};

/**
 * What a failure is to a caller: 400 of the caller's making, 403 for every refusal of the guard, 502 where the site gave
 * nothing that can be read, 503 where this server cannot, 504 when the time was up. A failure that was not foreseen is
 * told without its text, which could tell anything.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof QueueFull) {
    const retryAfterSeconds = LIMITS.serveRetryAfterSeconds;
    return { status: 429, code: 'BUSY', message: 'Too many pages are being read here.', retryAfterSeconds };
  }
  if (!isPagewardError(error)) {
    return { status: 500, code: 'UNEXPECTED', message: 'Something failed here that should not.' };
  }
  const { code, message, hint, details } = error;
  const retryAfterMs = details['retryAfterMs'];
  return {
    status: STATUS[code] ?? (code.startsWith('REFUSED_') ? 403 : 502),
    code,
    message: detourOf(details) + message,
    hint,
    ...(typeof retryAfterMs === 'number' && { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }),
  };
}
