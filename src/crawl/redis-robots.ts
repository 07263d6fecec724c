import { delay } from '../base/deadline.js';
import { isPagewardError, NetworkError, ResponseError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import type { DocumentLoader, LoadedDocument } from '../reader/reader.js';
import { spoilt } from './redis-connection.js';
import type { RedisCrawl } from './redis-crawl.js';
import { ROBOTS_ANSWER, type RobotsAnswer } from './redis-values.js';

/** Half of its life a robots.txt may be in Redis, half in a process that took it from there: a day in all (RFC 9309 2.4). */
export const ROBOTS_FRESH_MS = LIMITS.robotsFreshMs / 2;
/** Whoever fetches one has so long until another process does. */
const FETCH_MS = LIMITS.robotsTimeoutMs + 5_000;
const LOOK_MS = 100;

/** Loads each robots.txt for all processes of a crawl once: one fetches it, the others take what it got from Redis. */
export function redisRobotsLoader(loader: DocumentLoader, crawl: RedisCrawl, token: string): DocumentLoader {
  const known = async (key: string): Promise<RobotsAnswer | undefined> => {
    const told = await crawl.connection.ask((client) => client.get(key));
    if (told === null) return undefined;
    try {
      return ROBOTS_ANSWER.parse(JSON.parse(told));
    } catch {
      throw spoilt('a robots.txt', crawl.connection.shownUrl);
    }
  };
  return {
    async load(request, options = {}) {
      const { signal } = options;
      const name = `robots:${new URL(request.url).origin}`;
      const key = crawl.key(name);
      for (;;) {
        const answer = await known(key);
        if (answer !== undefined) return documentOf(request.url, answer);
        if (await crawl.lease(name, token, FETCH_MS)) break;
        await delay(LOOK_MS, signal);
      }
      try {
        // Somebody may have had it between the look and the lease.
        const answer = (await known(key)) ?? (await fetched(loader, request.url, options));
        await crawl.connection.ask((client) => client.set(key, JSON.stringify(answer), 'PX', lifeMs(answer)));
        return documentOf(request.url, answer);
      } finally {
        await crawl.yield(name, token);
      }
    },
  };
}

async function fetched(
  loader: DocumentLoader,
  url: string,
  options: Parameters<DocumentLoader['load']>[1] = {},
): Promise<RobotsAnswer> {
  try {
    const request = { url, headers: { accept: 'text/plain,*/*;q=0.5' } };
    const { statusCode, body, sizeCapped, readiness } = await loader.load(request, options);
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    return { statusCode, body: text, sizeCapped, isLate: readiness?.reason === 'deadline' };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!isPagewardError(error)) throw error;
    const { code, message, hint } = error;
    return { code, message: hint === undefined ? message : `${message} (${hint})` };
  }
}

function lifeMs(answer: RobotsAnswer): number {
  const isThere = 'statusCode' in answer && answer.statusCode < 500 && answer.statusCode !== 429 && !answer.isLate;
  return isThere ? ROBOTS_FRESH_MS : LIMITS.robotsRetryMs;
}

function documentOf(url: string, answer: RobotsAnswer): LoadedDocument {
  if ('code' in answer) {
    if (answer.code === 'REDIRECT_LOOP') throw new ResponseError(answer.message, { code: 'REDIRECT_LOOP' });
    throw new NetworkError(answer.message, { code: 'CONNECT_FAILED' });
  }
  const { statusCode, body, sizeCapped, isLate } = answer;
  return {
    url,
    requestedUrl: url,
    redirects: [],
    statusCode,
    headers: {},
    contentType: 'text/plain; charset=utf-8',
    body,
    sizeCapped,
    rendered: false,
    ...(isLate && { readiness: { reason: 'deadline' as const, pending: [], elapsedMs: 0 } }),
    refusals: [],
    warnings: [],
    loadMs: 0,
  };
}
