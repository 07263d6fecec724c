import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildReport } from '#src/report/build-report.js';
import { crawled, crawledHtml, endOf, ofType } from '../support/crawl-site.js';
import { serve } from '../support/http-server.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pageward-failed-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A site of which some pages answer with a status of trouble, while it lasts. */
async function serveTroubled() {
  const trouble = new Map([
    ['/busy', 503],
    ['/broken', 500],
    ['/gone', 404],
  ]);
  const server = await serve(({ url = '' }, response) => {
    const status = trouble.get(url) ?? 200;
    const number = ['/', '/busy', '/broken', '/gone'].indexOf(url);
    if (number < 0) return void response.writeHead(404).end();
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end(crawledHtml(number, url === '/' ? ['/busy', '/broken', '/gone'] : []));
  });
  return { server, trouble };
}

const options = { robots: 'ignore', sitemap: 'skip', retries: 0 } as const;

describe('a resumed crawl', () => {
  it('asks again for what failed in a way that may pass, and counts it once', async () => {
    const site = await serveTroubled();
    await using server = site.server;
    let asked = 0;
    const first = await crawled(server, { ...options, out: folder });
    expect(endOf(first).totals).toMatchObject({ pages: 1, failures: 3 });
    asked = server.hits.length;

    const still = await crawled(server, { ...options, out: folder, resume: true });
    expect(server.hits.slice(asked).toSorted()).toEqual(['GET /broken', 'GET /busy']);
    expect(endOf(still).totals).toMatchObject({ pages: 1, failures: 3 });

    site.trouble.clear();
    asked = server.hits.length;
    const mended = await crawled(server, { ...options, out: folder, resume: true });
    // What is not there will not be there tomorrow.
    expect(server.hits.slice(asked).toSorted()).toEqual(['GET /broken', 'GET /busy']);
    expect(endOf(mended).totals).toMatchObject({ pages: 3, failures: 1 });
    const rows = (await readFile(path.join(folder, 'pages.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(rows).toHaveLength(3);
    expect((await buildReport(folder)).failures.map(({ url }) => new URL(url).pathname)).toEqual(['/gone']);

    asked = server.hits.length;
    expect(endOf(await crawled(server, { ...options, out: folder, resume: true })).totals).toMatchObject({
      pages: 3,
      failures: 1,
    });
    expect(server.hits.slice(asked)).toEqual([]);
  });

  it('goes on with the pages of a host that was left alone', async () => {
    let isBusy = true;
    await using server = await serve(({ url = '' }, response) => {
      if (isBusy && url !== '/') return void response.writeHead(429, { 'retry-after': '99999' }).end();
      const number = ['/', '/1', '/2', '/3', '/4'].indexOf(url);
      response.setHeader('content-type', 'text/html').end(crawledHtml(number, ['/1', '/2', '/3', '/4']));
    });
    const first = await crawled(server, { ...options, out: folder, concurrency: 1 });
    expect(endOf(first).totals).toMatchObject({ pages: 1, failures: 4 });
    isBusy = false;
    const again = await crawled(server, { ...options, out: folder, resume: true });
    expect(endOf(again).totals).toMatchObject({ pages: 5, failures: 0 });
  });
});

describe('a crawl whose seed leads out of its scope', () => {
  it('says where to begin', async () => {
    await using far = await serve(
      (_, response) => void response.setHeader('content-type', 'text/html').end('<p>Far</p>'),
    );
    await using server = await serve(
      (_, response) => void response.writeHead(302, { location: `${far.origin}/` }).end(),
    );
    const events = await crawled(server, { ...options, readerOptions: { allowPrivate: [server.host, far.host] } });
    expect(ofType(events, 'notice')).toEqual([
      { type: 'notice', about: `${server.origin}/`, message: expect.stringContaining(`${far.origin}/`) },
    ]);
    expect(endOf(events).totals.pages).toBe(0);
  });
});
