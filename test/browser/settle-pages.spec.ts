import { expect } from '@playwright/test';
import type { BrowserReader } from '#src/reader/browser-reader.js';
import { type BrowserRig, html, test, WORDS } from '../support/browser-rig.js';
import { TEST_CERTIFICATE } from '../support/guard-certificate.js';
import { type LabServer, PUBLIC } from '../support/guard-lab.js';
import { routes } from '../support/http-server.js';
import { isolatingBrowser } from '../support/isolating-browser.js';
import { type SETTLE_PAGES, settleSite, speakOnUpgrade } from '../support/settle-site.js';

type PageName = keyof typeof SETTLE_PAGES;

async function serveBoth(rig: BrowserRig): Promise<LabServer> {
  await rig.serve(settleSite(), 'other.test');
  return rig.serve(settleSite(), 'site.test', speakOnUpgrade);
}

async function expectWhole(reader: BrowserReader, names: readonly PageName[]): Promise<void> {
  for (const name of names) {
    const page = await reader.load({ url: `http://site.test/${name}` });
    expect(page.body, name).toContain('DONE');
    expect(page.readiness?.reason, name).toBe('settled');
  }
}

const WHOLE: Readonly<Record<string, readonly PageName[]>> = {
  'after their timers': ['timers', 'timers-unannounced', 'waves', 'counter', 'idle'],
  'after they sent themselves on': ['redirect-same-site', 'redirect-cross-site'],
  'that workers bring': ['worker', 'worker-fetch', 'worker-computation', 'shared-worker'],
  'that say nothing of what takes real time': ['full-worker', 'full-database', 'full-compression'],
  'that say nothing of what they decode or send themselves': ['full-file', 'full-bitmap', 'full-messages'],
  'that begin long after they have loaded': ['late-file', 'late-worker'],
  'that say so where a picture or a film is missing': ['picture-missing', 'film-missing'],
  'that wait for a picture or a font long after they have loaded': ['picture-later', 'font-later'],
  'that sockets, streams and databases bring': ['socket', 'event-stream', 'database', 'wasm', 'picture'],
  'in frames': ['frame-same-site', 'frame-nested'],
  'whose requests race with time': ['abort', 'race', 'fallback', 'back-off'],
  'that arrive in pieces': ['chunks', 'skeleton', 'hydrated', 'heavy'],
  'that wait for frames to be drawn': ['animation-frames', 'intersection', 'transition', 'resize', 'animation'],
  'that change with every frame': ['count-up', 'typed', 'view-transition'],
  'that never rest': ['clock', 'quick-clock', 'carousel', 'frames-for-ever', 'messages-for-ever'],
  'that never stop asking': ['long-poll', 'beacons', 'chat'],
  'that look at the clock, keep the thread busy or want a service worker': [
    'bot-check',
    'busy-thread',
    'service-worker',
  ],
};

for (const [kind, names] of Object.entries(WHOLE)) {
  test(`reads pages ${kind}`, async ({ rig }) => {
    await serveBoth(rig);
    await expectWhole(rig.openReader(), names);
  });
}

test('reads what a page shows when it has derived a key', async ({ rig }) => {
  // Over TLS: only there has a page keys to derive.
  const answer = routes({
    '/': html(`${WORDS}<p></p><script>(async () => {
      const key = await crypto.subtle.importKey('raw', new Uint8Array(9), 'PBKDF2', false, ['deriveBits']);
      const how = { name: 'PBKDF2', salt: new Uint8Array(9), iterations: 1e5, hash: 'SHA-256' };
      await crypto.subtle.deriveBits(how, key, 256);
      document.querySelector('p').textContent = 'DONE' })()</script>`),
  });
  rig.lab.names.set('site.test', [PUBLIC]);
  rig.lab.route(PUBLIC, 443, await rig.lab.serveTls(TEST_CERTIFICATE, answer));
  const page = await rig.openReader({ insecureTls: true }).load({ url: 'https://site.test/' });
  expect(page.body).toContain('DONE');
});

test('lets seconds of page time pass in less', async ({ rig }) => {
  await serveBoth(rig);
  const page = await rig.openReader().load({ url: 'http://site.test/timers-unannounced' });
  expect(page.readiness?.virtualMs).toBeGreaterThan((page.readiness?.elapsedMs ?? 0) + 3_000);
  expect(page.readiness?.growth).toHaveLength(2);
});

test('does not ask a server for what the page asks every second more than thrice as often', async ({ rig }) => {
  const server = await rig.serve({
    '/': html(`<p>Loading…</p><script>setInterval(() => fetch('/poll'), 1000);
      setTimeout(() => { document.querySelector('p').textContent = 'DONE' }, 300)</script>`),
    '/poll': { body: '' },
  });
  const page = await rig.openReader().load({ url: 'http://site.test/' });
  expect(page.body).toContain('DONE');
  const polls = server.requests.filter(({ url }) => url === '/poll').length;
  // A read that takes less than a second may ask three times.
  expect(polls).toBeLessThanOrEqual(3 * Math.max(1, Number(page.readiness?.elapsedMs) / 1_000));
});

test('does not fast-forward through the refusals of a busy server', async ({ rig }) => {
  const server = await serveBoth(rig);
  const page = await rig.openReader().load({ url: 'http://site.test/back-off' });
  expect(page.body).toContain('DONE');
  // In real time it asks after 0, 250, 750, 1750 and 3750 ms; the first wait may be cut short.
  expect(server.requests.filter(({ url }) => url.startsWith('/busy')).length).toBeLessThanOrEqual(6);
  expect(page.readiness?.elapsedMs).toBeGreaterThan(2_000);
});

test('runs the clock of a tab that is used again', async ({ rig }) => {
  await serveBoth(rig);
  await rig.serve(
    {
      '/': html(`<p>loading</p><script>let n = 0;
    setInterval(() => { document.querySelector('p').textContent = 'tick ' + ++n }, 100)</script>`),
    },
    'other.test',
  );
  const reader = rig.openReader({ isolation: 'session' });
  await expectWhole(reader, [
    'timers',
    'clock',
    'chat',
    'timers',
    'redirect-same-site',
    'heavy',
    'worker-fetch',
    'timers',
  ]);

  const waiting = rig.openReader({ isolation: 'session', waitFor: { expression: 'n >= 5' } });
  for (const round of [1, 2, 3]) {
    const page = await waiting.load({ url: 'http://other.test/' });
    expect(page, `${round}`).toMatchObject({
      body: expect.stringMatching(/tick/),
      readiness: { reason: 'expression' },
    });
  }
});

test('reads again and again what a database brings, in the same tab', async ({ rig }) => {
  await serveBoth(rig);
  const reader = rig.openReader({ isolation: 'session' });
  await expectWhole(reader, ['timers', 'full-database', 'full-database', 'full-worker', 'full-database']);
});

test('leaves the clock alone when told to', async ({ rig }) => {
  await serveBoth(rig);
  const reader = rig.openReader({ settle: { virtualTime: false } });
  const page = await reader.load({ url: 'http://site.test/timers' });
  expect(page.body).toContain('DONE');
  expect(page.readiness?.elapsedMs).toBeGreaterThan(2_000);
  expect(page.readiness).not.toHaveProperty('virtualMs');
});

test('gives a skeleton only when nothing can come any more, and says so', async ({ rig }) => {
  await rig.serve({ '/': html('<div>Wird geladen…</div><script>void 0</script>') });
  const page = await rig.openReader().load({ url: 'http://site.test/' });
  expect(page.readiness).toMatchObject({ reason: 'settled', pending: ['a part that says it is loading'] });
});

test('waits for frames of other sites, in the page’s process or in one of their own', async ({ rig }) => {
  const report = `document.body.append('there'); fetch('/done')`;
  const reports = `<p>Loading…</p><script>const report = () => { document.querySelector('p').remove(); ${report} };`;
  const sites = {
    '/timer': html(`${reports} setTimeout(() => fetch('/').then(() => setTimeout(report, 1000)), 1000)</script>`),
    '/worker': html(`${reports} new Worker('/slow.js').onmessage = report</script>`),
    '/slow.js': { headers: { 'content-type': 'text/javascript' }, body: 'setTimeout(postMessage, 500, 1)' },
    '/done': { body: '' },
    '/': { body: '' },
  };
  const frames = await rig.serve(sites, 'other.test');
  const outer = (path: string) => html(`<p>outer</p><iframe src="http://other.test${path}" width="400"></iframe>`);
  await rig.serve({ '/timer': outer('/timer'), '/worker': outer('/worker') });
  for (const options of [{}, { browserPath: await isolatingBrowser() }]) {
    const reader = rig.openReader(options);
    for (const path of ['/timer', '/worker']) {
      frames.requests.length = 0;
      const page = await reader.load({ url: `http://site.test${path}` });
      expect(page.readiness).toMatchObject({ reason: 'settled', pending: [] });
      expect(
        frames.requests.map(({ url }) => url),
        `${path} ${options.browserPath ? 'own process' : 'in process'} ${JSON.stringify(page.readiness)}`,
      ).toContain('/done');
    }
  }
});
