import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { LIMITS } from '#src/base/limits.js';
import { html, pageWarnings, test, WORDS } from '../support/browser-rig.js';
import type { Answer } from '../support/http-server.js';

const SITE = 'http://site.test';
const PAGE = `${SITE}/`;

function json(value: unknown, more: Partial<Answer> = {}): Answer {
  return { body: JSON.stringify(value), ...more, headers: { 'content-type': 'application/json', ...more.headers } };
}

/** A page whose script asks for each path, one after the other. */
const asking = (...paths: string[]): Answer =>
  html(
    `${WORDS}<script type="module">for (const path of ${JSON.stringify(paths)}) await fetch(path).then((a) => a.text(), () => 0)</script>`,
  );

test('keeps the JSON answers whose URL matches, in order of arrival', async ({ rig }) => {
  await rig.serve({
    '/': html(`${WORDS}<script type="module">
      await fetch('/api/one?key=secret').then((answer) => answer.json());
      const xhr = new XMLHttpRequest(); xhr.open('POST', '/api/two'); xhr.send('{}');
      await new Promise((done) => { xhr.onloadend = done });
      await fetch('/other').then((answer) => answer.json())</script>`),
    '/api/one?key=secret': json({ one: 1 }),
    '/api/two': json({ error: 'two' }, { status: 422 }),
    '/other': json({ three: 3 }),
  });
  const page = await rig.openReader().read(PAGE, { capture: { json: '*/api/*' } });
  expect(page.captured).toEqual([
    { url: `${SITE}/api/one?key=secret`, method: 'GET', statusCode: 200, json: { one: 1 } },
    { url: `${SITE}/api/two`, method: 'POST', statusCode: 422, json: { error: 'two' } },
  ]);
  expect(pageWarnings(page.warnings)).toEqual([]);
});

test('takes JSON under any type, compressed and through redirects, and nothing else', async ({ rig }) => {
  await rig.serve({
    '/': asking('/gzip', '/plain', '/moved', '/number', '/page', '/broken', '/image'),
    '/gzip': {
      body: gzipSync('{"z":"ü"}'),
      headers: { 'content-type': 'application/vnd.api+json', 'content-encoding': 'gzip' },
    },
    '/plain': { body: '\uFEFF [1, 2]', headers: { 'content-type': 'text/plain; charset=utf-8' } },
    '/moved': { status: 302, headers: { location: '/landed' } },
    '/landed': json({ landed: true }),
    '/number': json(7),
    '/page': html('<p>{}'),
    '/broken': { body: '{"a":', headers: { 'content-type': 'application/json' } },
    '/image': { body: '{}', headers: { 'content-type': 'image/png' } },
  });
  const page = await rig
    .openReader()
    .read(PAGE, { capture: { json: ['*/gzip', '*/plain', '*/moved', '*/number', '*/page', '*/broken', '*/image'] } });
  expect(page.captured?.map((answer) => answer.json)).toEqual([{ z: 'ü' }, [1, 2], { landed: true }]);
  expect(page.captured?.at(-1)).toMatchObject({ url: `${SITE}/landed`, statusCode: 200 });
});

test('keeps what came before the page moved on, and what an action brought', async ({ rig }) => {
  await rig.serve({
    '/': html(
      `${WORDS}<p id="go">go</p><script>fetch('/first'); go.onclick = () => { location = '/second-page' }</script>`,
    ),
    '/first': json({ first: 1 }),
    '/second-page': asking('/second'),
    '/second': json({ second: 2 }),
  });
  const page = await rig.openReader().read(PAGE, { actions: [{ click: '#go' }], capture: { json: '*' } });
  expect(page.url).toBe(`${SITE}/second-page`);
  expect(page.captured?.map((answer) => answer.json)).toEqual([{ first: 1 }, { second: 2 }]);
});

test('is bounded in number, size and depth, and says so', async ({ rig }) => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  await rig.serve((request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html');
      response.end(asking('/large', '/deep', ...Array.from({ length: 110 }, (_, index) => `/n${index}`)).body);
    } else {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/large') response.end(JSON.stringify('x'.repeat(LIMITS.capturedAnswerBytes)));
      else response.end(request.url === '/deep' ? deep : '{}');
    }
  });
  const page = await rig.openReader().read(PAGE, { capture: { json: '*' } });
  expect(page.captured?.length).toBeLessThanOrEqual(LIMITS.capturedAnswers);
  expect(page.captured?.length).toBeGreaterThan(90);
  const warnings = pageWarnings(page.warnings).join('\n');
  expect(warnings).toContain('too large');
  expect(warnings).toContain('over the first 100');
  expect(JSON.stringify(page)).not.toContain('[[[[');
});

test('waits for no answer: one that never ends, streams or fails is not there', async ({ rig }) => {
  await rig.serve((request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html');
      const script = `fetch('/never'); new EventSource('/stream'); fetch('/cut').catch(() => 0); fetch('/good')`;
      response.end(html(`${WORDS}<script>${script}</script>`).body);
      return;
    }
    response.setHeader('content-type', request.url === '/stream' ? 'text/event-stream' : 'application/json');
    if (request.url === '/good') response.end('{"good":1}');
    else if (request.url === '/cut') response.write('{', () => response.destroy());
    else response.write('{"never":');
  });
  const page = await rig.openReader().read(PAGE, { capture: { json: '*' } });
  expect(page.captured?.map((answer) => answer.json)).toEqual([{ good: 1 }]);
});

test('gives an empty list when nothing matched, and none when nobody asked', async ({ rig }) => {
  await rig.serve({ '/': asking('/api'), '/api': json({}) });
  const reader = rig.openReader({ cacheTtlMs: 60_000 });
  expect((await reader.read(PAGE, { capture: { json: '*/nothing' } })).captured).toEqual([]);
  expect(await reader.read(PAGE)).not.toHaveProperty('captured');
  expect((await reader.read(PAGE, { capture: { json: '*/api' } })).captured).toHaveLength(1);
});

test('what is refused is not captured', async ({ rig }) => {
  const inside = await rig.canary();
  await rig.serve({ '/': asking(`http://127.0.0.1:${inside.port}/secret`) });
  const page = await rig.openReader().read(PAGE, { capture: { json: '*' } });
  expect(page.captured).toEqual([]);
  expect(page.refusals).toContainEqual(expect.objectContaining({ code: 'REFUSED_ADDRESS' }));
  expect(inside.connections).toBe(0);
});
