import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../base/clock.js';
import { isPagewardError, messageOf, TimeoutError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { asUrl, redactUrl } from '../base/url.js';
import type { SitemapEntry } from '../page/sitemap-entries.js';
import type { DocumentLoader } from '../reader/reader.js';
import type { RobotsFile } from './robots-file.js';
import type { SitemapEvent, SitemapProblem } from './sitemap-event.js';
import { loadSitemap, type SitemapFile } from './sitemap-file.js';
import { workThrough } from './work-through.js';

export interface SitemapOptions {
  /** Fetches them; a polite one ({@link politeLoader}) asks robots.txt and waits for its turn. */
  readonly loader: DocumentLoader;
  readonly signal?: AbortSignal | undefined;
  /** To begin with instead of what robots.txt names. */
  readonly sitemaps?: readonly string[];
  /** Sitemaps read at most, indexes included. Default 1 000. */
  readonly maxSitemaps?: number;
  /** Hard end of one sitemap; what had arrived by then is read. Default 30 000. */
  readonly timeoutMs?: number;
  /** How long all of them may be waited for. Default 600 000. */
  readonly totalMs?: number;
  readonly clock?: Clock;
}

/** Fetched at once. */
const CONCURRENCY = 3;
/** How long entries are told in one turn of the event loop, what the caller does with them included. */
const TURN_MS = 10;

interface Found {
  readonly sitemap: string;
  /** Of indexes above it. */
  readonly depth: number;
  /** Nobody named it: it is looked for where sitemaps usually are. */
  readonly isGuess: boolean;
}

/** What a fetch came to. Never rejects. */
type Fetched = Found & ({ readonly file: SitemapFile } | { readonly error: unknown });

/**
 * Reads a site's sitemaps: those of its robots.txt, or `/sitemap.xml` where it names none, and all that they lead to, each
 * once. What goes wrong is an event, and only an abort throws: a silent or an endless sitemap costs its deadline, and the
 * others go on beside it. Leaving the loop early ends all that is under way.
 *
 * Pages of other hosts are left out, as sitemaps.org has it: a sitemap speaks for its own host, and for the one whose
 * robots.txt named it. `www.` is no other host, nor are http and https.
 *
 * @param site any URL of the site
 * @throws `signal.reason`
 */
export async function* readSitemaps(
  site: string,
  robots: RobotsFile | undefined,
  options: SitemapOptions,
): AsyncGenerator<SitemapEvent, void, undefined> {
  const { loader, signal, clock, timeoutMs = LIMITS.sitemapTimeoutMs, maxSitemaps = LIMITS.sitemaps } = options;
  const waiting = startsOf(site, robots, options);
  const seen = new Set(waiting.map(({ sitemap }) => sitemap));
  const pool = {
    concurrency: CONCURRENCY,
    signal,
    waitMs: options.totalMs ?? LIMITS.sitemapsTotalMs,
    ...(clock === undefined ? {} : { clock }),
  };
  let read = 0;
  let leftOut = 0;

  const fetchOne = async (found: Found, ending: AbortSignal): Promise<Fetched> => {
    try {
      return { ...found, file: await loadSitemap(found.sitemap, { loader, timeoutMs, signal: ending }) };
    } catch (error) {
      return { ...found, error };
    }
  };
  try {
    for await (const fetched of workThrough(() => waiting.shift(), pool, fetchOne)) {
      read += 1;
      if ('error' in fetched) {
        if (!isMissingGuess(fetched)) yield failure(fetched);
        continue;
      }
      for await (const event of eventsOf(fetched, fetched.file, new URL(site))) {
        if (!('depth' in event)) yield event;
        else if (!seen.has(event.sitemap) && seen.size < maxSitemaps) {
          seen.add(event.sitemap);
          waiting.push(event);
        } else if (!seen.has(event.sitemap)) leftOut += 1;
      }
    }
  } catch (error) {
    if (signal?.aborted || !(error instanceof TimeoutError)) throw error;
    yield problem(site, `the time for sitemaps is up; ${seen.size - read} were not read`, error.code);
  }
  if (leftOut > 0) yield problem(site, `only ${maxSitemaps} sitemaps are read; ${leftOut} were left out`);
}

function startsOf(site: string, robots: RobotsFile | undefined, { sitemaps }: SitemapOptions): Found[] {
  const { origin } = new URL(site);
  const named = (sitemaps ?? robots?.sitemaps ?? []).flatMap((written) => webUrl(written, origin) ?? []);
  const starts = named.length > 0 || sitemaps !== undefined ? named : [`${origin}/sitemap.xml`];
  return [...new Set(starts)].map((sitemap) => ({ sitemap, depth: 0, isGuess: named.length === 0 }));
}

/** The pages of a sitemap, and the sitemaps that it leads to. */
async function* eventsOf(
  { sitemap, depth }: Found,
  file: SitemapFile,
  site: URL,
): AsyncGenerator<SitemapEvent | Found, void, undefined> {
  const hosts = new Set([site, new URL(sitemap), new URL(file.url)].map(hostOf));
  let told = 0;
  let turnEndsAt = performance.now() + TURN_MS;
  let foreign: string | undefined;
  let foreigners = 0;
  for (const entry of file.entries) {
    told += 1;
    if (performance.now() > turnEndsAt) {
      await nextTurn();
      turnEndsAt = performance.now() + TURN_MS;
    }
    if (!hosts.has(hostOf(new URL(entry.url)))) {
      foreign ??= entry.url;
      foreigners += 1;
    } else if (entry.isSitemap === undefined) yield pageOf(entry, sitemap);
    else if (depth < LIMITS.sitemapDepth) yield { sitemap: entry.url, depth: depth + 1, isGuess: false };
    else yield problem(entry.url, `it is more than ${LIMITS.sitemapDepth} indexes deep`);
  }
  if (foreign !== undefined) {
    yield problem(sitemap, `${foreigners} URLs of other hosts are left out, such as ${redactUrl(foreign)}`);
  }
  if (file.cut !== undefined) yield problem(sitemap, `${file.cut}; the rest is left out`);
  yield { type: 'sitemap', sitemap, kind: file.kind, entries: told - foreigners };
}

function pageOf({ url, lastModified, alternates }: SitemapEntry, sitemap: string): SitemapEvent {
  return {
    type: 'url',
    url,
    ...(lastModified === undefined ? {} : { lastModified }),
    ...(alternates === undefined ? {} : { alternates }),
    sitemap,
  };
}

/** A site need not have one where it is looked for. */
function isMissingGuess({ error, isGuess }: Found & { readonly error: unknown }): boolean {
  if (!isGuess || !isPagewardError(error)) return false;
  const { statusCode } = error.details;
  const isAbsent = typeof statusCode === 'number' && statusCode < 500 && statusCode !== 429;
  return isAbsent || error.code === 'NO_CONTENT' || error.code === 'REFUSED_ROBOTS';
}

function failure({ sitemap, error }: Found & { readonly error: unknown }): SitemapProblem {
  const message = messageOf(error);
  if (!isPagewardError(error)) return problem(sitemap, message);
  const { statusCode } = error.details;
  return { ...problem(sitemap, message, error.code), ...(typeof statusCode === 'number' ? { statusCode } : {}) };
}

function problem(sitemap: string, message: string, code?: string): SitemapProblem {
  return { type: 'problem', sitemap, message, ...(code === undefined ? {} : { code }) };
}

function webUrl(written: string, origin: string): string | undefined {
  const url = asUrl(written, origin);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}
