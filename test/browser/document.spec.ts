import type { IncomingMessage } from 'node:http';
import { expect } from '@playwright/test';
import { html, pageWarnings, test, WORDS } from '../support/browser-rig.js';

const SPA = html('<div id="root"></div><script src="/app.js"></script>');
const APP = {
  headers: { 'content-type': 'text/javascript' },
  body: `fetch('/api').then((answer) => answer.json()).then((data) => {
    history.pushState({}, '', '/articles/1#top');
    document.title = 'Made by scripts';
    document.querySelector('#root').innerHTML = '<h1>' + data.title + '</h1>' + ${JSON.stringify(WORDS)};
  })`,
};
const API = { headers: { 'content-type': 'application/json' }, body: '{"title":"From the API"}' };

test('gives the page that scripts, a fetch and a client-side route have made', async ({ rig }) => {
  await rig.serve({ '/': SPA, '/app.js': APP, '/api': API });
  const page = await rig.openReader().read('http://site.test/');
  expect(page).toMatchObject({ url: 'http://site.test/articles/1#top', statusCode: 200, rendered: true });
  expect(page.title).toBe('Made by scripts');
  expect(page.text).toContain('plenty of words');
  expect(page.readiness).toMatchObject({ reason: 'settled', pending: [] });
  expect(pageWarnings(page.warnings)).toEqual([]);
});

test('hands the document out while it makes sure that it is done, and the true one in the end', async ({ rig }) => {
  // Frames are drawn in real time, however far the clock runs ahead.
  const late = html(`<div id="root">${WORDS}</div><script>
    let frames = 0;
    const next = () => { if (++frames < 4) requestAnimationFrame(next); else root.append(' The end.'); };
    requestAnimationFrame(next);</script>`);
  await rig.serve({ '/': SPA, '/app.js': APP, '/api': API, '/late': late });
  const drafts: string[] = [];
  const onDraft = ({ body }: { body: string | Uint8Array }): void => void drafts.push(String(body));
  const reader = rig.openReader();
  const document = await reader.load({ url: 'http://site.test/' }, { onDraft });
  expect(drafts).toContain(document.body);
  expect((await reader.read('http://site.test/late')).text).toContain('The end.');
});

test('records redirects with their status, and where they led', async ({ rig }) => {
  await rig.serve({
    '/a': { status: 302, headers: { location: '/b' } },
    '/b': { status: 301, headers: { location: 'http://other.test/c' } },
  });
  await rig.serve({ '/c': html(WORDS) }, 'other.test');
  const document = await rig.openReader().load({ url: 'http://site.test/a' });
  expect(document.url).toBe('http://other.test/c');
  expect(document.redirects).toEqual([
    { url: 'http://site.test/a', statusCode: 302, location: 'http://site.test/b', kind: 'http' },
    { url: 'http://site.test/b', statusCode: 301, location: 'http://other.test/c', kind: 'http' },
  ]);
});

test('gives up on a chain of redirects without end', async ({ rig }) => {
  await rig.serve({ '/a': { status: 302, headers: { location: '/a' } } });
  await expect(rig.openReader().load({ url: 'http://site.test/a' })).rejects.toMatchObject({ code: 'REDIRECT_LOOP' });
});

test('gives the bytes of what is not HTML, as a plain HTTP client would', async ({ rig }) => {
  const binary = Uint8Array.from({ length: 256 }, (_, index) => index);
  const served = {
    '/json': { headers: { 'content-type': 'application/json' }, body: '{"a": 1}' },
    '/latin': { headers: { 'content-type': 'text/plain; charset=iso-8859-1' }, body: Uint8Array.of(0xe9, 0x0a) },
    '/pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 and so on' },
    '/image': { headers: { 'content-type': 'image/png' }, body: binary },
    '/attached': { headers: { 'content-disposition': 'attachment; filename="a.html"' }, body: '<p>attached' },
    '/feed': { headers: { 'content-type': 'application/rss+xml' }, body: '<rss/>' },
    '/empty': { status: 204, headers: { 'content-type': 'text/plain' } },
  };
  await rig.serve(served);
  const reader = rig.openReader();
  for (const [path, answer] of Object.entries(served)) {
    const document = await reader.load({ url: `http://site.test${path}` });
    expect(document.rendered, path).toBe(false);
    expect(document.contentType, path).toBe(answer.headers['content-type' as never] ?? 'text/html; charset=utf-8');
    expect(Buffer.from(document.body), path).toEqual(Buffer.from('body' in answer ? answer.body : ''));
  }
});

test('looks at the bytes when the server names no type', async ({ rig }) => {
  await rig.serve((request, response) => {
    response.end(
      request.url === '/page' ? `<!doctype html><body><script>document.write('made')</script>` : 'just text',
    );
  });
  const reader = rig.openReader();
  expect(await reader.load({ url: 'http://site.test/page' })).toMatchObject({
    rendered: true,
    body: expect.stringContaining('made'),
  });
  const text = await reader.load({ url: 'http://site.test/text' });
  expect(text).toMatchObject({ rendered: false, contentType: '' });
  expect(Buffer.from(text.body).toString()).toBe('just text');
});

test('stays on a page that starts a download, and follows one that moves to other content', async ({ rig }) => {
  await rig.serve({
    '/offers': html(`${WORDS}<script>location = '/file'</script>`),
    '/file': { headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment' }, body: 'a file' },
    '/moves': html(`<p>Redirecting</p><script>location = '/data'</script>`),
    '/data': { headers: { 'content-type': 'application/json' }, body: '{}' },
  });
  const reader = rig.openReader();
  const page = await reader.load({ url: 'http://site.test/offers' });
  expect(page).toMatchObject({
    url: 'http://site.test/offers',
    statusCode: 200,
    body: expect.stringContaining('plenty'),
  });
  const data = await reader.load({ url: 'http://site.test/moves' });
  expect(data).toMatchObject({ url: 'http://site.test/data', rendered: false });
});

test('cuts a download at the limit and says so', async ({ rig }) => {
  await rig.serve({ '/long': { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(5_000) } });
  const document = await rig.openReader({ maxBytes: 1_000 }).load({ url: 'http://site.test/long' });
  expect(document.body).toHaveLength(1_000);
  expect(document.sizeCapped).toBe(true);
});

test('renders error pages, with their status', async ({ rig }) => {
  await rig.serve({ '/gone': { status: 410, ...html('<h1>Gone</h1>') }, '/none': { status: 404 } });
  const reader = rig.openReader();
  expect(await reader.load({ url: 'http://site.test/gone' })).toMatchObject({
    statusCode: 410,
    body: expect.stringContaining('<h1>Gone'),
  });
  expect(await reader.load({ url: 'http://site.test/none' })).toMatchObject({ statusCode: 404 });
});

test('posts a form, and keeps headers at their origin', async ({ rig }) => {
  const seen: { url: string | undefined; key: unknown; type: unknown; body: string }[] = [];
  const echo = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { 'x-key': key, 'content-type': type } = request.headers;
    seen.push({ url: request.url, key, type, body: Buffer.concat(chunks).toString() });
  };
  await rig.serve(async (request, response) => {
    await echo(request);
    if (request.url === '/form') response.writeHead(302, { location: 'http://other.test/after' }).end();
    else response.end('<!doctype html>');
  });
  await rig.serve(async (request, response) => {
    // Full Chromium asks for it by itself.
    if (request.url !== '/favicon.ico') await echo(request);
    response.setHeader('content-type', 'text/html').end('<p>done</p>');
  }, 'other.test');
  const document = await rig.openReader({ headers: { 'x-key': 'secret' } }).load({
    url: 'http://site.test/form',
    method: 'POST',
    form: { q: 'two words & more' },
  });
  expect(document.body).toContain('done');
  expect(seen).toEqual([
    { url: '/form', key: 'secret', type: 'application/x-www-form-urlencoded', body: 'q=two+words+%26+more' },
    { url: '/after', key: undefined, type: undefined, body: '' },
  ]);
});

test('looks like an ordinary browser', async ({ rig }) => {
  const site = await rig.serve({
    '/': html(`${WORDS}<i></i><script>fetch('/later')</script>`),
    '/later': { body: '' },
  });
  await rig.openReader().load({ url: 'http://site.test/' });
  const [first, later] = site.requests;
  for (const request of [first, later]) {
    expect(request?.headers['user-agent']).toMatch(/ Chrome\/\d+/);
    expect(JSON.stringify(request?.headers)).not.toContain('Headless');
  }
});

test('reads the frames of a frameset', async ({ rig }) => {
  await rig.serve({
    '/': '<title>Old</title><frameset cols="30%,70%"><frame src="/menu"><frameset rows="*"><frame src="/text"></frameset></frameset>',
    '/menu': html('<p>the menu</p>'),
    '/text': html('<p>the text</p>'),
  });
  const page = await rig.openReader().read('http://site.test/', { content: 'full' });
  expect(page.text.split(/\s*\n\s*/)).toEqual(['the menu', 'the text']);
});

test('inlines shadow roots and frames, marks what is hidden, resolves images, leaves programs out', async ({ rig }) => {
  await rig.serve({
    '/': html(`
      <x-card><b slot="name">Slotted</b><i>Not slotted</i></x-card>
      <iframe src="/inner/" width="300" height="100"></iframe>
      <p style="display:none">Hidden one</p><p style="visibility:hidden">Hidden two</p>
      <div style="display:contents"><p>Shown</p></div>
      <img id="lazy" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" srcset="/small.png 1x">
      <script type="application/ld+json">{"@type":"Article"}</script>
      <template>Template</template><noscript>No script</noscript><style>p { color: red }</style>
      <script>customElements.define('x-card', class extends HTMLElement { constructor() { super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<p>In the shadow: <slot name="name">nobody</slot></p>' } })</script>`),
    '/inner/': html('<p>In the frame</p><a href="next">Next</a>'),
  });
  const { body } = await rig.openReader().load({ url: 'http://site.test/' });
  const text = String(body);
  expect(text).toContain('<p>In the shadow: <b slot="name">Slotted</b></p>');
  expect(text).toContain('<p>In the frame</p><a href="http://site.test/inner/next">Next</a>');
  expect(text).toContain('<p style="display:none" data-pageward-hidden="display">Hidden one</p>');
  expect(text).toContain('<p style="visibility:hidden" data-pageward-hidden="visibility">Hidden two</p>');
  expect(text).toContain('<div style="display:contents"><p>Shown</p></div>');
  expect(text).toContain('src="http://site.test/small.png"');
  expect(text).toContain('{"@type":"Article"}');
  for (const left of ['Not slotted', 'Template', 'No script', 'color: red', 'customElements']) {
    expect(text).not.toContain(left);
  }
});

test('writes down a deeply nested page', async ({ rig }) => {
  await rig.serve({
    '/': html(`<script>let at = document.body; for (let i = 0; i < 1000; i++) at = at.appendChild(document.createElement('div'));
      at.textContent = 'the bottom'</script>`),
  });
  const { body } = await rig.openReader().load({ url: 'http://site.test/' });
  expect(String(body)).toContain('the bottom');
});
