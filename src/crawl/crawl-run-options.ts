import type { Clock } from '../base/clock.js';
import type { ConcurrencyBounds } from './concurrency.js';
import type { Completion } from './crawl-completion.js';
import type { CrawlFolder } from './crawl-folder.js';
import type { CrawlReader } from './crawl-reader.js';
import type { CrawlState } from './crawl-state.js';
import type { HostTurns } from './host-turns.js';
import type { RobotsFiles } from './robots-file.js';
import type { VisitOptions } from './visit.js';

/** All that one run of a crawl works with. */
export interface CrawlRunOptions {
  readonly state: CrawlState;
  readonly folder: CrawlFolder | undefined;
  readonly seeds: readonly string[];
  readonly reader: CrawlReader;
  readonly turns: HostTurns;
  /** Absent: robots.txt and robots tags are not asked. */
  readonly robots: RobotsFiles | undefined;
  readonly productToken: string;
  /** Origins whose sitemaps are read. */
  readonly sitemapsOf: readonly string[];
  readonly bounds: ConcurrencyBounds;
  readonly retries: number;
  readonly completion: Completion;
  readonly visit: Pick<VisitOptions, 'timeoutMs' | 'images' | 'audit'>;
  readonly maxMinutes: number | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}
