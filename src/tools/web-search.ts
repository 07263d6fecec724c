import { z } from 'zod';
import { InvalidInputError, isPagewardError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { checkOptions, invalidOption } from '../base/options.js';
import { type DomainList, parseDomainRules } from '../guard/domain-policy.js';
import { domainsOption } from '../guard/guard-options.js';
import { duckDuckGo } from '../search/duckduckgo.js';
import { permittedResults } from '../search/permitted-results.js';
import type { SearchOptions, SearchResult, TimeRange, WebSearch } from '../search/search.js';
import { clampResults } from '../search/search-request.js';
import { FENCE_NOTE, fence } from './fence.js';
import { boundaryOption, type FenceBoundary } from './fence-boundary.js';
import { renderResults, structuredResults } from './search-text.js';
import { type Tool, tool } from './tool.js';
import { toolArguments } from './tool-arguments.js';

export interface WebSearchOptions {
  /** What the model calls it (default `web_search`). */
  name?: string;
  /** Deadline of one call in milliseconds, its wait for its turn included; 0 for none (default 60 000). */
  timeoutMs?: number;
  /** Show results of these domains only, or of all but these; rules as of a reader. What the backend connects to is its own. */
  allowDomains?: readonly string[];
  blockDomains?: readonly string[];
  /** Instead of either, a `DomainPolicy`. */
  domains?: DomainList;
  /** A word in the markers of the fence that no page can know. */
  boundary?: FenceBoundary;
}

/** What the model gives. */
export interface WebSearchInput {
  query: string;
  max_results?: number | undefined;
  time_range?: TimeRange | undefined;
}

/** What the program gets. */
export interface WebSearchAnswer {
  readonly query: string;
  readonly results: readonly SearchResult[];
  /** What was left out, and why. */
  readonly warnings: readonly string[];
}

const optionsSchema = z.strictObject({
  name: z.string().optional(),
  timeoutMs: z.number().int().min(0, 'must be 0 (no deadline) or a positive number of milliseconds').optional(),
  allowDomains: z.array(z.string()).optional(),
  blockDomains: z.array(z.string()).optional(),
  domains: domainsOption,
  boundary: boundaryOption,
} satisfies Record<keyof WebSearchOptions, z.ZodType>);

const input = toolArguments({
  query: z
    .string()
    .refine((query) => /\S/.test(query), 'must not be empty')
    .describe('What to search for.'),
  max_results: z.number().default(LIMITS.searchResults).describe(`How many results: 1 to ${LIMITS.searchResultsMax}.`),
  time_range: z
    .enum(['d', 'w', 'm', 'y'])
    .optional()
    .describe('Only pages of the last day (d), week (w), month (m) or year (y).'),
});

/**
 * Makes the tool that searches the web for a model. Takes any object with `search`; without one it makes, owns and closes
 * a DuckDuckGo backend.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const search = webSearch(firstOf(tavily(), duckDuckGo()));
 * const { text } = await search.run({ query: 'tide tables', max_results: 3 });
 */
export function webSearch(backend?: WebSearch, options: WebSearchOptions = {}): Tool<WebSearchInput, WebSearchAnswer> {
  if (backend !== undefined && typeof backend?.search !== 'function') {
    throw invalidOption(
      'webSearch: backend: has no method search',
      'backend',
      'Give a backend such as duckDuckGo() first, and the options after it.',
    );
  }
  checkOptions(optionsSchema, options, 'webSearch');
  const { boundary } = options;
  const domains = parseDomainRules(options);
  const source = backend ?? duckDuckGo();

  return tool({
    name: options.name ?? 'web_search',
    title: 'Search the web',
    description: [
      'Searches the web for titles, addresses and snippets.',
      'Snippets are short and may be out of date: read the pages that matter.',
      FENCE_NOTE,
    ].join(' '),
    input,
    output: structuredResults(boundary),
    annotations: { readOnlyHint: true, openWorldHint: true },
    timeoutMs: options.timeoutMs ?? LIMITS.searchTimeoutMs,
    async run({ query, max_results, time_range }, { signal }) {
      const maxResults = clampResults(max_results);
      const asked = { maxResults, ...(time_range && { timeRange: time_range }), ...(signal && { signal }) };
      const found = await searchFor(source, query, asked);
      const { results, warnings } = permittedResults(found.slice(0, maxResults), domains);
      const notes = warnings.map((warning) => `\n\n[${warning}]`).join('');
      return { data: { query, results, warnings }, text: `${fence(renderResults(results), { boundary })}${notes}` };
    },
    async close() {
      if (backend === undefined) await source.close?.();
    },
  });
}

/** The query is the model's to mend. */
async function searchFor(source: WebSearch, query: string, options: SearchOptions): Promise<readonly SearchResult[]> {
  try {
    return await source.search(query, options);
  } catch (error) {
    if (!isPagewardError(error) || error.code !== 'INVALID_QUERY') throw error;
    const { message, hint } = error;
    throw new InvalidInputError(message, { cause: error, ...(hint === undefined ? {} : { hint }) });
  }
}
