import { isPagewardError, ResponseError, SearchError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { parseMediaType } from '../base/media-type.js';
import { retryAfterMs } from '../base/retry-after.js';
import { siteOf } from '../base/site.js';
import type { SearchPage } from '../page/search-page.js';
import { runDomJob } from '../reader/dom.js';
import type { DomJobOptions } from '../reader/dom-pool.js';
import type { LoadedDocument } from '../reader/reader.js';

/** "Too many requests", and what scrapers have been given instead of it. */
const BLOCKED_STATUS: ReadonlySet<number> = new Set([403, 418, 429]);
/** What the challenge comes with: a success by its number. */
const CHALLENGE_STATUS = 202;

/**
 * What DuckDuckGo has answered: a page of results, or one that truly has none.
 *
 * @throws SearchError `SEARCH_BLOCKED`, ResponseError `HTTP_STATUS`, both with `details.retryAfterMs` where the server says it;
 * SearchError `SEARCH_UNREADABLE`; `signal.reason`; TimeoutError.
 */
export async function readAnswer(document: LoadedDocument, job: DomJobOptions): Promise<SearchPage> {
  const { statusCode, url, requestedUrl } = document;
  const { host } = new URL(requestedUrl);
  if ((await siteOf(url)) !== (await siteOf(requestedUrl))) {
    throw unreadable(
      `${host} sent the search on to ${new URL(url).host}`,
      'Leave out words with "!", which it may take for commands.',
    );
  }
  if (BLOCKED_STATUS.has(statusCode)) {
    throw blocked(`${host} refuses to search for this machine (HTTP ${statusCode})`, document);
  }
  if (statusCode >= 500) throw failed(host, document);
  const page = await parse(document, job);
  if (page.outcome === 'blocked' || (page.outcome !== 'results' && statusCode === CHALLENGE_STATUS)) {
    throw blocked(`${host} wants proof that a person is searching`, document);
  }
  if (statusCode >= 400) throw failed(host, document);
  if (page.outcome === 'unknown') {
    throw unreadable(
      `${host} answered with a page that is neither results nor their absence`,
      'Its layout may have changed: see whether there is a newer Pageward, or search elsewhere.',
    );
  }
  return page;
}

async function parse({ body, contentType }: LoadedDocument, job: DomJobOptions): Promise<SearchPage> {
  const { charset } = parseMediaType(contentType);
  try {
    return await runDomJob('search', { body, charset }, job);
  } catch (error) {
    if (isPagewardError(error) && error.code === 'NO_CONTENT') return { outcome: 'unknown', rows: [] };
    throw error;
  }
}

function blocked(message: string, document: LoadedDocument): SearchError {
  return blockedFor(message, askedMs(document));
}

/** The error of a search that is not answered now, and may be in `waitMs`. */
export function blockedFor(message: string, waitMs: number | undefined): SearchError {
  const when = waitMs === undefined ? 'later' : `in ${Math.max(1, Math.ceil(waitMs / 1_000))} s`;
  return new SearchError(message, {
    code: 'SEARCH_BLOCKED',
    hint: `Search again ${when}, or by another backend.`,
    ...(waitMs === undefined ? {} : { details: { retryAfterMs: Math.ceil(waitMs) } }),
  });
}

function unreadable(message: string, hint: string): SearchError {
  return new SearchError(message, { code: 'SEARCH_UNREADABLE', hint });
}

function failed(host: string, document: LoadedDocument): ResponseError {
  const { statusCode } = document;
  const waitMs = askedMs(document);
  return new ResponseError(`${host} could not search (HTTP ${statusCode})`, {
    code: 'HTTP_STATUS',
    hint: 'Search again later, or by another backend.',
    details: { statusCode, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) },
  });
}

/** How long the server wants to be left alone, as far as we believe it. */
function askedMs({ headers }: LoadedDocument): number | undefined {
  const ms = retryAfterMs(headers['retry-after']);
  return ms === undefined ? undefined : Math.min(ms, LIMITS.searchQuietMaxMs);
}
