import { LIMITS } from '../base/limits.js';
import { parseUrl } from '../base/url.js';
import { USER_AGENT } from '../base/version.js';
import { HttpReader } from '../reader/http-reader.js';
import { Frontier } from './frontier.js';
import { HostTurns } from './host-turns.js';
import type { MapEvent, MapNotice } from './map-event.js';
import { checkMapOptions, type MapOptions } from './map-options.js';
import { politeLoader } from './polite-loader.js';
import { productTokenOf } from './product-token.js';
import { type RobotsFile, RobotsFiles } from './robots-file.js';
import { createScope } from './scope.js';
import { Survey } from './survey.js';

/**
 * Finds the URLs of a site: those that its sitemaps name, and those that its pages link to, over plain HTTP and without
 * reading the pages. Pages that a sitemap names are not looked through for links, so that a site with good sitemaps is
 * mapped in seconds; `sitemap: 'skip'` looks through all. What only scripts show is not found.
 *
 * Gives events as URLs are found, the last of them an `end`. What goes wrong is a `notice`. Leaving the loop early ends all
 * that is under way.
 *
 * @param start the URL to begin with; it sets the scope
 * @throws UsageError `INVALID_URL`, `INVALID_OPTION`; `signal.reason`
 * @example
 * for await (const event of mapSite('https://example.com/')) if (event.type === 'url') console.log(event.url);
 */
export async function* mapSite(start: string, options: MapOptions = {}): AsyncGenerator<MapEvent, void, undefined> {
  checkMapOptions(options);
  parseUrl(start);
  const {
    robots = 'respect',
    sitemap = 'include',
    signal,
    readerOptions = {},
    timeoutMs = LIMITS.mapTimeoutMs,
  } = options;
  // Of the frontier it means pages recorded, and nothing is recorded here.
  const { maxPages: _, ...ofFrontier } = options;
  const frontier = new Frontier({ ...ofFrontier, scope: await createScope([start], options), hashRoutes: 'always' });
  const reader = new HttpReader({ cacheTtlMs: 0, retries: 0, ...readerOptions });
  try {
    const productToken = productTokenOf(readerOptions.userAgent ?? USER_AGENT);
    const notices: MapNotice[] = [];
    const onFile = (file: RobotsFile) => void notices.push(...aboutRobots(file));
    const files =
      robots === 'ignore' ? undefined : new RobotsFiles({ loader: reader, productToken, timeoutMs, onFile });
    const turns = new HostTurns(options);
    const loader = politeLoader({ loader: reader, turns, robots: files });
    const survey = new Survey(frontier, { ...options, productToken, loader, turns });
    const steps = async function* (): AsyncGenerator<MapEvent, void, undefined> {
      yield* survey.begin(start);
      if (sitemap !== 'skip') yield* survey.sitemaps(start, await files?.fileFor(start, signal));
      if (sitemap !== 'only') yield* survey.pages(start);
    };
    for await (const event of steps()) {
      yield* notices.splice(0);
      yield event;
    }
    yield* notices.splice(0);
    yield survey.end();
  } finally {
    await reader.close();
  }
}

function aboutRobots({ origin, state, reason, crawlDelayMs }: RobotsFile): MapNotice[] {
  const about = `${origin}/robots.txt`;
  if (state === 'unreachable') {
    const message = `it cannot be had (${reason}), so nothing of the site may be fetched`;
    return [{ type: 'notice', about, message, code: 'REFUSED_ROBOTS' }];
  }
  if (crawlDelayMs === undefined) return [];
  const keptMs = Math.min(crawlDelayMs, LIMITS.crawlDelayMs);
  const message = `it asks for ${crawlDelayMs / 1_000} s between requests; ${keptMs / 1_000} s are kept`;
  return [{ type: 'notice', about, message }];
}
