import { isPagewardError, messageOf } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { redactUrl } from '../base/url.js';
import { pageLinks } from '../reader/page-links.js';
import type { DocumentLoader } from '../reader/reader.js';
import type { Frontier } from './frontier.js';
import type { Discovery, FoundLink, Handout } from './frontier-events.js';
import type { HostTurns } from './host-turns.js';
import type { MapEnd, MapEvent, MapNotice, MapUrl } from './map-event.js';
import type { MapOptions } from './map-options.js';
import type { RobotsFile } from './robots-file.js';
import { robotsTagsOf } from './robots-tags.js';
import { readSitemaps } from './sitemap.js';
import type { SitemapUrl } from './sitemap-event.js';
import { urlKey } from './url-key.js';
import { workThrough } from './work-through.js';

export interface SurveyOptions extends MapOptions {
  readonly productToken: string;
  readonly loader: DocumentLoader;
  readonly turns: HostTurns;
}

/** What looking at one page came to. */
interface Look {
  readonly page: Handout;
  /** Absent when it could not be had. */
  readonly finalUrl?: string;
  readonly links?: readonly FoundLink[];
  readonly error?: unknown;
  readonly statusCode?: number;
}

/** One mapping of a site: what is known of it, what is looked at next, and what of it is news. */
export class Survey {
  readonly #frontier: Frontier;
  readonly #options: SurveyOptions;
  #urls = 0;
  #pages = 0;
  #failures = 0;
  /** Than may be told; exactly so many are no more. */
  #hasMoreUrls = false;
  #hasMorePages = false;

  constructor(frontier: Frontier, options: SurveyOptions) {
    this.#frontier = frontier;
    this.#options = options;
  }

  begin(start: string): MapEvent[] {
    return this.#told(this.#frontier.seeded([start]), { source: 'start' });
  }

  async *sitemaps(start: string, robots: RobotsFile | undefined): AsyncGenerator<MapEvent, void, undefined> {
    const { loader, signal, timeoutMs = LIMITS.mapTimeoutMs } = this.#options;
    for await (const event of readSitemaps(start, robots, { loader, signal, timeoutMs })) {
      if (event.type === 'url') yield* this.#listed(event);
      else if (event.type === 'problem') {
        const { sitemap, message, code } = event;
        yield { type: 'notice', about: sitemap, message, ...(code === undefined ? {} : { code }) };
      }
      if (this.#hasMoreUrls) return;
    }
  }

  async *pages(start: string): AsyncGenerator<MapEvent, void, undefined> {
    if (this.#hasMoreUrls) return;
    const { concurrency = 8, signal } = this.#options;
    const looks = workThrough(
      () => this.#next(),
      { concurrency, signal },
      (page, ending) => this.#look(page, ending),
    );
    for await (const look of looks) {
      yield* this.#taken(look, start);
      if (this.#hasMoreUrls) return;
    }
  }

  end(): MapEnd {
    const reason = this.#hasMoreUrls ? 'max-urls' : this.#hasMorePages ? 'max-pages' : 'complete';
    return { type: 'end', reason, urls: this.#urls, pages: this.#pages, failures: this.#failures };
  }

  #listed({ url, sitemap, lastModified, alternates = [] }: SitemapUrl): MapEvent[] {
    const discovery = this.#frontier.listed([{ url }, ...alternates.map((alternate) => ({ url: alternate.url }))]);
    for (const { key, verdict } of discovery.links) if (verdict === 'queued' && key !== undefined) this.#pass(key);
    const dated = lastModified === undefined ? {} : { lastModified };
    return this.#told(discovery, { source: 'sitemap', from: sitemap, ...dated });
  }

  /** It is known, and need not be looked through. */
  #pass(key: string): void {
    this.#frontier.started(key);
    this.#frontier.failed(key);
  }

  #next(): Handout | undefined {
    const { turns, maxPages = LIMITS.mapPages } = this.#options;
    // A host that others wait for already would only take the places of those that could go on.
    const isFree = (host: string): boolean => Number.isFinite(turns.readyInMs(`http://${host}/`));
    for (let page = this.#frontier.next(isFree); page !== undefined; page = this.#frontier.next(isFree)) {
      if (page.route || isFile(page.url)) {
        this.#pass(page.key);
        continue;
      }
      if (this.#pages >= maxPages) {
        this.#hasMorePages = true;
        return undefined;
      }
      this.#frontier.started(page.key);
      this.#pages += 1;
      return page;
    }
    return undefined;
  }

  async #look(page: Handout, signal: AbortSignal): Promise<Look> {
    const { loader, productToken, robots, skipNofollow, timeoutMs = LIMITS.mapTimeoutMs } = this.#options;
    try {
      const document = await loader.load({ url: page.url }, { signal, timeoutMs });
      const { url: finalUrl, statusCode } = document;
      if (statusCode >= 400) return { page, statusCode };
      const { links, robots: said } = await pageLinks(document, { signal, timeoutMs });
      const { nofollow } = robotsTagsOf({ metadata: { robots: said } }, productToken, Date.now());
      const isFollowed = ({ rel = '' }: FoundLink) => !skipNofollow || !/\bnofollow\b/.test(rel);
      return { page, finalUrl, links: nofollow && robots !== 'ignore' ? [] : links.filter(isFollowed) };
    } catch (error) {
      signal.throwIfAborted();
      return { page, error };
    }
  }

  #taken({ page, finalUrl, links = [], error, statusCode }: Look, start: string): MapEvent[] {
    if (finalUrl === undefined) {
      this.#frontier.failed(page.key);
      this.#failures += 1;
      return [failed(page.url, error, statusCode)];
    }
    const { verdict, key, follow } = this.#frontier.finished(page.key, { finalUrl });
    if (follow) return this.#told(this.#frontier.discovered(links, key), { source: 'link', from: page.url });
    if (verdict !== 'outside' || page.depth > 0) return [];
    const message = `it leads to ${redactUrl(finalUrl)}, outside the scope of ${redactUrl(start)}: map that instead`;
    return [{ type: 'notice', about: page.url, message }];
  }

  /** What is new among links that were found. */
  #told({ links, traps }: Discovery, found: Omit<MapUrl, 'type' | 'url'>): MapEvent[] {
    const { maxUrls = LIMITS.mapUrls } = this.#options;
    const events: MapEvent[] = [];
    for (const { url: written, verdict } of links) {
      const url = verdict === 'queued' ? urlKey(written, this.#options)?.url : undefined;
      if (url === undefined) continue;
      if (this.#urls >= maxUrls) {
        this.#hasMoreUrls = true;
        break;
      }
      this.#urls += 1;
      events.push({ type: 'url', url, ...found });
    }
    for (const { pattern, kind } of traps) {
      const message = `there are URLs without end like ${pattern} (${kind}); the rest of them is left out`;
      events.push({ type: 'notice', about: found.from ?? pattern, message });
    }
    return events;
  }
}

/** What is no page, by its name: it is told, and not fetched. */
const FILE =
  /\.(?:7z|avi|avif|bmp|bz2|css|csv|docx?|eot|exe|gif|gz|ico|iso|jar|jpe?g|js|json|m4[av]|mkv|mov|mp[34]|mpe?g|msi|og[agv]|otf|pdf|png|pptx?|rar|rss|svg|tar|tgz|tiff?|ttf|wav|webm|webp|woff2?|xlsx?|xml|xz|zip)$/i;

function isFile(url: string): boolean {
  return FILE.test(new URL(url).pathname);
}

function failed(url: string, error: unknown, statusCode: number | undefined): MapNotice {
  if (statusCode !== undefined) {
    return { type: 'notice', about: url, message: `it was answered with ${statusCode}`, code: 'HTTP_STATUS' };
  }
  const message = messageOf(error);
  return { type: 'notice', about: url, message, ...(isPagewardError(error) ? { code: error.code } : {}) };
}
