import { type Clock, REAL_CLOCK } from '../base/clock.js';
import { LIMITS } from '../base/limits.js';
import { invalidOption } from '../base/options.js';
import { parseUrl } from '../base/url.js';
import { USER_AGENT } from '../base/version.js';
import { CrawlChanges } from './crawl-changes.js';
import type { CrawlDisk } from './crawl-disk.js';
import type { CrawlEvent } from './crawl-event.js';
import { CrawlFolder } from './crawl-folder.js';
import { type CrawlOptions, checkCrawlOptions, concurrencyBounds, recordedOptions } from './crawl-options.js';
import { type CrawlReader, openCrawlReader } from './crawl-reader.js';
import { CrawlState } from './crawl-state.js';
import { EarlierCrawl } from './earlier-crawl.js';
import { Expectations } from './expectations.js';
import { Frontier, type FrontierOptions } from './frontier.js';
import { HostTurns } from './host-turns.js';
import { productTokenOf } from './product-token.js';
import { RevisitingReader } from './revisiting-reader.js';
import { RobotsFiles } from './robots-file.js';
import { createScope, type Scope } from './scope.js';
import { visitTimeoutMs } from './visit.js';

/** What a test puts in the place of the machine. */
export interface CrawlMachine {
  readonly clock?: Clock;
  readonly disk?: CrawlDisk;
}

/**
 * Reads a site: the seeds, and what they lead to within the scope. Gives each page as it is read, each failure, what was
 * left aside and why, where it stands, and last how it ended. Whoever takes the events slowly slows the crawl; whoever
 * leaves the loop ends it at once. Polite unless told otherwise. No page comes twice, and no limit is passed.
 *
 * @throws UsageError `INVALID_OPTION`, `INVALID_URL`, `JOURNAL_EXISTS`, `JOURNAL_MISSING`, `JOURNAL_DIFFERS`; QueueError
 * `JOURNAL_LOCKED`, `JOURNAL_CORRUPT`, `JOURNAL_FAILED`; BrowserError where no page can be read for it; the signal's reason.
 * A page that cannot be read is an event.
 * @example
 * for await (const event of crawl('https://example.com/docs/', { scope: 'prefix', maxPages: 100 })) {
 *   if (event.type === 'page') console.log(event.page.title, event.page.text.length);
 * }
 */
export function crawl(
  seeds: string | readonly string[],
  options: CrawlOptions = {},
): AsyncGenerator<CrawlEvent, void, undefined> {
  return crawlOn({}, seeds, options);
}

/** {@link crawl} on another clock or disk. */
export async function* crawlOn(
  { clock = REAL_CLOCK, disk }: CrawlMachine,
  seeds: string | readonly string[],
  options: CrawlOptions = {},
): AsyncGenerator<CrawlEvent, void, undefined> {
  checkCrawlOptions(options);
  const urls = (typeof seeds === 'string' ? [seeds] : seeds).map((seed) => parseUrl(seed).href);
  checkTogether(urls, options);
  options.signal?.throwIfAborted();
  if (options.queue !== undefined) {
    const { crawlInRedis } = await import('./redis-crawler.js');
    return yield* crawlInRedis(
      urls,
      options,
      typeof options.queue === 'string' ? { url: options.queue } : options.queue,
    );
  }
  const earlier = options.since === undefined ? undefined : await EarlierCrawl.open(options.since);
  const expectations = options.expect && (await Expectations.of(options.expect));
  const state = await createState(urls, options, { earlier, expectations });
  const begun = recordedOptions(urls, options);
  let folder: CrawlFolder | undefined;
  try {
    if (options.out !== undefined) {
      folder = await CrawlFolder.open(options.out, { begun, resume: options.resume ?? false, ...(disk && { disk }) });
    }
    // What a run before this one has met it has told.
    const known = folder?.records ?? [];
    state.replay(known);
    const first = known.length === 0 ? state.seeded(urls).events : [];
    if (folder !== undefined && known.length > 0) await expectations?.restore(folder.folder);
    yield* run(urls, options, { state, folder, earlier, expectations, clock, first });
  } finally {
    await Promise.all([folder?.close(), earlier?.close()]);
  }
}

interface Begun {
  readonly state: CrawlState;
  readonly folder: CrawlFolder | undefined;
  readonly earlier: EarlierCrawl | undefined;
  readonly expectations: Expectations | undefined;
  readonly clock: Clock;
  readonly first: readonly CrawlEvent[];
}

async function* run(
  urls: readonly string[],
  options: CrawlOptions,
  { state, folder, earlier, expectations, clock, first }: Begun,
): AsyncGenerator<CrawlEvent, void, undefined> {
  const { maxPerHost, spacingMs, maxQuietMs, readerOptions = {} } = options;
  const bounds = concurrencyBounds(options);
  const reader = openCrawlReader(options.reader ?? 'auto', readerOptions, {
    concurrency: bounds.max,
    seed: urls.join(' '),
  });
  try {
    const { CrawlRun } = await import('./crawl-run.js');
    const isPolite = options.robots !== 'ignore';
    const productToken = productTokenOf(readerOptions.userAgent ?? USER_AGENT);
    const turns = new HostTurns({
      clock,
      ...(maxPerHost !== undefined && { maxPerHost }),
      ...(spacingMs !== undefined && { spacingMs }),
      ...(maxQuietMs !== undefined && { maxQuietMs }),
    });
    yield* new CrawlRun({
      state,
      folder,
      seeds: urls,
      reader: judging(earlier === undefined ? reader : revisiting(reader, earlier), expectations),
      turns,
      robots: isPolite ? new RobotsFiles({ loader: reader.loader, productToken, clock }) : undefined,
      productToken,
      sitemapsOf: options.sitemap === 'skip' ? [] : [...new Set(urls.map((url) => `${new URL(url).origin}/`))],
      bounds,
      retries: options.retries ?? LIMITS.crawlRetries,
      completion: {
        assets: options.assets ?? false,
        llmsTxt: options.llmsTxt ?? false,
        llmsFull: options.llmsFull ?? false,
        externalLinks: options.externalLinks ? await scopeOf(urls, options) : undefined,
      },
      visit: {
        timeoutMs: visitTimeoutMs(options.timeoutMs, readerOptions.timeoutMs),
        images: options.images ?? options.assets ?? false,
        audit: options.audit ?? false,
      },
      maxMinutes: options.maxMinutes,
      clock,
      signal: options.signal,
    }).events(first);
  } finally {
    await reader.close();
  }
}

function judging(opened: CrawlReader, expectations: Expectations | undefined): CrawlReader {
  return expectations === undefined ? opened : { ...opened, reader: expectations.reading(opened.reader) };
}

function revisiting(opened: CrawlReader, earlier: EarlierCrawl): CrawlReader {
  return { ...opened, reader: new RevisitingReader(opened.reader, opened.loader, earlier) };
}

function scopeOf(urls: readonly string[], { scope, include, exclude }: CrawlOptions): Promise<Scope> {
  return createScope(urls, {
    ...(scope && { scope }),
    ...(include && { include }),
    ...(exclude && { exclude }),
  });
}

async function createState(
  urls: readonly string[],
  options: CrawlOptions,
  { earlier, expectations }: Pick<Begun, 'earlier' | 'expectations'>,
): Promise<CrawlState> {
  const { maxPagesPerHost, maxDepth, order, score, hashRoutes, dropParams, keepParams } = options;
  const frontierOptions: FrontierOptions = {
    scope: await scopeOf(urls, options),
    maxPages: options.maxPages ?? LIMITS.crawlPages,
    ...(maxPagesPerHost !== undefined && { maxPagesPerHost }),
    ...(maxDepth !== undefined && { maxDepth }),
    ...(order && { order }),
    ...(score && { score }),
    ...(hashRoutes && { hashRoutes }),
    ...(dropParams && { dropParams }),
    ...(keepParams && { keepParams }),
  };
  return new CrawlState({
    frontier: new Frontier(frontierOptions),
    maxBytes: options.maxBytes,
    maxFailures: options.maxFailures,
    skipNofollow: options.skipNofollow ?? false,
    skipLinks: options.sitemap === 'only',
    changes: earlier === undefined ? undefined : new CrawlChanges(earlier),
    expectations,
    isKept: options.out !== undefined,
    keepsLinkText: score !== undefined,
  });
}

/** What no single option can be wrong in. */
function checkTogether(urls: readonly string[], options: CrawlOptions): void {
  const { out, score, order, concurrency } = options;
  if (urls.length === 0) throw invalidOption('crawl: seeds: must be at least one URL', 'seeds');
  const homeless = (['resume', 'llmsTxt', 'llmsFull', 'assets', 'externalLinks'] as const).find(
    // A crawl in Redis can be resumed without a folder.
    (name) => options[name] && out === undefined && !(name === 'resume' && options.queue !== undefined),
  );
  if (homeless !== undefined) throw invalidOption(`crawl: ${homeless}: needs out, the folder of the crawl`, homeless);
  if (score !== undefined && order !== 'best') throw invalidOption("crawl: score: is for order: 'best'", 'score');
  if (typeof concurrency !== 'object') return;
  const { min = 1, max = Number.POSITIVE_INFINITY } = concurrency;
  if (min > max) throw invalidOption('crawl: concurrency: min is more than max', 'concurrency');
}
