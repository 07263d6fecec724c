import { LIMITS } from '../base/limits.js';

/** How one request to a host ended, for the pace of those after it. */
export interface PaceOutcome {
  /** Absent where there was no answer. */
  readonly statusCode?: number;
  /** The answer's Retry-After header, as sent. */
  readonly retryAfter?: string;
  /** Time to the answer in milliseconds. */
  readonly elapsedMs: number;
}

/** The same, as the pace is reckoned from it. Times are by the crawl's clock. */
export interface PaceEvent extends Omit<PaceOutcome, 'retryAfter'> {
  readonly startedAt: number;
  readonly retryAfterMs?: number | undefined;
}

export interface PaceSettings {
  /** Requests to one host at a time, at most. Default 8. */
  readonly maxPerHost?: number;
  /** Between the starts of two requests to one host, at least, in milliseconds. Default 0. */
  readonly spacingMs?: number;
  /** How long a host may ask to be left alone; longer, and its URLs fail instead of waiting. Default 600 000. */
  readonly maxQuietMs?: number;
}

/** How fast one host is asked. Times are by the crawl's clock. */
export interface HostPace {
  /** Requests at a time; its whole part counts. */
  readonly atATime: number;
  /** Between the starts of two, beyond what settings and robots.txt ask for. */
  readonly spacingMs: number;
  /** Nothing is asked before. */
  readonly quietUntil: number;
  /** When it was last slowed down; undefined before that. */
  readonly slowedAt?: number;
  /** How long its answers take when it is well. */
  readonly usualMs?: number;
  /** Requests in a row that failed. */
  readonly failures: number;
}

/** Where a host begins: a few at a time, since nothing is known about it. */
export function firstPace({ maxPerHost = LIMITS.hostRequests }: PaceSettings): HostPace {
  return { atATime: Math.min(FIRST_AT_A_TIME, maxPerHost), spacingMs: 0, quietUntil: 0, failures: 0 };
}

const FIRST_AT_A_TIME = 2;
const SPACING_STEP_MS = 250;
const SPACING_MAX_MS = 10_000;
/** Below this a spacing is none. */
const SPACING_MIN_MS = 20;
/** An answer is slow that takes so many times as long as usual, and so much longer. */
const SLOW_FACTOR = 4;
const SLOW_BEYOND_MS = 500;
/** So many failures in a row, and the host counts as down for a while; then one request finds out. */
const FAILURES_OF_A_HOST_DOWN = 10;
const DOWN_MS = 60_000;

/** Answers that say that it is too much, or that the server behind is gone. A 500 may be the fault of its page alone. */
const OVERLOAD: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * The pace after a request: additive increase, multiplicative decrease, as TCP shares a line. Faster by one more request
 * at a time for each that goes well until it was slowed for the first time, after that by one for each round of them;
 * half as fast when it fails. What was begun before it was slowed does not slow it again.
 *
 * @param now by the crawl's clock
 */
export function paceAfter(
  pace: HostPace,
  event: PaceEvent,
  now: number,
  { maxPerHost = LIMITS.hostRequests }: PaceSettings,
): HostPace {
  const { statusCode, elapsedMs, startedAt } = event;
  const isNews = pace.slowedAt === undefined || startedAt >= pace.slowedAt;
  if (statusCode === undefined || OVERLOAD.has(statusCode)) return afterFailure(pace, event, isNews, now);
  const { usualMs = elapsedMs } = pace;
  const learnt = { ...pace, failures: 0, usualMs: usualAfter(usualMs, elapsedMs) };
  if (elapsedMs > usualMs * SLOW_FACTOR && elapsedMs > usualMs + SLOW_BEYOND_MS) {
    return isNews ? { ...learnt, atATime: Math.max(1, pace.atATime * 0.75), slowedAt: now } : learnt;
  }
  const step = pace.slowedAt === undefined ? 1 : 1 / pace.atATime;
  const spacingMs = pace.spacingMs * 0.8;
  return {
    ...learnt,
    atATime: Math.min(maxPerHost, pace.atATime + step),
    spacingMs: spacingMs < SPACING_MIN_MS ? 0 : spacingMs,
  };
}

function afterFailure(pace: HostPace, { retryAfterMs }: PaceEvent, isNews: boolean, now: number): HostPace {
  const slower = isNews
    ? {
        ...pace,
        atATime: Math.max(1, pace.atATime / 2),
        spacingMs: Math.min(SPACING_MAX_MS, Math.max(SPACING_STEP_MS, pace.spacingMs * 2)),
        slowedAt: now,
      }
    : pace;
  const failures = pace.failures + 1;
  const quietMs = Math.max(retryAfterMs ?? slower.spacingMs, failures >= FAILURES_OF_A_HOST_DOWN ? DOWN_MS : 0);
  return { ...slower, failures, quietUntil: Math.max(pace.quietUntil, now + quietMs) };
}

/** Follows faster answers quickly and slower ones slowly, so that a queue that builds up does not become the usual. */
function usualAfter(usualMs: number, elapsedMs: number): number {
  return usualMs + (elapsedMs - usualMs) * (elapsedMs < usualMs ? 0.3 : 0.02);
}

/** Failures that say something about a host. A refusal of our own guard, or a browser that breaks, does not. */
const FAULTS: ReadonlySet<string> = new Set([
  'CONNECT_FAILED',
  'CONNECTION_LOST',
  'DNS_FAILED',
  'TLS_FAILED',
  'TIMEOUT',
]);

/** How a request ended that had no answer, by its error's code; undefined where that says nothing about the host. */
export function faultOutcome(code: string | undefined, elapsedMs: number): PaceOutcome | undefined {
  return code !== undefined && FAULTS.has(code) ? { elapsedMs } : undefined;
}

/** Whether waiting for the host makes no sense now: it has failed too often, or asks to be left alone for too long. */
export function isGivenUp(
  { failures, quietUntil }: HostPace,
  now: number,
  { maxQuietMs = LIMITS.hostQuietMs }: PaceSettings,
): boolean {
  return quietUntil - now > maxQuietMs || (failures >= FAILURES_OF_A_HOST_DOWN && quietUntil > now);
}
