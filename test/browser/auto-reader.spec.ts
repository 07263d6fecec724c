import { expect } from '@playwright/test';
import { AutoReader, type AutoReaderOptions } from '#src/reader/auto-reader.js';
import { test as base, browserProcesses, html, labGuard, WORDS } from '../support/browser-rig.js';

const test = base.extend<{ auto: (options?: AutoReaderOptions) => AutoReader }>({
  auto: async ({ rig }, use) => {
    const readers: AutoReader[] = [];
    await use((options = {}) => {
      const reader = new AutoReader({ guard: labGuard(rig.lab), ...options });
      readers.push(reader);
      return reader;
    });
    await Promise.all(readers.map((reader) => reader.close()));
  },
});

const APP = html('<div id="root"></div><script type="module" src="/app.js"></script>');
const SCRIPT = {
  headers: { 'content-type': 'text/javascript' },
  body: `document.getElementById('root').innerHTML = ${JSON.stringify(`<h1>App</h1>${WORDS}<a href="/next">Next</a>`)}`,
};

test('reads a page that stands by itself over HTTP, and starts no browser', async ({ rig, auto }) => {
  await rig.serve({ '/': html(`<article><h1>Plain</h1>${WORDS}${WORDS}</article>`) });
  const before = browserProcesses().length;
  const page = await auto().read('http://site.test/');
  expect(page.rendered).toBe(false);
  expect(page.warnings?.join()).toContain('Read over plain HTTP');
  expect(browserProcesses().length).toBe(before);
});

test('renders a page that its scripts make, and says why', async ({ rig, auto }) => {
  await rig.serve({ '/': APP, '/app.js': SCRIPT });
  const page = await auto().read('http://site.test/', { html: true });
  expect(page).toMatchObject({ rendered: true, statusCode: 200, url: 'http://site.test/' });
  expect(page.text).toContain('plenty of words');
  expect(page.html).toContain('<h1>App</h1>');
  expect(page.warnings?.join()).toContain('its root element is empty');
});

test('loads a document that scripts make as a browser does, and sends a form only once', async ({ rig, auto }) => {
  const server = await rig.serve({ '/': APP, '/app.js': SCRIPT });
  const reader = auto();
  const document = await reader.load({ url: 'http://site.test/' });
  expect(document).toMatchObject({ rendered: true });
  expect(document.body).toContain('plenty of words');
  const posted = await reader.load({ url: 'http://site.test/', method: 'POST', form: { q: 'x' } });
  expect(posted.rendered).toBe(false);
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('takes a failure of the network for no reason to render', async ({ rig, auto }) => {
  await rig.serve((request, response) => {
    request.socket.destroy();
    response.destroy();
  });
  const before = browserProcesses().length;
  await expect(auto({ retries: 0 }).read('http://site.test/')).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  expect(browserProcesses().length).toBe(before);
});

test('gives the plain page with a warning where there is no browser', async ({ rig, auto }) => {
  await rig.serve({ '/': APP });
  const page = await auto({ browserPath: '/nowhere/chromium' }).read('http://site.test/');
  expect(page.rendered).toBe(false);
  expect(page.warnings?.join()).toMatch(/A browser is needed, since .* but it failed/);
});

test('does not hide a refusal in the browser behind the plain page', async ({ rig, auto }) => {
  const canary = await rig.canary();
  const away = `<div id="root"></div><script src="/app.js"></script><script>location = 'http://127.0.0.1:${canary.port}/'</script>`;
  await rig.serve({ '/': html(away), '/app.js': SCRIPT });
  const page = await auto().read('http://site.test/');
  expect(page.refusals?.map(({ code }) => code)).toContain('REFUSED_ADDRESS');
  expect(canary.connections).toBe(0);
});

test('goes to the browser at once for what only a browser can wait for', async ({ rig, auto }) => {
  await rig.serve({
    '/': html(
      `${WORDS}${WORDS}<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=late>At last</p>'), 400)</script>`,
    ),
  });
  const page = await auto({ waitFor: { selector: '#late' } }).read('http://site.test/');
  expect(page).toMatchObject({ rendered: true, readiness: { reason: 'selector' } });
  expect(page.text).toContain('At last');
});

test('follows a page that only sends its visitor on', async ({ rig, auto }) => {
  await rig.serve({
    '/': html('Moving', '<meta http-equiv="refresh" content="0;url=/real">'),
    '/real': html(`${WORDS}${WORDS}`),
  });
  expect(await auto().read('http://site.test/')).toMatchObject({ url: 'http://site.test/real', rendered: true });
});

test('renders a page that shows nothing, however many words its markup has', async ({ rig, auto }) => {
  const script = `/* ${'words of a comment '.repeat(60)} */ document.querySelector('x-card').innerHTML = ${JSON.stringify(WORDS)}`;
  await rig.serve({ '/': html(`<x-card></x-card><script>${script}</script>`) });
  expect(await auto().read('http://site.test/')).toMatchObject({
    rendered: true,
    text: expect.stringContaining('plenty of words'),
  });
});

test('renders a shell rather than trust the data that it carries', async ({ rig, auto }) => {
  const data = JSON.stringify({ props: { pageProps: { post: { title: 'In the data', body: WORDS } } } });
  const shell = `<div id="root"></div><script id="__NEXT_DATA__" type="application/json">${data}</script><script src="/app.js"></script>`;
  await rig.serve({ '/': html(shell), '/app.js': SCRIPT });
  const page = await auto().read('http://site.test/');
  expect(page.rendered).toBe(true);
  expect(page.text).toContain('# App');
  expect(page.extraction?.from).toBeUndefined();
});
