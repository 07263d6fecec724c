import { UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import type { SearchRequest } from './search-request.js';

/** Strictness of the filter for adult content, as DuckDuckGo numbers it. */
const SAFE = { strict: '1', moderate: '-1', off: '-2' } as const;

export type SafeSearch = keyof typeof SAFE;

/**
 * What the search form of DuckDuckGo sends for its first page.
 *
 * @throws UsageError `INVALID_QUERY` for a query longer than DuckDuckGo takes.
 */
export function searchForm(
  { query, timeRange }: Pick<SearchRequest, 'query' | 'timeRange'>,
  { region, safe }: { readonly region: string; readonly safe: SafeSearch | undefined },
): Record<string, string> {
  const q = quotedBangs(query);
  if (q.length > LIMITS.searchQueryChars) {
    throw new UsageError(`the query has ${q.length} characters, and DuckDuckGo takes ${LIMITS.searchQueryChars}`, {
      code: 'INVALID_QUERY',
      hint: 'Search for fewer words.',
    });
  }
  return { q, b: '', kl: region, df: timeRange ?? '', ...(safe === undefined ? {} : { kp: SAFE[safe] }) };
}

/**
 * `!w` would search Wikipedia and `\` go straight to the first result: to DuckDuckGo they are commands that lead elsewhere.
 * In quotes they are words.
 */
function quotedBangs(query: string): string {
  return query.replace(/"[^"]*"|\S+/g, (word) => (/^[!\\]/.test(word) ? `"${word.replaceAll('"', '')}"` : word));
}
