import type { Clock } from '../base/clock.js';
import { withDeadline } from '../base/deadline.js';
import { isPagewardError, messageOf } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { redactUrl } from '../base/url.js';
import type { Page } from '../page/page.js';
import type { PageReader } from '../reader/reader.js';
import type { MetFailure } from './crawl-state.js';
import { faultOutcome, type PaceOutcome } from './host-pace.js';

export interface VisitOptions {
  readonly reader: PageReader;
  /** Of one read; 0 for none. */
  readonly timeoutMs: number;
  readonly images: boolean;
  readonly audit: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** How the reading of a URL ended. */
export type Visit = Ending & {
  /** What it says about the pace that the host bears, if anything. */
  readonly pace: PaceOutcome | undefined;
};

type Ending =
  | { readonly kind: 'page'; readonly page: Page }
  /** `later`: another try may do better. */
  | { readonly kind: 'failure'; readonly failure: MetFailure; readonly later: boolean }
  /** No page can be read any more: no browser, a closed reader. */
  | { readonly kind: 'broken'; readonly error: unknown };

/** A reader of ours ends its reads itself; one of somebody else's may not, and must not hold up the crawl. */
const GRACE_MS = 5_000;

/** Answers by which a server puts its visitor off. */
const PUTS_OFF: ReadonlySet<number> = new Set([429, 503]);
const MAY_PASS: ReadonlySet<string> = new Set([
  'CONNECT_FAILED',
  'CONNECTION_LOST',
  'DNS_FAILED',
  'BROWSER_CRASHED',
  'RATE_LIMITED',
]);
const ALL_FAIL: ReadonlySet<string> = new Set([
  'BROWSER_MISSING',
  'BROWSER_LAUNCH',
  'GUARD_SELFTEST',
  'CLOSED',
  'INVALID_OPTION',
]);

/** Reads one URL. Rejects with `signal.reason` only. */
export async function visit(url: string, options: VisitOptions): Promise<Visit> {
  const { clock } = options;
  const started = clock.now();
  const ending = await read(url, options);
  return { ...ending, pace: paceOutcome(ending, clock.now() - started) };
}

async function read(url: string, { reader, timeoutMs, images, audit, signal }: VisitOptions): Promise<Ending> {
  const deadline = { signal, timeoutMs: timeoutMs === 0 ? 0 : timeoutMs + GRACE_MS, what: `reading ${redactUrl(url)}` };
  try {
    const page = await withDeadline(deadline, async (inner) =>
      reader.read(url, { signal: inner, timeoutMs, ...(images && { images }), ...(audit && { audit }) }),
    );
    return page.statusCode < 400 ? { kind: 'page', page } : refusedBy(page);
  } catch (error) {
    signal.throwIfAborted();
    return failed(error);
  }
}

function paceOutcome(ending: Ending, elapsedMs: number): PaceOutcome | undefined {
  const page = ending.kind === 'page' ? ending.page : ending.kind === 'failure' ? ending.failure.page : undefined;
  if (page === undefined) return faultOutcome(ending.kind === 'failure' ? ending.failure.code : undefined, elapsedMs);
  const retryAfter = page.revisit?.retryAfter;
  return { elapsedMs, statusCode: page.statusCode, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

function refusedBy(page: Page): Ending {
  const { statusCode: status } = page;
  const later = PUTS_OFF.has(status);
  const failure = { code: 'HTTP_STATUS', message: `the server answered ${status}`, retryable: later, status, page };
  return { kind: 'failure', failure, later };
}

function failed(error: unknown): Ending {
  if (!isPagewardError(error)) {
    // A reader of somebody else's may throw anything.
    const message = messageOf(error);
    return { kind: 'failure', failure: { code: 'UNEXPECTED', message, retryable: false }, later: false };
  }
  const { code, message, retryable } = error;
  if (ALL_FAIL.has(code)) return { kind: 'broken', error };
  return { kind: 'failure', failure: { code, message, retryable }, later: MAY_PASS.has(code) };
}

/** How long one read of a crawl may take. */
export function visitTimeoutMs(asked: number | undefined, readers: number | undefined): number {
  return asked ?? readers ?? LIMITS.readTimeoutMs;
}
