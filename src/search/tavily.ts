import { z } from 'zod';
import { withDeadline } from '../base/deadline.js';
import { NetworkError, UsageError } from '../base/errors.js';
import { isHeaderValue } from '../base/header.js';
import { LIMITS } from '../base/limits.js';
import { checkOptions } from '../base/options.js';
import { createGuard, type Guard } from '../guard/guard.js';
import { createHttpClient, type HttpClient } from '../guard/http-client.js';
import { guardOption, tlsTrustOf } from '../reader/options.js';
import { withRetries } from '../reader/retries.js';
import type { SearchBackend, SearchOptions, SearchResult } from './search.js';
import { type SearchRequest, searchRequest } from './search-request.js';
import { tavilyResults } from './tavily-answer.js';

export interface TavilyOptions {
  /** Default: what stands in the environment as TAVILY_API_KEY. */
  apiKey?: string;
  /** Hard end of a search in milliseconds, retries included (default 30 000). */
  timeoutMs?: number;
  /** After a network fault or a 429, 502, 503 or 504 (default 2). */
  retries?: number;
  /** Judges the connection to Tavily. Default: a guard of its own, without domain rules. */
  guard?: Guard;
  /** Where to ask instead of Tavily's own address. */
  endpoint?: string;
  /** As of the readers. */
  caBundle?: string;
  insecureTls?: boolean;
}

const optionsSchema = z.strictObject({
  apiKey: z.string().refine(isHeaderValue, 'must be one line of Latin letters').optional(),
  timeoutMs: z.number().positive('must be a positive number of milliseconds').optional(),
  retries: z.number().int().min(0, 'must be 0 or more').optional(),
  guard: guardOption,
  endpoint: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  caBundle: z.string().min(1).optional(),
  insecureTls: z.boolean().optional(),
} satisfies Record<keyof TavilyOptions, z.ZodType>);

const ENDPOINT = 'https://api.tavily.com/search';

/**
 * Searches by Tavily's API, with a key.
 *
 * @throws UsageError `MISSING_KEY` where there is no key, `INVALID_OPTION`; from `search` UsageError `INVALID_QUERY`,
 * ResponseError, SearchError `SEARCH_UNREADABLE`, NetworkError, TimeoutError, RefusedError, `signal.reason`.
 * @example
 * await using engine = tavily();
 * const results = await engine.search('tide tables', { timeRange: 'w' });
 */
export function tavily(options: TavilyOptions = {}): SearchBackend {
  checkOptions(optionsSchema, options, 'tavily');
  const key = (options.apiKey ?? process.env['TAVILY_API_KEY'] ?? '').trim();
  if (key === '') {
    throw new UsageError('tavily: there is no key', {
      code: 'MISSING_KEY',
      hint: 'Set TAVILY_API_KEY in the environment, or give the option apiKey.',
    });
  }
  const { guard = createGuard(), endpoint = ENDPOINT, retries = LIMITS.retries } = options;
  const timeoutMs = options.timeoutMs ?? LIMITS.readTimeoutMs;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' };
  let client: Promise<HttpClient> | undefined;
  let isClosed = false;

  const openClient = (): Promise<HttpClient> => {
    if (isClosed) throw new UsageError('this Tavily backend is closed', { code: 'CLOSED', hint: 'Make a new one.' });
    client ??= tlsTrustOf(options).then((trust) => createHttpClient({ guard, headers, ...trust }));
    return client;
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    await (await client?.catch(() => undefined))?.close();
  };

  return {
    name: 'Tavily',
    async search(query: string, searchOptions: SearchOptions = {}): Promise<readonly SearchResult[]> {
      const request = searchRequest(query, searchOptions, 'tavily');
      const { host } = new URL(endpoint);
      const http = await openClient();
      return withDeadline({ signal: request.signal, timeoutMs, what: `asking ${host}` }, async (signal) => {
        const ask = { url: endpoint, method: 'POST', body: JSON.stringify(bodyOf(request)) };
        // The key goes to Tavily, and to nobody whom it names.
        const send = () => http.request(ask, { signal, maxBytes: LIMITS.textBytes, followRedirects: false });
        const response = await withRetries(send, { retries, signal, timeoutMs }).catch((error: unknown) => {
          throw error instanceof NetworkError ? unreached(host, error) : error;
        });
        return tavilyResults(response).slice(0, request.maxResults);
      });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function bodyOf({ query, maxResults, timeRange }: SearchRequest): Record<string, unknown> {
  return { query, max_results: maxResults, ...(timeRange === undefined ? {} : { time_range: timeRange }) };
}

function unreached(host: string, error: NetworkError): NetworkError {
  return new NetworkError(`could not reach ${host}: ${error.message || error.name}`, {
    code: error.code,
    hint: 'This is the network or a proxy, not the query.',
    details: error.details,
    cause: error,
  });
}
