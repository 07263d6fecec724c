import { ResponseError, SearchError } from '../base/errors.js';
import type { HttpResponse } from '../guard/http-client.js';
import type { SearchResult } from './search.js';

/** Characters of an answer that is no JSON, in the message of its error. */
const DETAIL_CHARS = 200;

/**
 * The results in an answer of Tavily; none in one that is JSON of another shape.
 *
 * @throws ResponseError `HTTP_STATUS`, `RATE_LIMITED`; SearchError `SEARCH_UNREADABLE` for what is no JSON.
 */
export function tavilyResults({ statusCode, body }: HttpResponse): readonly SearchResult[] {
  const text = new TextDecoder().decode(body);
  const answer = jsonOf(text);
  if (statusCode !== 200) throw failed(statusCode, detailOf(answer) ?? text.slice(0, DETAIL_CHARS));
  if (answer === undefined) {
    throw new SearchError('Tavily answered with something else than JSON', {
      code: 'SEARCH_UNREADABLE',
      hint: 'Something between here and Tavily may have answered in its stead.',
    });
  }
  const results: unknown = fieldOf(answer, 'results');
  return Array.isArray(results) ? results.flatMap(resultsOf) : [];
}

function resultsOf(entry: unknown): SearchResult[] {
  const textOf = (field: string): string => stringOf(fieldOf(entry, field));
  const result = { title: textOf('title'), url: textOf('url'), snippet: textOf('content') };
  if (Object.values(result).every((text) => text === '')) return [];
  const published = Date.parse(textOf('published_date'));
  return [Number.isNaN(published) ? result : { ...result, publishedTime: new Date(published).toISOString() }];
}

/** Tavily's own words: `{"detail":{"error":"…"}}`, or `{"detail":"…"}`. */
function detailOf(answer: unknown): string | undefined {
  const detail = fieldOf(answer, 'detail');
  const told = fieldOf(detail, 'error') ?? detail;
  return typeof told === 'string' ? told : undefined;
}

function failed(statusCode: number, detail: string): ResponseError {
  const said = detail.replace(/\s+/g, ' ').trim();
  const hint = hintFor(statusCode);
  return new ResponseError(`Tavily search failed (HTTP ${statusCode})${said === '' ? '' : `: ${said}`}`, {
    code: statusCode === 429 ? 'RATE_LIMITED' : 'HTTP_STATUS',
    ...(hint === undefined ? {} : { hint }),
    details: { statusCode },
  });
}

function hintFor(statusCode: number): string | undefined {
  if (statusCode === 401) return 'Tavily does not know the key: see TAVILY_API_KEY or the option apiKey.';
  if (statusCode === 429) return 'Search again later.';
  if (statusCode === 432 || statusCode === 433) return 'The limit of the Tavily plan is reached.';
  return undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
