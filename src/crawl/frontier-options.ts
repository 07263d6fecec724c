import type { ScoredLink } from './frontier-events.js';
import type { Scope } from './scope.js';
import type { KeyOptions } from './url-key.js';
import type { CrawlOrder } from './waiting-line.js';

export interface FrontierOptions extends KeyOptions {
  readonly scope: Scope;
  /**
   * Pages recorded, exactly: those handed out count until they have ended. Failures, duplicates and what is outside
   * do not count. Default: no limit.
   */
  readonly maxPages?: number | undefined;
  readonly maxPagesPerHost?: number | undefined;
  /** Links from a seed; 0: the seeds alone. Entries of sitemaps have 1. Default: no limit. */
  readonly maxDepth?: number | undefined;
  /**
   * `breadth` (default): by depth, and within it in the order of the pages that link and of their links. `depth`: the
   * links of the page begun last first. `best`: the highest score first, those of one score by breadth.
   */
  readonly order?: CrawlOrder | undefined;
  /** For `best`: higher is sooner. To be pure: a resumed crawl asks it again. What is not a number counts as 0. */
  readonly score?: ((link: ScoredLink) => number) | undefined;
  /** Whether `#/x` and `#!x` are pages: found out by reading a few (`auto`, default), always, never. */
  readonly hashRoutes?: 'auto' | 'always' | 'never' | undefined;
  /**
   * Whether URLs beyond the budget of a trap are left out (default true). Session ids that a site has shown to mean
   * nothing are no part of a URL either way.
   */
  readonly avoidTraps?: boolean | undefined;
}
