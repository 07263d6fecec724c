import type { Page } from '../page/page.js';
import type { ExpectationFault, ExpectationTotals } from './expectation.js';
import type { CrawlFacts } from './page-row.js';
import type { Trap } from './traps.js';

/** What a crawl tells, in the order in which it happens. */
export type CrawlEvent =
  | CrawlPage
  | CrawlFailure
  | CrawlSkip
  | CrawlTrap
  | CrawlNotice
  | CrawlChange
  | CrawlExpectation
  | CrawlProgress
  | CrawlDone;

/** A page was read, and is kept if anything is. */
export interface CrawlPage extends CrawlFacts {
  readonly type: 'page';
  readonly page: Page;
  /** In the folder's `pages/`; of a crawl that has one. */
  readonly file?: string;
}

/** A page could not be read, or its server answered with a status of 400 or above: then `page` is what it answered. */
export interface CrawlFailure {
  readonly type: 'failure';
  readonly url: string;
  readonly depth: number;
  readonly from?: string;
  /** As of an error: `HTTP_STATUS` of an answer, `CONNECT_FAILED`, `TIMEOUT`, `REFUSED_ADDRESS`… */
  readonly code: string;
  readonly message: string;
  /** Whether it may succeed later. */
  readonly retryable: boolean;
  readonly status?: number;
  readonly page?: Page;
}

/** A URL is left aside. The first time it is come across, and once. */
export interface CrawlSkip {
  readonly type: 'skipped';
  readonly url: string;
  /** The frontier's reasons, `robots`, `noindex`… */
  readonly reason: string;
  readonly from?: string;
  readonly detail?: string;
}

/** Addresses without end were found; what is left of them is not asked for. */
export interface CrawlTrap extends Trap {
  readonly type: 'trap';
}

/** Something the operator should know that is no page's fault: a sitemap that cannot be read, a robots.txt out of reach. */
export interface CrawlNotice {
  readonly type: 'notice';
  readonly about: string;
  readonly message: string;
}

/** How a page compares with the crawl that `since` names. */
export interface CrawlChange {
  readonly type: 'change';
  readonly url: string;
  readonly change: 'new' | 'changed' | 'same' | 'gone';
}

/** A page is otherwise than `expect` says; or, when the crawl is complete, no page is like the pattern of one. */
export interface CrawlExpectation {
  readonly type: 'expectation';
  readonly url: string;
  readonly name: string;
  readonly faults: readonly ExpectationFault[];
}

/** Where the crawl stands: at most one a second, and fewer when nobody takes them. */
export interface CrawlProgress {
  readonly type: 'progress';
  readonly totals: CrawlTotals;
}

/** The last event. */
export interface CrawlDone {
  readonly type: 'done';
  readonly reason: CrawlEnd;
  readonly totals: CrawlTotals;
}

/** Why a crawl ended: nothing was left, or the limit that was reached. */
export type CrawlEnd = 'complete' | CrawlLimit;
export type CrawlLimit = 'max-pages' | 'max-pages-per-host' | 'max-bytes' | 'max-minutes' | 'max-failures';

/** Counts of a whole crawl, the runs before a `resume` included. */
export interface CrawlTotals {
  readonly pages: number;
  readonly failures: number;
  /** By reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly traps: number;
  /** Of the pages' texts in UTF-8. */
  readonly bytes: number;
  /** Waiting to be read. */
  readonly queued: number;
  readonly underWay: number;
  /** At which the crawl works now. */
  readonly concurrency: number;
  /** Pages read in a browser. */
  readonly rendered: number;
  /** Of this run, in milliseconds. */
  readonly elapsedMs: number;
  /** The host last asked. */
  readonly host?: string;
  /** Since the crawl that `since` names. */
  readonly changes?: Readonly<Record<CrawlChange['change'], number>>;
  /** Of a crawl with `expect`. */
  readonly expectations?: ExpectationTotals;
  /** What was learned of when a browser is needed. */
  readonly readers?: ReaderChoiceTotals;
}

export interface ReaderChoiceTotals {
  /** Shapes of URLs that are read over plain HTTP, and in a browser, without trying both. */
  readonly http: number;
  readonly browser: number;
  /** Pages read twice to see whether that is still right, and how many were not. */
  readonly sampled: number;
  readonly disagreed: number;
}
