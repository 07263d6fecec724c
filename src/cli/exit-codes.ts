import { isPagewardError } from '../base/errors.js';
import type { CrawlEnd } from '../crawl/crawl-event.js';

/** What the program's exit code says. Stable: scripts rely on it. */
export const EXIT = {
  clean: 0,
  /** Something was found, or a page could not be read. */
  findings: 1,
  /** The call was wrong: unknown flag, bad value, bad configuration. */
  usage: 2,
  /** The call was right and could not be carried out on this machine. */
  unable: 3,
  /** What was asked for was cut short by a limit that was asked for too, and nothing was found until then. */
  limit: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const UNABLE: ReadonlySet<string> = new Set([
  'BROWSER_MISSING',
  'BROWSER_LAUNCH',
  'GUARD_SELFTEST',
  'MISSING_KEY',
  'PEER_MISSING',
  'PACKAGE_BUNDLED',
  'LISTEN_FAILED',
  'JOURNAL_CORRUPT',
  'JOURNAL_FAILED',
  'JOURNAL_LOCKED',
  'QUEUE_UNREACHABLE',
  'QUEUE_CORRUPT',
]);
const USAGE: ReadonlySet<string> = new Set([
  'INVALID_OPTION',
  'INVALID_URL',
  'INVALID_QUERY',
  'INVALID_INPUT',
  'JOURNAL_EXISTS',
  'JOURNAL_MISSING',
  'JOURNAL_DIFFERS',
]);

/** The exit code of a failure; what is not an error of ours was not foreseen, so nothing could run. */
export function exitCodeOf(error: unknown): ExitCode {
  return isPagewardError(error) ? exitCodeFor(error.code) : EXIT.unable;
}

export function exitCodeFor(errorCode: string): ExitCode {
  if (UNABLE.has(errorCode)) return EXIT.unable;
  return USAGE.has(errorCode) ? EXIT.usage : EXIT.findings;
}

/** Of a crawl: what was found counts before the limit that cut it short. */
export function exitCodeOfCrawl(
  reason: CrawlEnd | undefined,
  { isFailing }: { readonly isFailing: boolean },
): ExitCode {
  if (isFailing) return EXIT.findings;
  return reason === 'complete' ? EXIT.clean : EXIT.limit;
}

/** The graver of two outcomes, so that one bad URL among many is told whatever comes after it. */
export function graver(one: ExitCode, other: ExitCode): ExitCode {
  return one > other ? one : other;
}
