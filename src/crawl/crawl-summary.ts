import { VERSION } from '../base/version.js';
import type { CrawlEnd, CrawlTotals } from './crawl-event.js';
import type { CrawlFolder } from './crawl-folder.js';

/** How a crawl came to its end. */
export interface CrawlSummary {
  readonly reason: CrawlEnd;
  readonly totals: CrawlTotals;
  readonly seeds: readonly string[];
  /** Of this run, ISO 8601. */
  readonly startedAt: string;
}

/** Writes `crawl.json`. Of a resumed crawl the beginning is that of its first run. */
export async function writeSummary(folder: CrawlFolder, { startedAt, ...summary }: CrawlSummary): Promise<void> {
  const [first] = folder.records;
  const begun = first?.type === 'start' ? first.at : startedAt;
  const times = { startedAt: begun, endedAt: new Date().toISOString() };
  await folder.write(
    'crawl.json',
    `${JSON.stringify({ ...summary, ...times, generator: `pageward ${VERSION}` }, undefined, 2)}\n`,
  );
}
