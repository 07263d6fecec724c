import { expect } from '@playwright/test';
import { crawlUrl } from '#src/tools/crawl-url.js';
import { browserProcesses, html, labGuard, test, WORDS } from '../support/browser-rig.js';

const SCRIPTED = html(
  `<main id="m"></main><script>document.querySelector('#m').innerHTML = ${JSON.stringify(`<h2 class="big">Made by scripts</h2>${WORDS}`)}</script>`,
);

test('reads in a browser what scripts have made, fenced', async ({ rig }) => {
  await rig.serve({ '/': SCRIPTED });
  const crawl = crawlUrl(rig.openReader());
  const result = await crawl.run({ url: 'http://site.test/' });
  expect(result).toMatchObject({
    isError: false,
    data: { url: 'http://site.test/', success: true, html: null, status_code: 200, metadata: { title: 'A page' } },
  });
  expect(result.data?.markdown).toContain('## Made by scripts');
  expect(result.text).toMatch(/^URL: http:\/\/site\.test\/\nHTTP 200 · text\/html\n\n--- BEGIN EXTERNAL CONTENT/);
});

test('gives the HTML as it was rendered, without scripts, and reads anew where the cache is to be passed by', async ({
  rig,
}) => {
  const server = await rig.serve({ '/': SCRIPTED });
  const crawl = crawlUrl(rig.openReader({ cacheTtlMs: 60_000 }));
  const pageRequests = (): number => server.requests.filter(({ url }) => url === '/').length;
  const first = await crawl.run({ url: 'http://site.test/', include_html: true });
  expect(first.data?.html).toContain('<h2>Made by scripts</h2>');
  expect(first.data?.html).not.toContain('<script');
  await crawl.run({ url: 'http://site.test/' });
  expect(pageRequests()).toBe(1);
  await crawl.run({ url: 'http://site.test/', bypass_cache: true });
  expect(pageRequests()).toBe(2);
});

test('gives a page that is not there as a failure', async ({ rig }) => {
  await rig.serve({ '/gone': { ...html(`<h1>Not here</h1>${WORDS}`), status: 404 } });
  const { data } = await crawlUrl(rig.openReader()).run({ url: 'http://site.test/gone' });
  expect(data).toMatchObject({ success: false, status_code: 404, error_message: 'The server answered HTTP 404.' });
  expect(data?.markdown).toContain('Not here');
});

test('refuses what is internal before a browser is started for it', async ({ rig }) => {
  const canary = await rig.canary();
  const inside = `http://127.0.0.1:${canary.port}/`;
  expect((await fetch(inside)).status).toBe(200);
  rig.lab.names.set('internal.test', ['10.1.2.3']);
  await using crawl = crawlUrl(undefined, { guard: labGuard(rig.lab) });
  const before = browserProcesses().map(({ pid }) => pid);
  for (const url of [inside, 'http://169.254.169.254/', 'http://internal.test/', 'file:///etc/passwd']) {
    const result = await crawl.run({ url });
    expect(result).toMatchObject({ isError: true, data: { url, success: false, markdown: null } });
    expect(result.text).toMatch(/^Refused: /);
  }
  expect(browserProcesses().map(({ pid }) => pid)).toEqual(before);
  expect(canary.connections).toBe(1);
});

test('refuses a redirect to what is internal, and withholds what came', async ({ rig }) => {
  const canary = await rig.canary();
  const inside = `http://127.0.0.1:${canary.port}/admin`;
  expect((await fetch(inside)).status).toBe(200);
  await rig.serve({ '/http': { status: 302, headers: { location: inside } } });
  const crawl = crawlUrl(rig.openReader());
  const result = await crawl.run({ url: 'http://site.test/http', include_html: true });
  expect(result).toMatchObject({
    isError: true,
    error: { code: 'REFUSED_ADDRESS' },
    data: { url: inside, success: false, markdown: null, html: null, metadata: null },
  });
  expect(result.text).toContain(`Refused: Redirected to ${inside}. 127.0.0.1 is a non-public address`);
  expect(canary.connections).toBe(1);
});

test('keeps a redirect to another public address', async ({ rig }) => {
  await rig.serve({ '/there': html(`<h1>Elsewhere</h1>${WORDS}`) }, 'other.test');
  await rig.serve({ '/': { status: 302, headers: { location: 'http://other.test/there' } } });
  const { data } = await crawlUrl(rig.openReader()).run({ url: 'http://site.test/' });
  expect(data).toMatchObject({ success: true, url: 'http://other.test/there', status_code: 200 });
});
