import { withDeadline } from '../base/deadline.js';
import { isPagewardError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import type { SearchPage } from '../page/search-page.js';
import type { DocumentLoader } from '../reader/reader.js';
import { blockedFor, readAnswer } from './duckduckgo-answer.js';
import type { SearchResult } from './search.js';
import type { SearchLine } from './search-line.js';
import type { SearchRequest } from './search-request.js';

/** Whom a query goes to, and how. */
export interface Engine {
  readonly endpoints: readonly string[];
  readonly loader: DocumentLoader;
  readonly headers: Readonly<Record<string, string>>;
  /** Of each request. */
  readonly timeoutMs: number;
  readonly spacingMs: number;
  readonly quietMs: number;
  readonly line: SearchLine;
}

type Form = Readonly<Record<string, string>>;

/**
 * Asks one endpoint after the other until one answers. They are the same engine: what makes a query fail by itself, or the
 * network, would fail with the next as well.
 *
 * @throws what the first did.
 */
export async function askInOrder(engine: Engine, request: SearchRequest, form: Form): Promise<readonly SearchResult[]> {
  let failure: unknown;
  for (const endpoint of engine.endpoints) {
    try {
      return await askFor(engine, endpoint, request, form);
    } catch (error) {
      request.signal?.throwIfAborted();
      failure ??= error;
      if (!isPagewardError(error) || !/^SEARCH_|^HTTP_STATUS$/.test(error.code)) break;
    }
  }
  throw failure;
}

/** As many results as are asked for, from as many pages as that takes. */
async function askFor(
  engine: Engine,
  endpoint: string,
  { maxResults, signal }: SearchRequest,
  form: Form,
): Promise<readonly SearchResult[]> {
  const found = new Map<string, SearchResult>();
  let sent = form;
  for (let pages = 1; ; pages += 1) {
    try {
      const { rows, next } = await requestPage(engine, endpoint, sent, signal);
      for (const row of rows) if (!found.has(row.url)) found.set(row.url, row);
      const isLast = next === undefined || Number(next['s']) <= Number(sent['s'] ?? 0);
      if (isLast || found.size >= maxResults || pages === LIMITS.searchPages) break;
      sent = next;
    } catch (error) {
      signal?.throwIfAborted();
      // What was found is asked for, and the next search will be told what is the matter.
      if (found.size === 0) throw error;
      break;
    }
  }
  return [...found.values()].slice(0, maxResults);
}

async function requestPage(
  { line, loader, headers, timeoutMs, spacingMs, quietMs, endpoints }: Engine,
  endpoint: string,
  form: Form,
  signal: AbortSignal | undefined,
): Promise<SearchPage> {
  const { origin, host } = new URL(endpoint);
  const silenceMs = line.silenceMs(endpoint);
  if (silenceMs > 0) throw blockedFor(`${host} did not want to search for this machine, and is left alone`, silenceMs);
  await line.pause(spacingMs, signal);
  try {
    return await withDeadline({ signal, timeoutMs, what: `asking ${host}` }, async (inner) => {
      const request = { url: endpoint, method: 'POST', form, headers: { ...headers, referer: `${origin}/` } } as const;
      const document = await loader.load(request, { signal: inner, timeoutMs });
      return readAnswer(document, { signal: inner, timeoutMs });
    });
  } catch (error) {
    if (!isPagewardError(error)) throw error;
    const isBlocked = error.code === 'SEARCH_BLOCKED';
    const { retryAfterMs } = error.details;
    // One that says when to come back has spoken for all of them; otherwise the others may still answer.
    if (typeof retryAfterMs === 'number') line.silence(endpoints, retryAfterMs);
    else if (isBlocked) line.silence([endpoint], quietMs);
    throw isBlocked ? blockedFor(error.message, line.silenceMs(endpoint)) : error;
  }
}
