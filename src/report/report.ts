import type { Redirect } from '../base/redirect.js';
import type { CrawlEnd, CrawlTotals } from '../crawl/crawl-event.js';

/** What is amiss. */
export type FindingKind =
  /** A link within the crawl's scope leads to what cannot be read. */
  | 'broken-link'
  /** A page is not what `--expect` says of it. */
  | 'expectation'
  /** A link leads to what cannot be read on another site, where nobody's commit has broken it. */
  | 'broken-external-link'
  /** A link leads over two redirects or more. */
  | 'redirect-chain'
  /** A page of https includes something by http. */
  | 'mixed-content'
  /** A page has no title. */
  | 'missing-title'
  /** The sitemap names a page, and no page links to it. */
  | 'orphan-page'
  /** A page took longer than `--slow` (3 s). */
  | 'slow-page'
  /** A page's program wrote errors to the console, or threw what nobody caught. */
  | 'console-error'
  /** Without JavaScript a page of 50 words or more shows less than a fifth of them. */
  | 'needs-javascript'
  /** The guard refused what a page asked for, or the target of a link. */
  | 'refused-request'
  /** A page says nearly the same as another. */
  | 'duplicate-content'
  /** A page has no description for search results. */
  | 'missing-description'
  /** A page has images without alternative text. */
  | 'missing-alt';

/** `error` fails a run; `warning` and `info` do not. */
export type Severity = 'error' | 'warning' | 'info';

/** Something amiss, once, wherever it shows. */
export interface Finding {
  /** The same in every run for the same thing: `kind`, `url` and `subject`, hashed. */
  readonly id: string;
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** What is amiss: the broken URL, or the page that lacks something. */
  readonly url: string;
  /** What about it, where a URL may have several findings of a kind: the expectation's name, the console message. */
  readonly subject?: string;
  /** One sentence for a person. */
  readonly message: string;
  /** Further lines: the redirect chain, a diff, the messages of the console. */
  readonly details?: readonly string[];
  /** What was answered, or why nothing was. */
  readonly status?: number;
  readonly code?: string;
  /** Pages that link there, with what the link says: the first `LIMITS.reportReferrers` of `referrerCount`. */
  readonly referrers?: readonly Referrer[];
  readonly referrerCount?: number;
  /** How it compares with the baseline, where there is one. */
  readonly baseline?: 'new' | 'known';
  /** Runs in a row with this finding, this one included; of a run with a baseline. */
  readonly failedRuns?: number;
}

export interface Referrer {
  readonly url: string;
  /** What the link says. */
  readonly text: string;
}

/** A page as a report shows it. */
export interface ReportPage {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
  readonly status: number;
  readonly depth: number;
  readonly mediaType: string;
  /** From the page on which it was found first; absent of a seed and what only a sitemap names. */
  readonly from?: string;
  readonly redirects: readonly Redirect[];
  readonly fetchedAt: string;
  readonly elapsedMs?: number;
  readonly rendered: boolean;
  /** Of its text as Markdown. */
  readonly words: number;
  readonly serverWords?: number;
  readonly linksOut: number;
  readonly linksIn: number;
  /** The first `LIMITS.reportImages` of `imageCount`. */
  readonly images?: readonly { readonly url: string; readonly alt: string }[];
  readonly imageCount?: number;
  /** The beginning of its Markdown, at most `LIMITS.reportPreviewChars` characters. */
  readonly preview: string;
  /** Its file in `pages/`. */
  readonly file?: string;
  readonly nearDuplicateOf?: string;
  /** The ids of its findings. */
  readonly findings: readonly string[];
}

/** A URL that could not be read. */
export interface ReportFailure {
  readonly url: string;
  readonly depth: number;
  readonly from?: string;
  readonly code: string;
  readonly message: string;
  readonly status?: number;
}

/** A link between two pages of the report, by their places in `pages`. */
export type ReportEdge = readonly [from: number, to: number];

/** How the crawl compares with its baseline. */
export interface BaselineDiff {
  readonly newFindings: number;
  /** Of the baseline, no longer found. */
  readonly fixed: readonly {
    readonly id: string;
    readonly kind: FindingKind;
    readonly url: string;
    readonly message: string;
  }[];
  readonly newPages: readonly string[];
  readonly vanishedPages: readonly string[];
  readonly changedTitles: readonly { readonly url: string; readonly before?: string; readonly after?: string }[];
  /** Pages whose number of words changed by a tenth or more. */
  readonly changedWords: readonly { readonly url: string; readonly before: number; readonly after: number }[];
}

/** What a crawl came to: the value that every format of report is made of. Plain JSON, all of it hostile text. */
export interface Report {
  readonly schemaVersion: 1;
  readonly generator: string;
  readonly seeds: readonly string[];
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Absent of a crawl that was broken off. */
  readonly reason?: CrawlEnd;
  /**
   * Whether the pages were read with `audit`. Without it nobody has looked for mixed content, images without alternative text, errors of
   * programs, and pages that need JavaScript.
   */
  readonly isAudited: boolean;
  /** Of a crawl that was broken off only what its files tell. */
  readonly totals: Partial<CrawlTotals> & Pick<CrawlTotals, 'pages' | 'failures'>;
  /** Errors first, then by kind and URL. */
  readonly findings: readonly Finding[];
  /** How many of each severity fail the run is `failing`. */
  readonly counts: Readonly<Record<Severity | 'failing', number>>;
  /** In the order in which they were read. */
  readonly pages: readonly ReportPage[];
  readonly failures: readonly ReportFailure[];
  /** At most `LIMITS.reportEdges`, those between the pages nearest to the seeds. */
  readonly edges: readonly ReportEdge[];
  readonly baseline?: BaselineDiff;
}
