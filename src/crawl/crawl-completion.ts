import type { DocumentLoader } from '../reader/reader.js';
import type { CrawlFolder } from './crawl-folder.js';
import { writeLlmsFiles } from './llms-text.js';
import { fetchAssets } from './page-assets.js';

/** What is made of a folder once all of its pages are there. */
export interface Completion {
  readonly assets: boolean;
  readonly llmsTxt: boolean;
  readonly llmsFull: boolean;
}

/** Makes the files that come last. May be ended and begun again at any time. */
export async function completeFolder(
  folder: CrawlFolder,
  { assets, llmsTxt, llmsFull }: Completion,
  { loader, signal }: { readonly loader: DocumentLoader; readonly signal: AbortSignal },
): Promise<void> {
  if (assets) await fetchAssets(folder, loader, signal);
  await writeLlmsFiles(folder, { list: llmsTxt, full: llmsFull });
}
