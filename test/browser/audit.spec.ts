import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { crawl } from '#src/crawl/crawler.js';
import { AutoReader } from '#src/reader/auto-reader.js';
import { BrowserReader } from '#src/reader/browser-reader.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { buildReport } from '#src/report/build-report.js';
import { routes, serve } from '../support/http-server.js';

const APP = `<title>App</title><main id="app">Loading</main><script>
  setTimeout(() => {
    document.getElementById('app').innerHTML = '<h1>Heading</h1><p>${'term '.repeat(80)}</p><img src="/x.png">';
    console.error('first complaint\\n', { a: 1 });
    console.error('first complaint\\n', { a: 1 });
    console.warn('not an error');
    setTimeout(() => { throw new Error('an exception \\u202E nobody caught'); });
  }, 20);
</script>`;
const STATIC = `<title>Static</title><main><h1>Heading</h1><p>${'word '.repeat(80)}</p></main>`;

test('a rendered page is noted with its program’s errors and what that program adds', async () => {
  await using site = await serve(routes({ '/': APP }));
  await using reader = new BrowserReader({ allowPrivate: [site.host] });
  const { audit } = await reader.read(`${site.origin}/`, { audit: true });
  expect(audit).toMatchObject({ serverWords: 1, imagesWithoutAlt: { count: 1, urls: [`${site.origin}/x.png`] } });
  expect(audit?.words).toBeGreaterThanOrEqual(81);
  expect(audit?.consoleErrors?.count).toBe(3);
  expect(audit?.consoleErrors?.messages).toEqual([
    expect.stringMatching(/^first complaint /),
    expect.stringMatching(/^Error: an exception/),
  ]);
  // What one read noted is no other's, and is not kept for it.
  expect((await reader.read(`${site.origin}/`)).audit).toBeUndefined();
  expect((await reader.read(`${site.origin}/`, { audit: true })).audit?.consoleErrors?.count).toBe(3);
});

test('a page that needs no program has its words already, over HTTP and in a browser', async () => {
  await using site = await serve(routes({ '/': STATIC }));
  const options = { allowPrivate: [site.host] };
  await using http = new HttpReader(options);
  await using browser = new BrowserReader(options);
  await using auto = new AutoReader({ ...options, http, browser });
  const [plain, rendered, chosen] = await Promise.all(
    [http, browser, auto].map((reader) => reader.read(`${site.origin}/`, { audit: true })),
  );
  expect(plain?.audit).toEqual({ documentTitle: 'Static', words: 81 });
  expect(rendered?.audit).toEqual({ documentTitle: 'Static', words: 81, serverWords: 81 });
  expect(chosen?.audit).toEqual({ documentTitle: 'Static', words: 81 });
});

test('what is no HTML is not audited', async () => {
  await using site = await serve((_, response) => void response.setHeader('content-type', 'text/plain').end('words'));
  await using reader = new HttpReader({ allowPrivate: [site.host] });
  expect((await reader.read(`${site.origin}/`, { audit: true })).audit).toBeUndefined();
});

test('a crawl’s report names the pages that show nothing without JavaScript', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-audit-'));
  await using site = await serve(routes({ '/': `${STATIC}<a href="/app">An app</a>`, '/app': APP }));
  const options = { out: folder, audit: true, robots: 'ignore', sitemap: 'skip' } as const;
  for await (const event of crawl(`${site.origin}/`, { ...options, readerOptions: { allowPrivate: [site.host] } })) {
    if (event.type === 'failure') throw new Error(event.message);
  }
  const { findings } = await buildReport(folder);
  const found = findings.map(({ kind, url }) => `${kind} ${new URL(url).pathname}`);
  expect(found).toEqual([
    'console-error /app',
    'needs-javascript /app',
    'missing-alt /app',
    'missing-description /',
    'missing-description /app',
  ]);
  await rm(folder, { recursive: true });
});
