import { z } from 'zod';
import { checkOptions } from '../base/options.js';
import { type HttpReaderOptions, httpReaderShape } from '../reader/http-reader.js';
import type { PaceSettings } from './host-pace.js';
import type { ScopeOptions } from './scope.js';
import type { KeyOptions } from './url-key.js';

export interface MapOptions extends ScopeOptions, KeyOptions, PaceSettings {
  /** URLs told at most (default 50 000). */
  maxUrls?: number;
  /** Pages looked through for links at most (default 1 000). Those that a sitemap names are not looked through. */
  maxPages?: number;
  /** `include` (default) takes the URLs of the site's sitemaps too, `only` no others, `skip` none of them. */
  sitemap?: 'include' | 'only' | 'skip';
  /** `ignore` looks through what robots.txt and robots tags forbid, and takes no notice of a crawl delay. Default `respect`. */
  robots?: 'respect' | 'ignore';
  /** Links marked `rel=nofollow` are taken (default) unless this is set. */
  skipNofollow?: boolean;
  /** Requests under way at once (default 8). */
  concurrency?: number;
  /** Hard end of one request in milliseconds (default 10 000). */
  timeoutMs?: number;
  /** Of what fetches everything: policy, user agent, headers. */
  readerOptions?: HttpReaderOptions;
  /** Aborting ends the loop with `signal.reason`. */
  signal?: AbortSignal;
}

const atLeast = (least: number) =>
  z.number().int().min(least, `must be a whole number of at least ${least}`).optional();
const patterns = z.array(z.union([z.string().min(1), z.instanceof(RegExp)])).optional();

const optionsSchema = z.strictObject({
  scope: z.enum(['host', 'domain', 'prefix']).optional(),
  include: patterns,
  exclude: patterns,
  dropParams: z.array(z.string()).optional(),
  keepParams: z.array(z.string()).optional(),
  maxPerHost: atLeast(1),
  spacingMs: atLeast(0),
  maxQuietMs: atLeast(0),
  maxUrls: atLeast(1),
  maxPages: atLeast(0),
  sitemap: z.enum(['include', 'only', 'skip']).optional(),
  robots: z.enum(['respect', 'ignore']).optional(),
  skipNofollow: z.boolean().optional(),
  concurrency: atLeast(1),
  timeoutMs: atLeast(1),
  readerOptions: z.strictObject(httpReaderShape).optional(),
  signal: z.instanceof(AbortSignal).optional(),
} satisfies Record<keyof MapOptions, z.ZodType>);

/** @throws UsageError `INVALID_OPTION` */
export function checkMapOptions(options: MapOptions): void {
  checkOptions(optionsSchema, options, 'mapSite');
}
