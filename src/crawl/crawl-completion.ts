import type { DocumentLoader } from '../reader/reader.js';
import type { CrawlNotice } from './crawl-event.js';
import type { CrawlFolder } from './crawl-folder.js';
import { type CrawlSummary, writeSummary } from './crawl-summary.js';
import { checkExternalLinks } from './external-links.js';
import { writeLlmsFiles } from './llms-text.js';
import { fetchAssets } from './page-assets.js';
import type { Scope } from './scope.js';

/** What is made of a folder once all of its pages are there. */
export interface Completion {
  readonly assets: boolean;
  readonly llmsTxt: boolean;
  readonly llmsFull: boolean;
  /** Addresses out of this scope that pages link to are asked for. */
  readonly externalLinks?: Scope | undefined;
}

export interface CompletionTools {
  /** Asks robots.txt first. */
  readonly loader: DocumentLoader;
  /** For what is asked once, and not read. */
  readonly linkLoader: DocumentLoader;
  /** Hears of what takes its time, and of what was left out. */
  readonly tell: (notice: CrawlNotice) => void;
  readonly signal: AbortSignal;
}

/**
 * Makes the files that come last. May be ended and begun again at any time. When the
 * time was the limit, nothing more is fetched.
 */
export async function completeFolder(
  folder: CrawlFolder,
  { assets, llmsTxt, llmsFull, externalLinks: scope, ...summary }: Completion & CrawlSummary,
  { loader, linkLoader, tell, signal }: CompletionTools,
): Promise<void> {
  const isLate = summary.reason === 'max-minutes';
  if (assets && !isLate) await fetchAssets(folder, loader, signal);
  if (scope !== undefined && !isLate) await checkExternalLinks(folder, { scope, loader: linkLoader, tell, signal });
  await writeLlmsFiles(folder, { list: llmsTxt, full: llmsFull });
  await writeSummary(folder, summary);
}
