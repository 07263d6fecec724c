import type { DocumentLoader } from '../reader/reader.js';
import type { CrawlNotice } from './crawl-event.js';
import type { RobotsFiles } from './robots-file.js';
import { readSitemaps } from './sitemap.js';

export interface ListingOptions {
  readonly loader: DocumentLoader;
  readonly robots: RobotsFiles | undefined;
  readonly signal: AbortSignal;
}

/** Pages that a sitemap names, some at a time, and what went wrong with it. */
export interface Listing {
  readonly urls: readonly string[];
  readonly sitemap: string;
  readonly notices: readonly CrawlNotice[];
}

/** Told together, so that a sitemap of fifty thousand is not fifty thousand steps. */
const TOGETHER = 200;

/** The pages that the sitemaps of these sites name. Rejects with `signal.reason`. */
export async function* listSitemaps(
  sites: readonly string[],
  { loader, robots, signal }: ListingOptions,
): AsyncGenerator<Listing, void, undefined> {
  for (const site of sites) {
    const file = await robots?.fileFor(site, signal);
    if (file?.state === 'unreachable') continue;
    let urls: string[] = [];
    let sitemap = site;
    for await (const event of readSitemaps(site, file, { loader, signal })) {
      if (event.type === 'problem') {
        yield {
          urls: [],
          sitemap: event.sitemap,
          notices: [{ type: 'notice', about: event.sitemap, message: event.message }],
        };
        continue;
      }
      const isOther = event.sitemap !== sitemap;
      if (urls.length > 0 && (isOther || urls.length >= TOGETHER || event.type === 'sitemap')) {
        yield { urls, sitemap, notices: [] };
        urls = [];
      }
      sitemap = event.sitemap;
      if (event.type === 'url') urls.push(event.url);
    }
    if (urls.length > 0) yield { urls, sitemap, notices: [] };
  }
}
