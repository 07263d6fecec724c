import { z } from 'zod';
import { UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { checkOptions } from '../base/options.js';
import { callShape } from '../reader/read-options.js';
import type { SearchOptions, TimeRange } from './search.js';

/** A search as a backend carries it out. */
export interface SearchRequest {
  readonly query: string;
  readonly maxResults: number;
  readonly timeRange: TimeRange | undefined;
  readonly signal: AbortSignal | undefined;
}

const optionsSchema = z.strictObject({
  maxResults: z.number().optional(),
  timeRange: z.enum(['d', 'w', 'm', 'y']).optional(),
  signal: callShape.signal,
});

/**
 * What the caller of a backend asks for, checked and with its defaults.
 *
 * @throws UsageError `INVALID_QUERY` for an empty one, `INVALID_OPTION`; `signal.reason` when it is aborted already.
 */
export function searchRequest(query: string, options: SearchOptions, owner: string): SearchRequest {
  const { maxResults, timeRange, signal } = checkOptions(optionsSchema, options, `${owner}: search`);
  signal?.throwIfAborted();
  if (typeof query !== 'string' || query.trim() === '') {
    throw new UsageError('the query is empty', { code: 'INVALID_QUERY', hint: 'Say what to search for.' });
  }
  return { query: query.trim(), maxResults: clampResults(maxResults), timeRange, signal };
}

/** How many results are given to whoever asks for so many: 0 becomes 1, 100 becomes 20. */
export function clampResults(asked: number = LIMITS.searchResults): number {
  return Math.min(Math.max(Math.trunc(asked), 1), LIMITS.searchResultsMax);
}
