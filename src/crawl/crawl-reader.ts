import { AutoReader, type AutoReaderOptions } from '../reader/auto-reader.js';
import { HttpReader, type HttpReaderOptions, httpReaderShape } from '../reader/http-reader.js';
import type { DocumentLoader, PageReader } from '../reader/reader.js';
import { ChoosingReader } from './choosing-reader.js';
import type { ReaderChoiceTotals } from './crawl-event.js';

/** What a crawl reads with. */
export interface CrawlReader {
  readonly reader: PageReader;
  /** Fetches robots.txt and sitemaps. */
  readonly loader: DocumentLoader;
  /** What was learned of when a browser is needed, where that is learned. */
  readonly choices?: () => ReaderChoiceTotals;
  /** Ends what was made here. */
  close(): Promise<void>;
}

/** Tabs that one browser may have open. */
const MOST_TABS = 64;

/** The reader of a crawl: the caller's, or one of ours, in which pages of a site reuse a tab. */
export function openCrawlReader(
  given: 'auto' | 'http' | 'browser' | PageReader,
  options: AutoReaderOptions,
  { concurrency, seed }: { readonly concurrency: number; readonly seed: string },
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
  const owned = { loader: auto.http, close: () => auto.close() };
  if (given !== 'auto') return { ...owned, reader: auto[given] };
  if (auto.alwaysRenders) return { ...owned, reader: auto };
  const reader = new ChoosingReader(auto, seed);
  return { ...owned, reader, choices: () => reader.totals };
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
