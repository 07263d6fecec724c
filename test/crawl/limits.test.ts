import { describe, expect, it } from 'vitest';
import { crawl, crawlOn } from '#src/crawl/crawler.js';
import { crawled, crawledHtml, endOf, ofType, optionsFor, serveSite, taken } from '../support/crawl-site.js';
import { serve } from '../support/http-server.js';
import { ManualClock } from '../support/manual-clock.js';
import { memorySite } from '../support/memory-site.js';

const quiet = { robots: 'ignore', sitemap: 'skip' } as const;
/** Each time the pages end in another order. */
const AGAIN = [1, 2, 3, 4, 5];

describe('the limit of a crawl', () => {
  it.each(AGAIN)('of ten pages gives ten, with sixteen reads under way and failures among them (%i)', async () => {
    await using server = await serveSite(200, ({ url }, response) => {
      if (Number(url?.slice(1)) % 3 !== 1) return false;
      setTimeout(() => response.writeHead(404).end(), Math.random() * 10);
      return true;
    });
    const events = await crawled(server, { ...quiet, maxPages: 10, concurrency: 16 });
    expect(ofType(events, 'page')).toHaveLength(10);
    expect(endOf(events)).toMatchObject({ reason: 'max-pages', totals: { pages: 10, underWay: 0 } });
    // Not one page was fetched for nothing.
    expect(server.hits.length).toBe(10 + ofType(events, 'failure').length);
  });

  it('of pages is not passed by pages that repeat others', async () => {
    await using server = await serve((request, response) => {
      const number = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0);
      const paths = [1, 2, 3].map((step) => `/${number * 3 + step}`);
      // Every second page says what the one before it says.
      setTimeout(
        () => response.setHeader('content-type', 'text/html').end(crawledHtml(number - (number % 2), paths)),
        Math.random() * 10,
      );
    });
    const events = await crawled(server, { ...quiet, maxPages: 12, concurrency: 16 });
    expect(ofType(events, 'page')).toHaveLength(12);
  });

  it.each(AGAIN)('of three failures ends at three, whatever is under way (%i)', async () => {
    await using server = await serveSite(200, ({ url }, response) => {
      if (url === '/') return false;
      setTimeout(() => response.writeHead(410).end(), Math.random() * 10);
      return true;
    });
    const events = await crawled(server, { ...quiet, maxFailures: 3, concurrency: 16 });
    expect(ofType(events, 'failure')).toHaveLength(3);
    expect(endOf(events)).toMatchObject({ reason: 'max-failures', totals: { failures: 3 } });
  });

  it.each(AGAIN)('of bytes is not passed, and ends the crawl (%i)', async () => {
    const site = memorySite(100);
    const maxBytes = 5_000;
    const events = await taken(crawl(site.seed, { ...quiet, reader: site.reader, maxBytes, concurrency: 8 }));
    const bytes = ofType(events, 'page').reduce((sum, { page }) => sum + Buffer.byteLength(page.text), 0);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
    expect(bytes).toBeGreaterThan(maxBytes - 600);
    expect(endOf(events)).toMatchObject({ reason: 'max-bytes', totals: { bytes } });
  });

  it('of depth reads the pages at it, and none beyond', async () => {
    await using server = await serveSite(200);
    const events = await crawled(server, { maxDepth: 2 });
    expect(Math.max(...ofType(events, 'page').map(({ depth }) => depth))).toBe(2);
    expect(ofType(events, 'page')).toHaveLength(1 + 5 + 25);
    expect(endOf(events).reason).toBe('complete');
  });

  it('of pages a host is each host’s own', async () => {
    await using one = await serveSite(50);
    await using other = await serveSite(50);
    const { host } = other;
    const options = optionsFor(one, { maxPagesPerHost: 7, readerOptions: { allowPrivate: [one.host, host] } });
    const events = await taken(crawl([`${one.origin}/`, `${other.origin}/`], { ...options, ...quiet }));
    for (const server of [one, other]) {
      expect(ofType(events, 'page').filter(({ url }) => url.startsWith(server.origin))).toHaveLength(7);
    }
    expect(endOf(events).reason).toBe('max-pages-per-host');
  });

  it('of minutes ends a crawl whose pages do not come', async () => {
    const clock = new ManualClock();
    let begun = 0;
    const reader = {
      read(url: string) {
        begun += 1;
        const page = {
          url,
          statusCode: 200,
          mediaType: 'text/html',
          text: 'Words',
          links: [{ url: `${url}a`, text: '' }],
        };
        return begun === 1 ? Promise.resolve(page) : new Promise<never>(() => undefined);
      },
    };
    const loop = taken(crawlOn({ clock }, 'https://e.example/', { ...quiet, reader, maxMinutes: 5, concurrency: 2 }));
    while (begun < 2) await clock.advance(0);
    await clock.advance(5 * 60_000 - 1);
    await clock.advance(1);
    const events = await loop;
    expect(endOf(events)).toMatchObject({ reason: 'max-minutes', totals: { pages: 1 } });
  });
});
