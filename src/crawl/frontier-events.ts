import type { Fingerprint } from './fingerprint.js';
import type { OutOfScope } from './scope.js';
import type { Trap, TrapKind } from './traps.js';
import type { UrlState } from './url-table.js';

/** A link as a page, a sitemap or the operator gives it. */
export interface FoundLink {
  /** Absolute. */
  readonly url: string;
  readonly text?: string;
  readonly rel?: string;
}

/** A link as a scorer sees it. */
export interface ScoredLink extends FoundLink {
  /** Links from a seed, by the shortest way known so far. */
  readonly depth: number;
  /** The page that it was found on; absent for seeds and entries of sitemaps. */
  readonly from?: string;
}

/** Why a URL is not read. */
export type SkipReason =
  | OutOfScope
  /** Not a URL of the web: `mailto:` and the like, none at all, or one with a password, which is never followed. */
  | 'not-web'
  /** Further from the seeds than `maxDepth`, by every way known. */
  | 'too-deep'
  /** Beyond the budget of a trap. */
  | 'trap'
  /** Left when the crawl, or the host, had all the pages it may have. */
  | 'max-pages'
  | 'max-pages-per-host'
  /** Left when the crawl was ended before its end. */
  | 'stopped'
  /** Another URL turned out to be the same page. */
  | 'duplicate';

/** A URL that will not be read, told once for each. */
export interface SkippedUrl {
  readonly url: string;
  readonly reason: SkipReason;
  readonly trap?: TrapKind;
  /** The URL that it is the same page as. */
  readonly of?: string;
}

/** What became of one link. */
export interface LinkDecision {
  /** As it was found. */
  readonly url: string;
  /** The normal form: the name of the URL in every later event. Absent for what is not of the web. */
  readonly key?: string;
  /**
   * `queued`: it will be handed out. `known`: it had been met before. `held`: it may yet be: a place within a page
   * (`#/…`) waits for the verdict whether such places are pages; what is too deep, for a shorter way to it.
   * `skipped`: it will not be read.
   */
  readonly verdict: 'queued' | 'known' | 'held' | 'skipped';
  readonly reason?: SkipReason;
  readonly trap?: TrapKind;
}

/** What came of a list of links. */
export interface Discovery extends CrawlNews {
  /** In the order of the list. */
  readonly links: readonly LinkDecision[];
}

/** A URL to be read now. */
export interface Handout {
  /** Its name in `started`, `finished`, `failed`, `released` and `discovered`. */
  readonly key: string;
  /** To be fetched: as the site writes it. */
  readonly url: string;
  /** Links from a seed, by the shortest way known so far. */
  readonly depth: number;
  /** Host, with the port where it is not the scheme's own. */
  readonly host: string;
  /** A place within a page that only its program can show: it needs a browser. */
  readonly route: boolean;
}

/** What was learnt by reading a URL. */
export interface PageFacts {
  /** Where the read ended, fragment included: `page.url`. */
  readonly finalUrl: string;
  /** What its `rel=canonical` claims. */
  readonly canonicalUrl?: string;
  /** Absent where there is no text to judge by. */
  readonly fingerprint?: Fingerprint;
}

/** Why the `rel=canonical` of a page was not believed. */
export type CanonicalFault = 'other-site' | 'out-of-scope' | 'content-differs' | 'unread';

/** What a page that was read is to the crawl. */
export type Judgement = {
  /** The normal form of where the read ended. */
  readonly key: string;
  readonly depth: number;
  /** Whether its links are to be given to `discovered`. */
  readonly follow: boolean;
} & (
  | {
      /** A page of its own: it counts. */
      readonly verdict: 'page';
      /** A page recorded before it with nearly the same wording. */
      readonly nearDuplicateOf?: string;
      readonly canonicalIgnored?: CanonicalFault;
    }
  | {
      /** The same page as one that is recorded: it does not count. */
      readonly verdict: 'duplicate';
      readonly of: string;
      readonly by: 'redirect' | 'canonical' | 'content' | 'anchor';
    }
  | {
      /**
       * A redirect led out of scope, or to a host that has its pages: it does not count, and its links are not
       * followed.
       */
      readonly verdict: 'outside';
      readonly reason: OutOfScope | 'not-web' | 'max-pages-per-host';
    }
);

/** What was learnt by the way. */
export interface CrawlNews {
  /** URLs that had been met and need not be read any more. */
  readonly skipped: readonly SkippedUrl[];
  /** Traps that were found, each told once; {@link Frontier.traps} has all with their counts so far. */
  readonly traps: readonly Trap[];
}

export type PageVerdict = Judgement & CrawlNews;

/** Where a crawl stands. Each URL is counted once. */
export interface FrontierCounts {
  readonly waiting: number;
  /** Places within pages that wait for the verdict whether they are pages, and what is too deep as yet. */
  readonly held: number;
  /** Started, and neither finished nor failed. */
  readonly active: number;
  /** Recorded: what `maxPages` counts. */
  readonly pages: number;
  readonly duplicates: number;
  readonly outside: number;
  readonly failed: number;
  /** Not read, by reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

/** What a frontier knows. */
export interface FrontierSnapshot {
  readonly urls: readonly {
    readonly key: string;
    readonly url: string;
    readonly state: UrlState;
    readonly depth: number;
    /** The page that it is another address of. */
    readonly of?: string;
  }[];
  readonly counts: FrontierCounts;
  readonly traps: readonly Trap[];
}
