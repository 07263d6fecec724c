import { AutoReader, type AutoReaderOptions } from '../reader/auto-reader.js';
import { HttpReader, type HttpReaderOptions, httpReaderShape } from '../reader/http-reader.js';
import type { DocumentLoader, PageReader } from '../reader/reader.js';

/** What a crawl reads with. */
export interface CrawlReader {
  readonly reader: PageReader;
  /** Fetches robots.txt and sitemaps. */
  readonly loader: DocumentLoader;
  /** Ends what was made here. */
  close(): Promise<void>;
}

/** Tabs that one browser may have open. */
const MOST_TABS = 64;

/** The reader of a crawl: the caller's, or one of ours, in which pages of a site reuse a tab. */
export function openCrawlReader(
  given: 'auto' | 'http' | 'browser' | PageReader,
  options: AutoReaderOptions,
  concurrency: number,
): CrawlReader {
  if (typeof given === 'object') return openBeside(given, options);
  // Neither connects nor starts a browser before it is asked to read.
  const auto = new AutoReader({
    isolation: 'session',
    concurrency: Math.min(MOST_TABS, concurrency),
    // No page is read twice, and the crawl tries again by itself, at the pace that the host wants.
    cacheTtlMs: 0,
    retries: 0,
    ...options,
  });
  return { reader: given === 'auto' ? auto : auto[given], loader: auto.http, close: () => auto.close() };
}

function openBeside(reader: PageReader, options: AutoReaderOptions): CrawlReader {
  if (isLoader(reader)) return { reader, loader: reader, close: async () => undefined };
  const loader = new HttpReader(httpOptions(options));
  return { reader, loader, close: () => loader.close() };
}

function isLoader(reader: PageReader): reader is PageReader & DocumentLoader {
  return 'load' in reader && typeof reader.load === 'function';
}

function httpOptions(options: AutoReaderOptions): HttpReaderOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name in httpReaderShape));
}
