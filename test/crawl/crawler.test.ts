import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { BrowserError } from '#src/base/errors.js';
import { crawl } from '#src/crawl/crawler.js';
import type { Page } from '#src/page/page.js';
import { crawled, crawledHtml, endOf, ofType, optionsFor, serveSite, taken } from '../support/crawl-site.js';
import { routes, serve } from '../support/http-server.js';
import { memorySite } from '../support/memory-site.js';

const quiet = { robots: 'ignore', sitemap: 'skip' } as const;

describe('crawl', () => {
  it('reads every page once, by whatever ways it is linked', async () => {
    await using server = await serveSite(40);
    const events = await crawled(server);
    const urls = ofType(events, 'page').map(({ url }) => url);
    expect(new Set(urls)).toEqual(
      new Set([`${server.origin}/`, ...Array.from({ length: 39 }, (_, index) => `${server.origin}/${index + 1}`)]),
    );
    expect(urls).toHaveLength(40);
    expect(server.hits.filter((hit) => /^GET \/\d*$/.test(hit))).toHaveLength(40);
    expect(endOf(events)).toMatchObject({
      reason: 'complete',
      totals: { pages: 40, failures: 0, queued: 0, underWay: 0 },
    });
  });

  it('tells of each page how far it is from the seed, where it was found, and its text', async () => {
    await using server = await serveSite(10);
    const pages = ofType(await crawled(server), 'page');
    const seventh = pages.find(({ url }) => url.endsWith('/7'));
    expect(seventh).toMatchObject({ depth: 2, from: `${server.origin}/1`, page: { title: 'Page 7', statusCode: 200 } });
    expect(seventh?.page.text).toContain('w55433');
    expect(pages.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
  });

  it('counts an answer of 400 and above as a failure, with what was answered', async () => {
    await using server = await serve(routes({ '/': crawledHtml(0, ['/gone']), '/robots.txt': { status: 404 } }));
    const events = await crawled(server, { sitemap: 'skip' });
    expect(ofType(events, 'failure')).toMatchObject([
      { url: `${server.origin}/gone`, code: 'HTTP_STATUS', status: 404, from: `${server.origin}/`, depth: 1 },
    ]);
    expect(ofType(events, 'failure')[0]?.page?.text).toContain('not found');
    expect(endOf(events).totals).toMatchObject({ pages: 1, failures: 1 });
  });

  it('goes on past what cannot be read', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/cut') return void request.socket.destroy();
      if (request.url !== '/' && request.url !== '/fine') return void response.writeHead(404).end();
      response.setHeader('content-type', 'text/html');
      response.end(request.url === '/' ? crawledHtml(0, ['/cut', '/fine']) : crawledHtml(1, []));
    });
    const events = await crawled(server);
    expect(ofType(events, 'failure')).toMatchObject([
      { url: `${server.origin}/cut`, code: 'CONNECTION_LOST', retryable: true },
    ]);
    expect(ofType(events, 'page')).toHaveLength(2);
    // Its connection may have broken by chance.
    expect(server.hits.filter((hit) => hit === 'GET /cut').length).toBeGreaterThanOrEqual(3);
  });

  it('tries a page again that its server put off, and counts it once', async () => {
    let asked = 0;
    await using server = await serveSite(3, ({ url }, response) => {
      if (url !== '/2' || ++asked > 2) return false;
      response.writeHead(503, { 'content-type': 'text/html' }).end('later');
      return true;
    });
    const events = await crawled(server);
    expect(asked).toBe(3);
    expect(ofType(events, 'failure')).toEqual([]);
    expect(endOf(events).totals).toMatchObject({ pages: 3, failures: 0 });
  });

  it('does not read what robots.txt forbids, unless it is to be ignored', async () => {
    const answers = { '/': crawledHtml(0, ['/secret']), '/secret': crawledHtml(1, []) };
    await using server = await serve(routes({ ...answers, '/robots.txt': 'User-agent: *\nDisallow: /secret\n' }));
    const polite = await crawled(server);
    expect(ofType(polite, 'skipped')).toMatchObject([{ url: `${server.origin}/secret`, reason: 'robots' }]);
    expect(server.hits).not.toContain('GET /secret');
    expect(endOf(polite).totals).toMatchObject({ pages: 1, skipped: { robots: 1 }, failures: 0 });
    expect(endOf(await crawled(server, quiet)).totals.pages).toBe(2);
  });

  it('reads nothing of a site whose robots.txt is out of order, and says so', async () => {
    await using server = await serveSite(3, ({ url }, response) => {
      if (url === '/robots.txt') response.writeHead(500).end();
      return url === '/robots.txt';
    });
    const events = await crawled(server);
    expect(ofType(events, 'notice')).toMatchObject([{ about: server.origin }]);
    expect(ofType(events, 'failure')).toMatchObject([{ code: 'REFUSED_ROBOTS', retryable: true }]);
    expect(server.hits.filter((hit) => hit !== 'GET /robots.txt' && !hit.includes('sitemap'))).toEqual([]);
  });

  it('takes pages from sitemaps too, only from them, or not at all', async () => {
    const answers = {
      '/': crawledHtml(0, ['/linked']),
      '/linked': crawledHtml(1, []),
      '/listed': crawledHtml(2, ['/below']),
    };
    await using server = await serve((request, response) => {
      const list = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${server.origin}/listed</loc></url></urlset>`;
      routes({
        ...answers,
        '/below': crawledHtml(3, []),
        '/sitemap.xml': { headers: { 'content-type': 'text/xml' }, body: list },
      })(request, response);
    });
    const read = async (sitemap?: 'only' | 'skip') => {
      const pages = ofType(await crawled(server, sitemap === undefined ? {} : { sitemap }), 'page');
      return new Map(pages.map(({ url, from }) => [new URL(url).pathname, from]));
    };
    const both = await read();
    expect([...both.keys()].sort()).toEqual(['/', '/below', '/linked', '/listed']);
    expect(both.get('/listed')).toBe(`${server.origin}/sitemap.xml`);
    expect([...(await read('only')).keys()].sort()).toEqual(['/', '/listed']);
    expect([...(await read('skip')).keys()].sort()).toEqual(['/', '/linked']);
  });

  it('refuses what the guard refuses, page by page', async () => {
    await using server = await serve(
      routes({ '/': crawledHtml(0, ['http://127.0.0.1:1/', '/ok']), '/ok': crawledHtml(1, []) }),
    );
    const events = await crawled(server, { ...quiet, scope: 'domain' });
    expect(ofType(events, 'failure')).toMatchObject([
      { url: 'http://127.0.0.1:1/', code: expect.stringMatching(/^REFUSED_/) },
    ]);
    expect(ofType(events, 'page')).toHaveLength(2);
  });

  it('leaves aside what has no text', async () => {
    await using server = await serve(
      routes({
        '/': crawledHtml(0, ['/photo.png']),
        '/photo.png': { headers: { 'content-type': 'image/png' }, body: 'x' },
      }),
    );
    const events = await crawled(server, quiet);
    expect(ofType(events, 'skipped')).toMatchObject([{ url: `${server.origin}/photo.png`, reason: 'binary' }]);
    expect(endOf(events).totals).toMatchObject({ pages: 1, failures: 0 });
  });

  it('works with any object that reads', async () => {
    const site = memorySite(30);
    const events = await taken(crawl(site.seed, { ...quiet, reader: site.reader }));
    expect(endOf(events).totals.pages).toBe(30);
    expect(ofType(events, 'skipped').map(({ reason }) => reason)).toContain('outside');
  });

  it('is not stopped by a reader that throws what it likes, at once or late', async () => {
    const page: Page = { url: 'https://e.example/', statusCode: 200, mediaType: 'text/html', text: 'Words' };
    const links = ['a', 'b'].map((name) => ({ url: `https://e.example/${name}`, text: name }));
    const reader = {
      read(url: string): Promise<Page> {
        if (url.endsWith('/a')) throw new TypeError('at once');
        return url.endsWith('/b') ? Promise.reject('late') : Promise.resolve({ ...page, links });
      },
    };
    const events = await taken(crawl('https://e.example/', { ...quiet, reader }));
    expect(ofType(events, 'failure')).toMatchObject([
      { code: 'UNEXPECTED', message: 'at once' },
      { code: 'UNEXPECTED', message: 'late' },
    ]);
  });

  it('ends with an error where no page can be read at all', async () => {
    const reader = { read: () => Promise.reject(new BrowserError('none', { code: 'BROWSER_MISSING' })) };
    await expect(taken(crawl('https://e.example/', { ...quiet, reader }))).rejects.toMatchObject({
      code: 'BROWSER_MISSING',
    });
  });

  it.each<[string, string | string[], object, string]>([
    ['no seed', [], {}, 'INVALID_OPTION'],
    ['a seed that is no URL', 'example', {}, 'INVALID_URL'],
    ['no page at all', 'https://e.example/', { maxPages: 0 }, 'INVALID_OPTION'],
    ['a slip in a name', 'https://e.example/', { maxPage: 1 }, 'INVALID_OPTION'],
    ['resuming nowhere', 'https://e.example/', { resume: true }, 'INVALID_OPTION'],
    ['a scorer that nothing asks', 'https://e.example/', { score: () => 1 }, 'INVALID_OPTION'],
    ['more at least than at most', 'https://e.example/', { concurrency: { min: 3, max: 2 } }, 'INVALID_OPTION'],
  ])('refuses %s', async (_, seeds, options, code) => {
    await expect(taken(crawl(seeds, options))).rejects.toMatchObject({ code });
  });
});

describe('the loop over a crawl', () => {
  it('that is left ends everything at once', async () => {
    await using server = await serveSite(40, ({ url }) => url !== '/' && url !== '/robots.txt');
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    for await (const event of crawl(`${server.origin}/`, optionsFor(server))) {
      if (event.type === 'page') break;
    }
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length).toBeLessThanOrEqual(before);
    const asked = server.hits.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.hits.length).toBe(asked);
    expect(await server.openConnections()).toBe(0);
  });

  it('ends with the reason of an abort, also while a reader hangs that does not listen', async () => {
    const stop = new AbortController();
    let begun: () => void = () => undefined;
    const isReading = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const reader = {
      read: (): Promise<Page> => {
        begun();
        return new Promise(() => undefined);
      },
    };
    const loop = taken(crawl('https://e.example/', { ...quiet, reader, signal: stop.signal }));
    await isReading;
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(loop).rejects.toBe(reason);
    await expect(taken(crawl('https://e.example/', { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });

  it('that takes its time slows the crawl', async () => {
    const site = memorySite(2_000);
    const loop = crawl(site.seed, { ...quiet, reader: site.reader, concurrency: 4 });
    let pages = 0;
    for await (const event of loop) {
      if (event.type !== 'page' || ++pages % 20 !== 0) continue;
      // Long enough for the crawl to run into what holds it back.
      for (let wait = 0; wait < 20; wait += 1) await once(timer(), 'done');
      expect(site.read.length - pages).toBeLessThan(120);
      if (pages >= 200) break;
    }
    expect(pages).toBe(200);
  });
});

function timer(): EventTarget {
  const target = new EventTarget();
  setTimeout(() => target.dispatchEvent(new Event('done')), 2);
  return target;
}
