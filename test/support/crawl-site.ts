import type http from 'node:http';
import type { CrawlEvent } from '#src/crawl/crawl-event.js';
import type { CrawlOptions } from '#src/crawl/crawl-options.js';
import { crawl } from '#src/crawl/crawler.js';
import { serve, type TestServer } from './http-server.js';

/** Words that no two pages have in common. */
export function wordsOf(number: number): string {
  return Array.from({ length: 60 }, (_, index) => `w${(number * 7_919 + index * 104_729) % 99_991}`).join(' ');
}

/** A page with words of its own and links. */
export function crawledHtml(number: number, paths: readonly string[], head = ''): string {
  const links = paths.map((path) => `<li><a href="${path}">To ${path}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>Page ${number}</title>${head}</head><body><main><h1>Page ${number}</h1>
<p>${wordsOf(number)}.</p><ul>${links}</ul></main></body></html>`;
}

/**
 * A site of `pages` pages, `/` and `/1`, `/2` …, each of which leads to five more, answered after a time that differs; without
 * robots.txt and sitemaps. What `special` answers is its own.
 */
export function serveSite(
  pages: number,
  special: (request: http.IncomingMessage, response: http.ServerResponse) => boolean = () => false,
): Promise<TestServer> {
  return serve((request, response) => {
    if (special(request, response)) return;
    const number = request.url === '/' ? 0 : Number(/^\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
    if (!(number < pages)) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Gone</title><p>There is no such page.</p>');
      return;
    }
    const paths = [1, 2, 3, 4, 5].map((step) => number * 5 + step).filter((linked) => linked < pages);
    const html = crawledHtml(number, ['/', ...paths.map((linked) => `/${linked}`)]);
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html), Math.random() * 20);
  });
}

/** Takes all that a crawl of a loopback site tells, by plain HTTP unless told otherwise. */
export async function crawled(server: TestServer, options: CrawlOptions = {}): Promise<CrawlEvent[]> {
  return taken(crawl(`${server.origin}/`, optionsFor(server, options)));
}

/** What a crawl of a loopback site needs. */
export function optionsFor({ host }: TestServer, options: CrawlOptions = {}): CrawlOptions {
  return {
    reader: 'http',
    concurrency: 8,
    ...options,
    readerOptions: { allowPrivate: [host], ...options.readerOptions },
  };
}

export async function taken(events: AsyncIterable<CrawlEvent>): Promise<CrawlEvent[]> {
  const all: CrawlEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The events of one type. */
export function ofType<Type extends CrawlEvent['type']>(
  events: readonly CrawlEvent[],
  type: Type,
): Extract<CrawlEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<CrawlEvent, { type: Type }> => event.type === type);
}

/** The last event, which tells how a crawl ended. */
export function endOf(events: readonly CrawlEvent[]) {
  const [end] = ofType(events, 'done');
  if (end === undefined) throw new Error('the crawl did not end');
  return end;
}
