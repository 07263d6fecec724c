import { describe, expect, it } from 'vitest';
import { crawled, crawledHtml, endOf, ofType, serveSite } from '../support/crawl-site.js';
import { routes, serve } from '../support/http-server.js';

describe('a polite crawl', () => {
  it('ends where a host asks to be left alone for a day, with what is left as failures to be tried later', async () => {
    await using server = await serveSite(30, ({ url }, response) => {
      if (url === '/' || url === '/robots.txt') return false;
      response.writeHead(429, { 'retry-after': '86400', 'content-type': 'text/html' }).end('enough');
      return true;
    });
    const events = await crawled(server, { sitemap: 'skip' });
    expect(endOf(events)).toMatchObject({ reason: 'complete', totals: { pages: 1 } });
    const failures = ofType(events, 'failure');
    expect(failures).toHaveLength(5);
    expect(failures.every(({ retryable }) => retryable)).toBe(true);
    expect(failures.map(({ code }) => code)).toContain('RATE_LIMITED');
    // Those that were under way already, and nothing after that.
    expect(server.hits.length).toBeLessThanOrEqual(2 + 3);
  });

  it('comes back to a host no sooner than its Retry-After says', async () => {
    const asked: number[] = [];
    await using server = await serveSite(2, ({ url }, response) => {
      if (url !== '/1') return false;
      asked.push(performance.now());
      if (asked.length > 1) return false;
      response.writeHead(503, { 'retry-after': '1' }).end();
      return true;
    });
    const events = await crawled(server, { sitemap: 'skip' });
    expect(endOf(events).totals).toMatchObject({ pages: 2, failures: 0 });
    // What a clock that rounds may take away.
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(990);
  });

  it('keeps to the crawl delay of robots.txt', async () => {
    const asked: number[] = [];
    await using server = await serveSite(6, ({ url }, response) => {
      if (url === '/robots.txt') response.end('User-agent: *\nCrawl-delay: 0.2');
      else asked.push(performance.now());
      return url === '/robots.txt';
    });
    const events = await crawled(server, { sitemap: 'skip' });
    expect(endOf(events).totals).toMatchObject({ pages: 6 });
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    // A request takes its time to arrive, the one before it longer than the next, now and then.
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(5 * 200 - 100);
  });

  it('does not take refusals of its own guard for a host that is down', async () => {
    await using inner = await serve(routes({}));
    const paths = Array.from({ length: 25 }, (_, number) => `${inner.origin}/${number}`);
    await using server = await serve(routes({ '/': crawledHtml(0, paths) }));
    const events = await crawled(server, { sitemap: 'skip', robots: 'ignore', scope: 'domain' });
    const codes = ofType(events, 'failure').map(({ code }) => code);
    expect([codes.length, new Set(codes), inner.hits]).toEqual([25, new Set(['REFUSED_ADDRESS']), []]);
  });

  it('follows the links of a page that is not to be kept, and not those of one that says so', async () => {
    const tagged = (content: string) => `<meta name="robots" content="${content}">`;
    await using server = await serve(
      routes({
        '/': crawledHtml(0, ['/unkept', '/unfollowed', '/neither']),
        '/unkept': crawledHtml(1, ['/a'], tagged('noindex')),
        '/unfollowed': crawledHtml(2, ['/b'], tagged('nofollow')),
        '/neither': { headers: { 'x-robots-tag': 'otherbot: all, pageward: none' }, body: crawledHtml(3, ['/c']) },
        '/a': crawledHtml(4, []),
        '/b': crawledHtml(5, []),
        '/c': crawledHtml(6, []),
      }),
    );
    const pathsOf = (events: Awaited<ReturnType<typeof crawled>>) =>
      ofType(events, 'page')
        .map(({ url }) => url.replace(server.origin, ''))
        .sort();
    const events = await crawled(server, { sitemap: 'skip' });
    expect(pathsOf(events)).toEqual(['/', '/a', '/unfollowed']);
    expect(
      ofType(events, 'skipped')
        .map(({ url, reason }) => [url.replace(server.origin, ''), reason])
        .sort(),
    ).toEqual([
      ['/neither', 'noindex'],
      ['/unkept', 'noindex'],
    ]);
    expect(pathsOf(await crawled(server, { sitemap: 'skip', robots: 'ignore' }))).toHaveLength(7);
  });
});
