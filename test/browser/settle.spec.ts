import { expect } from '@playwright/test';
import { html, pageWarnings, test, WORDS } from '../support/browser-rig.js';

const LOADING = '<div id="app">Loading…</div>';
const SHOW = `const show = (text) => { document.querySelector('#app').innerHTML = '<p>' + text + '</p>' };`;

test('waits for chained timers behind a loading sign', async ({ rig }) => {
  await rig.serve({
    '/': html(`${LOADING}<script>${SHOW}
      setTimeout(() => fetch('/api').then(() => setTimeout(show, 700, 'after all timers')), 700)</script>`),
    '/api': { body: '' },
  });
  const page = await rig.openReader().load({ url: 'http://site.test/' });
  expect(page.body).toContain('after all timers');
  expect(page.readiness).toMatchObject({ reason: 'settled', pending: [] });
});

test('waits for a slow answer that is the page', async ({ rig }) => {
  await rig.serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/api') setTimeout(() => response.end('late'), 3_200);
    else
      response.end(html(`<div id="app"></div><script>${SHOW} fetch('/api').then(() => show('it came'))</script>`).body);
  });
  const page = await rig.openReader().load({ url: 'http://site.test/' });
  expect(page.body).toContain('it came');
});

test('follows a page that sends itself on', async ({ rig }) => {
  await rig.serve({
    '/': html('<p>Moving</p>', '<meta http-equiv="refresh" content="1;url=/new">'),
    '/new': { status: 203, ...html(WORDS) },
  });
  const page = await rig.openReader().load({ url: 'http://site.test/' });
  expect(page).toMatchObject({ url: 'http://site.test/new', statusCode: 203, body: /plenty of words/ });
});

test('does not wait for what never ends', async ({ rig }) => {
  const endless = {
    poll: `setInterval(() => fetch('/api?' + Math.random()), 50)`,
    clock: `setInterval(() => { document.querySelector('i').textContent = Date.now() }, 20)`,
    hang: `fetch('/never')`,
    eventSource: `new EventSource('/events')`,
    stream: `fetch('/events')`,
    image: `new Image().src = '/never'`,
  };
  await rig.serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    if (pathname === '/never') return;
    if (pathname === '/api') return void response.end('{}');
    if (pathname === '/events') {
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    }
    const script = endless[pathname.slice(1) as keyof typeof endless];
    response.setHeader('content-type', 'text/html');
    response.end(html(`${WORDS}<i></i><script>${script}</script>`).body);
  });
  const reader = rig.openReader();
  for (const name of Object.keys(endless)) {
    const page = await reader.load({ url: `http://site.test/${name}` });
    expect(page.body, name).toContain('plenty of words');
    expect(page.readiness?.reason, name).toBe('settled');
    expect(page.readiness?.elapsedMs, name).toBeLessThan(5_000);
  }
});

test('makes a page without scripts wait for nothing', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS) });
  const reader = rig.openReader({ settle: { quietMs: 3_000 } });
  await reader.load({ url: 'http://site.test/' });
  const page = await reader.load({ url: 'http://site.test/' });
  expect(page.readiness?.elapsedMs).toBeLessThan(2_000);
});

test('gives what is there when the deadline comes', async ({ rig }) => {
  await rig.serve((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.write(`<!doctype html><p>the first half</p>${' '.repeat(2_000)}`);
  });
  const page = await (await rig.warmReader()).load({ url: 'http://site.test/' }, { timeoutMs: 2_000 });
  expect(page.body).toContain('the first half');
  expect(page.readiness).toMatchObject({ reason: 'deadline', pending: ['the document itself'] });
  expect(pageWarnings(page.warnings)).toHaveLength(1);
  expect(page.loadMs).toBeLessThan(2_000);
});

test('gets the page back from a script that never ends', async ({ rig }) => {
  await rig.serve({ '/': html('<p>before</p><script>for (;;);</script><p>after</p>') });
  const page = await (await rig.warmReader()).load({ url: 'http://site.test/' }, { timeoutMs: 2_500 });
  expect(page.body).toContain('before');
  expect(page.readiness?.reason).toBe('deadline');
});

test('gets the words of a page that cannot be looked through in time', async ({ rig }) => {
  // Whether a hidden part holds something visible takes a look at all that is in it, here at every one of 300 levels.
  const hidden = '<div style="visibility:hidden">'.repeat(300) + '<template></template>'.repeat(150_000);
  await rig.serve({ '/': html(`${hidden}<p style="visibility:visible">the words of it</p>`) });
  const page = await rig.openReader().load({ url: 'http://site.test/' }, { timeoutMs: 8_000 });
  expect(page.body).toContain('the words of it');
});

test('times out when no document came', async ({ rig }) => {
  await rig.serve(() => undefined);
  const read = (await rig.warmReader()).load({ url: 'http://site.test/' }, { timeoutMs: 1_500 });
  await expect(read).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('gives the part of a download that came before the deadline', async ({ rig }) => {
  await rig.serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('the first part'.padEnd(2_000, '.'));
  });
  const document = await (await rig.warmReader()).load({ url: 'http://site.test/' }, { timeoutMs: 2_000 });
  expect(Buffer.from(document.body).toString()).toMatch(/^the first part/);
  expect(pageWarnings(document.warnings)).toHaveLength(1);
});

test.describe('waitFor', () => {
  const late = {
    '/': html(`${WORDS}<script>setTimeout(() => {
      document.body.append(Object.assign(document.createElement('p'), { id: 'late', textContent: 'late' })); window.done = true
    }, 600)</script>`),
  };

  test('a selector ends the waiting when it appears', async ({ rig }) => {
    await rig.serve(late);
    const page = await rig.openReader({ waitFor: { selector: '#late' } }).load({ url: 'http://site.test/' });
    expect(page).toMatchObject({ body: /id="late"/, readiness: { reason: 'selector' } });
  });

  test('an expression is about the page’s own variables', async ({ rig }) => {
    await rig.serve(late);
    const page = await rig.openReader({ waitFor: { expression: 'window.done' } }).load({ url: 'http://site.test/' });
    expect(page).toMatchObject({ body: /id="late"/, readiness: { reason: 'expression' } });
  });

  test('what is named may be seconds of page time away', async ({ rig }) => {
    await rig.serve({
      '/': html(`${WORDS}<script>setTimeout(() => document.body.append(document.createElement('hr')), 9000)</script>`),
    });
    const page = await rig.openReader({ waitFor: { selector: 'hr' } }).load({ url: 'http://site.test/' });
    expect(page.readiness?.reason).toBe('selector');
    expect(page.readiness?.virtualMs).toBeGreaterThan(8_000);
    expect(page.readiness?.elapsedMs).toBeLessThan(8_000);
  });

  test('an event of the browser is waited for, and nothing more', async ({ rig }) => {
    await rig.serve((request, response) => {
      if (request.url === '/picture') setTimeout(() => response.end(), 700);
      else {
        response.setHeader('content-type', 'text/html');
        response.end(
          html(`${WORDS}<img src="/picture"><script>onload = () => { document.body.id = 'loaded' }</script>`).body,
        );
      }
    });
    for (const waitFor of ['commit', 'domcontentloaded', 'load'] as const) {
      const page = await rig.openReader({ waitFor }).load({ url: 'http://site.test/' });
      expect(page.readiness?.reason).toBe(waitFor);
      expect(String(page.body).includes('id="loaded"'), waitFor).toBe(waitFor === 'load');
    }
  });

  test('a delay is waited out', async ({ rig }) => {
    await rig.serve(late);
    const page = await rig.openReader({ waitFor: { delayMs: 900 } }).load({ url: 'http://site.test/' });
    expect(page).toMatchObject({ body: /id="late"/, readiness: { reason: 'delay' } });
  });

  test('what never comes ends at the deadline, with the page', async ({ rig }) => {
    await rig.serve(late);
    const reader = rig.openReader({ waitFor: { selector: '#never' } });
    // The first read also starts the browser, which takes as long as the machine likes.
    const page = await reader.load({ url: 'http://site.test/' }, { timeoutMs: 8_000 });
    expect(page).toMatchObject({ body: /plenty/, readiness: { reason: 'deadline' } });
  });

  test('a selector that cannot be read is the operator’s mistake', async ({ rig }) => {
    await rig.serve(late);
    const read = rig.openReader({ waitFor: { selector: '###' } }).load({ url: 'http://site.test/' });
    await expect(read).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});
