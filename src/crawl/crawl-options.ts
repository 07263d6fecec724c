import { z } from 'zod';
import { LIMITS } from '../base/limits.js';
import { checkOptions } from '../base/options.js';
import { type AutoReaderOptions, autoReaderShape } from '../reader/auto-reader.js';
import { callShape } from '../reader/read-options.js';
import type { PageReader } from '../reader/reader.js';
import { type Expectation, expectationSchema } from './expectation.js';
import type { FrontierOptions } from './frontier.js';
import type { PaceSettings } from './host-pace.js';
import type { RecordedOptions } from './recorded-options.js';
import type { RedisQueueOptions } from './redis-options.js';
import type { ScopeOptions } from './scope.js';

/** When a crawl ends though there is more. Each is kept exactly, however many reads are under way. */
export interface CrawlLimits {
  /** Pages recorded (default 10 000). Failures and repeated pages do not count. */
  maxPages?: number;
  /** Links from a seed; 0 is the seeds alone. */
  maxDepth?: number;
  maxPagesPerHost?: number;
  /** Of the recorded pages' texts in UTF-8; a page that would go beyond is not recorded. */
  maxBytes?: number;
  /** Of one run. Reads under way are given up. */
  maxMinutes?: number;
  /** Pages that could not be read, or were answered with a status of 400 and above. */
  maxFailures?: number;
}

export interface CrawlOptions
  extends CrawlLimits,
    ScopeOptions,
    PaceSettings,
    Pick<FrontierOptions, 'order' | 'score' | 'hashRoutes' | 'dropParams' | 'keepParams'> {
  /**
   * Reads the pages: one of ours, made of `readerOptions` with `isolation: 'session'` (default `auto`), or any other, which its
   * maker closes.
   */
  reader?: 'auto' | 'http' | 'browser' | PageReader;
  /** Of a reader of ours, and of what fetches robots.txt and sitemaps: policy, user agent, headers, time limits. */
  readerOptions?: AutoReaderOptions;
  /** Keeps the crawl in this folder: a Markdown file a page, `pages.jsonl`, `links.jsonl`, `failures.jsonl`, a journal. */
  out?: string;
  /** Also writes `llms.txt` into `out`: the pages, and what they say they are about. */
  llmsTxt?: boolean;
  /** Also writes `llms-full.txt` into `out`: all texts in one file. */
  llmsFull?: boolean;
  /** Also fetches the pages' images into `out`, when the crawl has ended otherwise than by `maxMinutes`. */
  assets?: boolean;
  /**
   * Also asks for every address out of the scope that a page links to, once each, when the crawl has ended otherwise than by
   * `maxMinutes`, and writes `external.jsonl` into `out`: how each was answered.
   */
  externalLinks?: boolean;
  /** Goes on with the crawl in `out`. Its options must be those that it was begun with, but for limits of the run and the pace. */
  resume?: boolean;
  /**
   * Folder of an earlier crawl to compare with: what is new, changed, the same or gone is told. A page that was read plainly is
   * asked for on condition that it has changed (ETag, Last-Modified).
   */
  since?: string;
  /** Reads under way at once: exactly so many, or from … to, by how busy the machine is (default 1 to 32). */
  concurrency?: number | { readonly min?: number; readonly max?: number };
  /** `ignore` reads what robots.txt and robots tags forbid, and takes no notice of a crawl delay. Default `respect`. */
  robots?: 'respect' | 'ignore';
  /** `include` (default) takes the pages of the site's sitemaps too, `only` no others, `skip` none of them. */
  sitemap?: 'include' | 'only' | 'skip';
  /** Links marked `rel=nofollow` are followed (default) unless this is set. */
  skipNofollow?: boolean;
  /** Further tries of a page after an answer of 429 or 503, or when its connection or the browser broke (default 2). */
  retries?: number;
  /** Hard end of the reading of one page in milliseconds; default is the reader's. */
  timeoutMs?: number;
  /** What pages must be like: those that are not, and patterns that no page is like, are told by `expectation`. */
  expect?: readonly Expectation[];
  /** Note with each page what whoever looks after the site would want to know: `page.audit`. */
  audit?: boolean;
  /** Also collect the pages' images. */
  images?: boolean;
  /**
   * A Redis by which several processes share this crawl: each calls `crawl` with the same seeds and options. Limits and politeness
   * hold for all together; each tells what it has read itself, and last the totals of all. Needs the packages bullmq and ioredis.
   */
  queue?: string | RedisQueueOptions;
  /** Aborting ends the loop with `signal.reason`. */
  signal?: AbortSignal;
}

const atLeast = (least: number) => z.number().int().min(least, `must be a whole number of at least ${least}`);
const patterns = z.array(z.union([z.string().min(1), z.instanceof(RegExp)])).optional();
const positive = z.number().positive('must be more than 0').optional();

const optionsSchema = z.strictObject({
  maxPages: atLeast(1).optional(),
  maxDepth: atLeast(0).optional(),
  maxPagesPerHost: atLeast(1).optional(),
  maxBytes: atLeast(1).optional(),
  maxMinutes: positive,
  maxFailures: atLeast(1).optional(),
  scope: z.enum(['host', 'domain', 'prefix']).optional(),
  include: patterns,
  exclude: patterns,
  order: z.enum(['breadth', 'depth', 'best']).optional(),
  score: z
    .custom<NonNullable<FrontierOptions['score']>>((value) => typeof value === 'function', 'must be a function')
    .optional(),
  hashRoutes: z.enum(['auto', 'always', 'never']).optional(),
  dropParams: z.array(z.string()).optional(),
  keepParams: z.array(z.string()).optional(),
  maxPerHost: atLeast(1).optional(),
  spacingMs: atLeast(0).optional(),
  maxQuietMs: atLeast(0).optional(),
  reader: z
    .union([
      z.enum(['auto', 'http', 'browser']),
      z.custom<PageReader>((value) => typeof value === 'object' && value !== null && 'read' in value),
    ])
    .optional(),
  readerOptions: z.strictObject(autoReaderShape).optional(),
  out: z.string().min(1).optional(),
  llmsTxt: z.boolean().optional(),
  llmsFull: z.boolean().optional(),
  assets: z.boolean().optional(),
  externalLinks: z.boolean().optional(),
  resume: z.boolean().optional(),
  since: z.string().min(1).optional(),
  concurrency: z
    .union([atLeast(1), z.strictObject({ min: atLeast(1).optional(), max: atLeast(1).optional() })])
    .optional(),
  robots: z.enum(['respect', 'ignore']).optional(),
  sitemap: z.enum(['include', 'only', 'skip']).optional(),
  skipNofollow: z.boolean().optional(),
  retries: atLeast(0).optional(),
  expect: z.array(expectationSchema).optional() as z.ZodType<readonly Expectation[] | undefined>,
  audit: z.boolean().optional(),
  images: z.boolean().optional(),
  queue: z
    .union([
      z.string().min(1),
      z.strictObject({
        url: z.string().min(1),
        name: z
          .string()
          .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, . _ or -')
          .optional(),
        lostMs: atLeast(0).optional(),
        lockMs: atLeast(1_000).optional(),
        maxWaitingBytes: atLeast(1).optional(),
      }),
    ])
    .optional(),
  ...callShape,
} satisfies Record<keyof CrawlOptions, z.ZodType>);

/** @throws UsageError `INVALID_OPTION` */
export function checkCrawlOptions(options: CrawlOptions): void {
  checkOptions(optionsSchema, options, 'crawl');
}

/** What decides which pages are the crawl's, as its journal keeps it. */
export function recordedOptions(seeds: readonly string[], options: CrawlOptions): RecordedOptions {
  const { include = [], exclude = [], dropParams = [], keepParams = [] } = options;
  return {
    seeds: [...seeds],
    options: {
      scope: options.scope ?? 'host',
      include: include.map(String),
      exclude: exclude.map(String),
      maxDepth: options.maxDepth ?? null,
      maxPagesPerHost: options.maxPagesPerHost ?? null,
      order: options.order ?? 'breadth',
      hashRoutes: options.hashRoutes ?? 'auto',
      dropParams,
      keepParams,
      robots: options.robots ?? 'respect',
      sitemap: options.sitemap ?? 'include',
      skipNofollow: options.skipNofollow ?? false,
      ...(options.since === undefined ? {} : { since: options.since }),
    },
  };
}

/** The bounds within which a crawl works on several pages at once. */
export function concurrencyBounds({ concurrency = {} }: CrawlOptions): { readonly min: number; readonly max: number } {
  if (typeof concurrency === 'number') return { min: concurrency, max: concurrency };
  const { min = 1, max = Math.max(min, LIMITS.crawlConcurrency) } = concurrency;
  return { min: Math.min(min, max), max };
}
