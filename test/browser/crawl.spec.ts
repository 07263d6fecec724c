import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { crawl } from '#src/crawl/crawler.js';
import { browserProcesses } from '../support/browser-rig.js';
import { crawledHtml, endOf, ofType, taken, wordsOf } from '../support/crawl-site.js';
import { serve } from '../support/http-server.js';
import { hasRedis, TestRedis } from '../support/redis.js';

/** What an app shows of a page, made by its script from what it fetches. */
const SHELL = `<!doctype html><html lang="en"><head><title>App</title></head><body><div id="root"></div>
<script src="/app.bundle.js"></script></body></html>`;
const APP = `fetch('/api' + location.pathname).then((answer) => answer.json()).then(({ html }) => {
  document.title = 'App page';
  document.querySelector('#root').innerHTML = html;
});`;

/** An app of so many pages under `/app/`, each made by scripts, and articles under `/text/` that are there as sent. */
function serveApp(pages: number) {
  const next = (path: string, number: number) =>
    [1, 2, 3]
      .map((step) => number * 3 + step)
      .filter((linked) => linked < pages)
      .map((linked) => `${path}${linked}`);
  return serve(({ url = '' }, response) => {
    const number = Number(/\d+$/.exec(url)?.[0] ?? 0);
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    if (url === '/') return html(crawledHtml(900, ['/app/0', '/text/0']));
    if (url.startsWith('/app/')) return html(SHELL);
    if (url.startsWith('/text/')) return html(crawledHtml(number + 500, next('/text/', number)));
    if (url === '/app.bundle.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(APP);
    if (url.startsWith('/api/app/')) {
      const links = next('/app/', number).map((path) => `<a href="${path}">To ${path}</a>`);
      const body = { html: `<main><h1>App ${number}</h1><p>${wordsOf(number)}.</p>${links.join(' ')}</main>` };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    return response.writeHead(404).end();
  });
}

test('a crawl renders the pages that scripts make, follows what they show, and reads the others plainly', async () => {
  await using server = await serveApp(12);
  const events = await taken(crawl(`${server.origin}/`, { readerOptions: { allowPrivate: [server.host] } }));
  const pages = ofType(events, 'page');
  expect(pages.filter(({ url }) => url.includes('/app/'))).toHaveLength(12);
  expect(pages.filter(({ url }) => url.includes('/text/'))).toHaveLength(12);
  for (const { url, page } of pages) expect([url, page.rendered]).toEqual([url, url.includes('/app/')]);
  expect(pages.find(({ url }) => url.endsWith('/app/7'))?.page.text).toContain(wordsOf(7).slice(0, 40));
  expect(endOf(events)).toMatchObject({ reason: 'complete', totals: { pages: 25, rendered: 12, failures: 0 } });
});

test('a crawl learns where scripts make the pages, and tries plain HTTP no more, but to see whether that is right', async () => {
  await using server = await serveApp(40);
  const options = { concurrency: 1, readerOptions: { allowPrivate: [server.host] } } as const;
  const events = await taken(crawl(`${server.origin}/`, options));
  const { totals } = endOf(events);
  expect(totals).toMatchObject({ pages: 81, rendered: 40, failures: 0 });
  expect(totals.readers).toMatchObject({ http: 1, browser: 1, disagreed: 0 });
  const checked = totals.readers?.sampled ?? 0;
  expect(checked).toBeGreaterThanOrEqual(2);
  // Three to learn it by, and the few that are read both ways.
  const shells = server.hits.filter((hit) => hit.startsWith('GET /app/')).length;
  expect(shells).toBeGreaterThan(40 + 3);
  expect(shells).toBeLessThanOrEqual(40 + 3 + checked);
});

test('a crawl in a session reads no page without it', async () => {
  await using server = await serve(({ url = '', headers }, response) => {
    const number = Number(url.slice(1));
    if (!(number < 12)) return response.writeHead(404).end();
    const isKnown = headers.cookie?.includes('user=one') ?? false;
    const html = crawledHtml(number, [`/${number + 1}`]).replace(
      '<p>',
      isKnown ? '<p>Hello, one. ' : '<p>Please log in. ',
    );
    return response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const cookie = {
    name: 'user',
    value: 'one',
    domain: '127.0.0.1',
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
  };
  const storageState = { cookies: [{ ...cookie, sameSite: 'Lax' as const }], origins: [] };
  const events = await taken(
    crawl(`${server.origin}/0`, { readerOptions: { allowPrivate: [server.host], storageState } }),
  );
  const pages = ofType(events, 'page');
  expect(pages).toHaveLength(12);
  for (const { page } of pages) expect(page.text).toContain('Hello, one.');
});

test('the limit of pages is exact while several tabs read', async () => {
  await using server = await serveApp(40);
  const options = {
    reader: 'browser',
    maxPages: 9,
    concurrency: 4,
    readerOptions: { allowPrivate: [server.host] },
  } as const;
  const events = await taken(crawl(`${server.origin}/app/0`, options));
  expect(ofType(events, 'page')).toHaveLength(9);
  expect(server.hits.filter((hit) => hit.startsWith('GET /app/'))).toHaveLength(9);
});

test('places within a page are pages where its program shows something else there', async () => {
  const views = { '': 0, '#/one': 1, '#/two': 2 };
  const script = `const views = ${JSON.stringify(Object.fromEntries(Object.entries(views).map(([hash, number]) => [hash, wordsOf(number)])))};
    const links = '<a href="#/one">One</a> <a href="#/two">Two</a> <a href="#below">Below</a>';
    const show = () => { document.querySelector('#root').innerHTML = '<main><h1>View</h1><p>' + (views[location.hash] ?? views['']) + '</p>' + links + '</main>'; };
    addEventListener('hashchange', show); show();`;
  await using server = await serve(({ url }, response) => {
    if (url !== '/') return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>App</title><div id="root"></div><script>${script}</script>`);
  });
  const events = await taken(crawl(`${server.origin}/`, { readerOptions: { allowPrivate: [server.host] } }));
  const pages = ofType(events, 'page');
  expect(pages.map(({ url }) => url.slice(server.origin.length)).sort()).toEqual(['/', '/#/one', '/#/two']);
  for (const { url, page } of pages) {
    expect(page.text).toContain(wordsOf(views[new URL(url).hash as keyof typeof views]).slice(0, 40));
  }
});

test('leaving the loop ends the browser with its tabs', async () => {
  await using server = await serveApp(40);
  const options = { reader: 'browser', concurrency: 4, readerOptions: { allowPrivate: [server.host] } } as const;
  const before = browserProcesses().length;
  for await (const { type } of crawl(`${server.origin}/app/0`, options)) if (type === 'page') break;
  const asked = server.hits.length;
  expect(await server.openConnections()).toBe(0);
  expect(server.hits.length).toBe(asked);
  expect(browserProcesses().length).toBe(before);
});

test('processes that share a crawl in Redis render each page once, and keep all of them', async () => {
  test.skip(!hasRedis(), 'redis-server is not installed');
  const redis = await TestRedis.start();
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-redis-app-'));
  try {
    await using server = await serveApp(12);
    const options = { readerOptions: { allowPrivate: [server.host] }, queue: redis.url, concurrency: 2 };
    const [one, other] = await Promise.all([
      taken(crawl(`${server.origin}/`, { ...options, out: folder })),
      taken(crawl(`${server.origin}/`, options)),
    ]);
    const told = [...ofType(one, 'page'), ...ofType(other, 'page')].map(({ url }) => new URL(url).pathname);
    expect(told).toHaveLength(25);
    expect(new Set(told).size).toBe(25);
    expect(server.hits.filter((hit) => /^GET \/api\/app\/\d+$/.test(hit))).toHaveLength(12);
    expect(endOf(one)).toMatchObject({ reason: 'complete', totals: { pages: 25, rendered: 12, failures: 0 } });
    const rows = (await readFile(path.join(folder, 'pages.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows.map(({ url }) => new URL(url).pathname).sort()).toEqual(told.sort());
    expect(rows.find(({ url }) => url.endsWith('/app/7')).text).toContain(wordsOf(7).slice(0, 40));
  } finally {
    await redis.close();
    await rm(folder, { recursive: true });
  }
});
