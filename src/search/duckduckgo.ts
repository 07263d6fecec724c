import { z } from 'zod';
import { REAL_CLOCK } from '../base/clock.js';
import { isHeaderValue } from '../base/header.js';
import { LIMITS } from '../base/limits.js';
import { checkOptions, invalidOption } from '../base/options.js';
import { siteOf } from '../base/site.js';
import type { Guard } from '../guard/guard.js';
import { BrowserReader } from '../reader/browser-reader.js';
import { HttpReader } from '../reader/http-reader.js';
import { guardOption } from '../reader/options.js';
import type { DocumentLoader } from '../reader/reader.js';
import { type SafeSearch, searchForm } from './duckduckgo-form.js';
import { askInOrder } from './duckduckgo-query.js';
import type { SearchBackend, SearchOptions, SearchResult } from './search.js';
import { type SearchClock, searchLine } from './search-line.js';
import { searchRequest } from './search-request.js';

/** How patiently DuckDuckGo is asked. */
export interface SearchPace {
  /** Milliseconds between the starts of two requests (default 2 000); twice that for ten minutes after a block. */
  spacingMs?: number;
  /** Milliseconds in which nothing is asked after a block (default 60 000); a Retry-After goes before it. */
  quietMs?: number;
  /** Stands in for real time. Backends with one clock stand in one line. */
  clock?: SearchClock;
}

export interface DuckDuckGoOptions {
  /**
   * What loads the pages: a reader of ours, or anything with `load`. Default: an HttpReader of its own. Domain rules of a
   * reader hold for DuckDuckGo too: give it one without, or let its `allowDomains` have `duckduckgo.com`.
   */
  reader?: DocumentLoader;
  /** The same as `reader`. */
  loader?: DocumentLoader;
  /** Of the HttpReader that it makes when it is given none. */
  guard?: Guard;
  caBundle?: string;
  insecureTls?: boolean;
  /** Country and language of the results, such as `us-en`, `de-de` or `jp-jp` (default `wt-wt`: all of them). */
  region?: string;
  /** Default: DuckDuckGo's own, which is moderate. */
  safe?: SafeSearch;
  pace?: SearchPace;
  /** Hard end of each request in milliseconds (default 30 000). */
  timeoutMs?: number;
  /** Where to ask, in this order; the next is asked when one blocks, fails or cannot be read. Default: html, then lite. */
  endpoints?: readonly string[];
  /** What a reader without JavaScript says to be: one browser, always the same. A browser says what it is. */
  userAgent?: string;
}

const milliseconds = z.number().min(0, 'must be 0 or a positive number of milliseconds');
const loaderOption = z
  .custom<DocumentLoader>(
    (value) => typeof value === 'object' && value !== null && 'load' in value && typeof value.load === 'function',
    'has no method load',
  )
  .optional();

const optionsSchema = z.strictObject({
  reader: loaderOption,
  loader: loaderOption,
  guard: guardOption,
  caBundle: z.string().min(1).optional(),
  insecureTls: z.boolean().optional(),
  region: z
    .string()
    .regex(/^[a-z]{2}-[a-z]{2,4}$/, 'must be a country and a language such as us-en')
    .optional(),
  safe: z.enum(['strict', 'moderate', 'off']).optional(),
  pace: z
    .strictObject({
      spacingMs: milliseconds.optional(),
      quietMs: milliseconds.optional(),
      clock: z.custom<SearchClock>((value) => typeof value === 'object' && value !== null && 'now' in value).optional(),
    })
    .optional(),
  timeoutMs: z.number().positive('must be a positive number of milliseconds').optional(),
  endpoints: z
    .array(z.url({ protocol: /^https?$/, error: 'must be http or https URLs' }))
    .min(1)
    .optional(),
  userAgent: z.string().min(1).refine(isHeaderValue, 'must be one line of Latin letters').optional(),
} satisfies Record<keyof DuckDuckGoOptions, z.ZodType>);

const ENDPOINTS = ['https://html.duckduckgo.com/html/', 'https://lite.duckduckgo.com/lite/'] as const;

/**
 * Searches by DuckDuckGo's pages for browsers without JavaScript: no key, and in return the pace of a person. Searches of
 * one process stand in one line, whoever made them; after a block nothing is asked for a minute, and the search fails at once
 * with `SEARCH_BLOCKED`. For volume, take a backend with a key.
 *
 * @throws UsageError `INVALID_OPTION`; from `search` UsageError `INVALID_QUERY`, SearchError, ResponseError `HTTP_STATUS`,
 * and what the reader throws.
 * @example
 * await using engine = duckDuckGo({ region: 'uk-en' });
 * const [best] = await engine.search('tide tables', { maxResults: 1 });
 */
export function duckDuckGo(options: DuckDuckGoOptions = {}): SearchBackend {
  checkOptions(optionsSchema, options, 'duckDuckGo');
  const { region = 'wt-wt', safe, pace = {}, endpoints = ENDPOINTS } = options;
  const { loader, close } = sourceOf(options);
  const engine = {
    endpoints,
    timeoutMs: options.timeoutMs ?? LIMITS.readTimeoutMs,
    spacingMs: pace.spacingMs ?? LIMITS.searchSpacingMs,
    quietMs: pace.quietMs ?? LIMITS.searchQuietMs,
    loader,
    headers: headersFor(loader, options.userAgent),
  };
  return {
    name: 'DuckDuckGo',
    async search(query: string, searchOptions: SearchOptions = {}): Promise<readonly SearchResult[]> {
      const request = searchRequest(query, searchOptions, 'duckDuckGo');
      const form = searchForm(request, { region, safe });
      const line = searchLine(await siteOf(endpoints[0] ?? ENDPOINTS[0]), pace.clock ?? REAL_CLOCK);
      return line.inTurn(request.signal, () => askInOrder({ ...engine, line }, request, form));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The loader that was given, which stays its owner's, or one that is closed with the backend. */
function sourceOf(options: DuckDuckGoOptions): { loader: DocumentLoader; close(): Promise<void> } {
  const { reader, loader, guard, caBundle, insecureTls } = options;
  const given = reader ?? loader;
  if (given === undefined) {
    const trust = { ...(caBundle !== undefined && { caBundle }), ...(insecureTls && { insecureTls }) };
    const own = new HttpReader({ ...(guard && { guard }), ...trust, cacheTtlMs: 0 });
    return { loader: own, close: () => own.close() };
  }
  const taken = reader ? 'reader' : 'loader';
  const idle = OF_OWN_READER.find((name) => options[name] !== undefined) ?? (reader && loader && 'loader');
  if (idle === undefined) return { loader: given, close: async () => undefined };
  throw invalidOption(`duckDuckGo: ${taken} and ${idle} exclude each other`, idle, `Leave ${idle} out.`);
}

const OF_OWN_READER = ['guard', 'caBundle', 'insecureTls'] as const;

/** The form of the next page is tied to the name that the first was asked under. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

function headersFor(loader: DocumentLoader, userAgent = USER_AGENT): Record<string, string> {
  // A browser says what it is, in more headers than this one.
  if (loader instanceof BrowserReader) return {};
  return {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-US,en;q=0.9',
  };
}
