import { expect } from '@playwright/test';
import { type Engine, startEngine } from '#src/browser/engine.js';
import { LANE_LIMITS } from '#src/browser/lanes.js';
import { locateBrowser } from '#src/browser/locate.js';
import { TabPool, type TabPoolOptions } from '#src/browser/pool.js';
import { type RenderOptions, renderDocument } from '#src/browser/render.js';
import { PATIENCE } from '#src/browser/settle-patience.js';
import { clockAheadMs } from '#src/browser/virtual-clock.js';
import { createGuard, type Guard } from '#src/guard/guard.js';
import { type BrowserRig, browserProcesses, html, labGuard, test, WORDS } from '../support/browser-rig.js';
import { routes } from '../support/http-server.js';

const RENDERING: RenderOptions = {
  settle: { ...PATIENCE, virtualTime: true },
  orders: {},
  maxBytes: () => 1e7,
  timeoutMs: 20_000,
  signal: new AbortController().signal,
};

const SESSION = { isolation: 'session', concurrency: 1 } as const;

/** Writes down what a page finds of those before it, and leaves as much as it can. */
const LITTER = html(`<p id="found"></p>${WORDS}<script>
  found.textContent = ['session', sessionStorage.length, 'name', window.name, 'history', history.length,
    'local', localStorage.length, 'cookie', document.cookie].join(' ');
  sessionStorage.a = 1; window.name = 'litter'; history.pushState(1, '', '/pushed'); localStorage.a = 1;
  document.cookie = 'kept=yes';
</script>`);

const rendererPids = (): number[] =>
  browserProcesses()
    .filter(({ command }) => command.includes('--type=renderer'))
    .map(({ pid }) => pid);

interface Innards {
  readonly guard: Guard;
  readonly engine: Engine;
  readonly pool: TabPool;
}

async function withPool(
  rig: BrowserRig,
  options: Partial<TabPoolOptions>,
  use: (visit: (url: string) => Promise<{ cookies: string; contexts: number }>, its: Innards) => Promise<void>,
): Promise<void> {
  const guard = labGuard(rig.lab);
  const engine = await startEngine({ guard, located: await locateBrowser(), sandbox: 'auto', jail: 'auto' });
  const pool = new TabPool({ guard, concurrency: 1, isolation: 'session', start: async () => engine, ...options });
  try {
    await use(
      async (url) => {
        const { tab } = await pool.acquire(guard.scope(url), new AbortController().signal);
        const loaded = new Promise((resolve) => tab.cdp.on('Page.loadEventFired', resolve));
        await tab.cdp.send('Page.navigate', { url });
        await loaded;
        const { result } = await tab.cdp.send('Runtime.evaluate', { expression: 'document.cookie' });
        const contexts = engine.running.browser.contexts().length;
        pool.release(tab);
        return { cookies: result.value, contexts };
      },
      { guard, engine, pool },
    );
  } finally {
    await pool.close();
  }
}

test('reads of one site go through one page, which keeps the session and nothing of the page before', async ({
  rig,
}) => {
  await rig.serve({ '/': LITTER, '/pushed': LITTER });
  const reader = rig.openReader(SESSION);
  const found = [];
  const pids = [];
  for (const _ of [1, 2, 3]) {
    found.push((await reader.read('http://site.test/', { include: ['#found'] })).text);
    pids.push(rendererPids().join());
  }
  const [first, second, third] = found;
  expect(first).toBe('session 0 name history 2 local 0 cookie');
  expect(second).toBe('session 0 name history 2 local 1 cookie kept=yes');
  expect(third).toBe(second);
  expect(new Set(pids).size).toBe(1);
});

test('a site knows nothing of another in the same session', async ({ rig }) => {
  const frame = '<iframe src="http://other.test/"></iframe>';
  const site = await rig.serve({ '/': html(WORDS + frame) });
  const other = await rig.serve({ '/': { ...html(WORDS), headers: { 'set-cookie': 'from=other' } } }, 'other.test');
  const reader = rig.openReader({ isolation: 'session' });
  for (const url of ['http://other.test/', 'http://site.test/', 'http://other.test/']) await reader.read(url);
  expect(site.requests[0]?.headers.cookie).toBeUndefined();
  // Its own second reading has the cookie, the frame in another site's page has not.
  expect(other.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, 'from=other']);
});

test('what a page still asks for while it is left is not laid at the door of the next', async ({ rig }) => {
  const site = await rig.serve({
    '/': html(`${WORDS}<script>
      addEventListener('pagehide', () => {
        navigator.sendBeacon('http://inside.test/beacon');
        // More than go to one host at a time, so that some set out when others have come back.
        for (let count = 0; count < 20; count += 1)
          fetch('http://inside.test/kept', { method: 'POST', keepalive: true, mode: 'no-cors' });
      });
      setInterval(() => fetch('http://inside.test/poll').catch(() => {}), 5);
    </script>`),
    '/next': html(`${WORDS}<script>document.title = 'next'</script>`),
  });
  rig.lab.names.set('inside.test', ['10.1.2.3']);
  const reader = rig.openReader(SESSION);
  for (const _ of [1, 2, 3]) {
    const littering = await reader.read('http://site.test/');
    expect(littering.refusals?.map(({ url }) => url)).toContain('http://inside.test/poll');
    const next = await reader.read('http://site.test/next');
    expect(next.title).toBe('next');
    expect(next.refusals).toEqual([]);
  }
  expect(site.requests.length).toBe(6);
});

test('a shared worker that asks to live on does not, whenever its script comes', async ({ rig }) => {
  const worker = `onconnect = ({ ports: [port] }) => fetch('/poll').then(() => port.postMessage('up'));
    setInterval(() => fetch('/poll'), 50);`;
  const page = (file: string, done: string) =>
    html(`<p id="done"></p>${WORDS}<script>
      const { port } = new SharedWorker('${file}', { extendedLifetime: true });
      ${done}
    </script>`);
  const next = html(`<p id="done"></p>${WORDS}<script>
    (async () => {
      for (let count = 1; count <= 100; count += 1) await fetch('/tick');
      done.textContent = 'a hundred ticks';
    })();
  </script>`);
  const answered = routes({
    '/early': page('/early.js', `port.onmessage = () => { done.textContent = 'the worker is up'; };`),
    '/late': page('/late.js', `done.textContent = 'the worker is awaited';`),
    '/early.js': { body: worker, headers: { 'content-type': 'text/javascript' } },
    '/late.js': { body: worker, headers: { 'content-type': 'text/javascript' } },
    '/next': next,
    '/tick': '',
    '/poll': '',
  });
  const asked: (string | undefined)[] = [];
  const held: (() => void)[] = [];
  await rig.serve((request, response) => {
    asked.push(request.url);
    if (request.url === '/late.js') held.push(() => answered(request, response));
    else answered(request, response);
  });
  const waitFor = { expression: `document.querySelector('#done').textContent !== ''` };
  const reader = rig.openReader({ ...SESSION, waitFor, settle: { virtualTime: false } });
  for (const path of ['early', 'late']) {
    await reader.read(`http://site.test/${path}`);
    await expect.poll(() => asked).toContain(path === 'early' ? '/poll' : '/late.js');
    const before = asked.length;
    const reading = reader.read('http://site.test/next');
    for (const answer of held) answer();
    expect((await reading).text).toContain('a hundred ticks');
    const meanwhile = asked.slice(asked.indexOf('/next', before));
    expect(meanwhile.filter((url) => url === '/poll')).toEqual([]);
    expect(meanwhile.filter((url) => url === '/tick')).toHaveLength(100);
  }
});

test('a page that hangs or dies costs its lane, and the next read nothing', async ({ rig }) => {
  await rig.serve({
    '/': html(WORDS),
    '/hang': html(`${WORDS}<script>setTimeout(() => { for (;;); }, 30)</script>`),
  });
  const reader = rig.openReader({ ...SESSION, timeoutMs: 2_000 });
  const body = async () => (await reader.load({ url: 'http://site.test/' }, { timeoutMs: 20_000 })).body;
  expect(await body()).toContain('plenty');
  await reader.load({ url: 'http://site.test/hang' }).catch(() => undefined);
  expect(await body()).toContain('plenty');
  const pids = rendererPids();
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await expect.poll(() => rendererPids().filter((pid) => pids.includes(pid))).toEqual([]);
  expect(await body()).toContain('plenty');
});

test('a page that dies in the middle of a read is replaced, and the caller does not notice', async ({ rig }) => {
  let asked = 0;
  await rig.serve((request, response) => {
    if (request.url === '/fatal' && ++asked === 1) for (const pid of rendererPids()) process.kill(pid, 'SIGKILL');
    else response.setHeader('content-type', 'text/html').end(WORDS);
  });
  const reader = rig.openReader(SESSION);
  await reader.load({ url: 'http://site.test/' });
  expect((await reader.load({ url: 'http://site.test/fatal' })).body).toContain('plenty');
  expect(asked).toBe(2);
  asked = 0;
  const posting = reader.load({ url: 'http://site.test/fatal', method: 'POST' });
  await expect(posting).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
  expect(asked).toBe(1);
});

test('timers that were fast-forwarded for one page run for the next as well', async ({ rig }) => {
  await rig.serve({
    '/': html(`<main>Loading…</main><script>
      setTimeout(() => setTimeout(() => { document.querySelector('main').innerHTML = '${WORDS}<p>at last</p>'; }, 700), 700);
    </script>`),
  });
  const reader = rig.openReader(SESSION);
  for (const _ of [1, 2, 3]) expect((await reader.read('http://site.test/')).text).toContain('at last');
});

test('a lane goes on after a read was aborted', async ({ rig }) => {
  const site = await rig.serve((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(WORDS);
  });
  const reader = rig.openReader(SESSION);
  const abort = new AbortController();
  const reading = expect(reader.load({ url: 'http://site.test/hang' }, { signal: abort.signal })).rejects.toBe(
    'enough',
  );
  await expect.poll(() => site.requests.length).toBe(1);
  abort.abort('enough');
  await reading;
  expect((await reader.load({ url: 'http://site.test/' })).body).toContain('plenty');
});

test('a lane is replaced in time, and its successor is still logged in', async ({ rig }) => {
  const counter = { read: 0 };
  await rig.serve((_, response) => {
    counter.read += 1;
    response.setHeader('content-type', 'text/html').setHeader('set-cookie', `read=${counter.read}`).end(WORDS);
  });
  const limits = { reads: 2, documents: 100, ageMs: 60_000, clockAheadMs: 60_000, heapBytes: 1e9 };
  await withPool(rig, { laneLimits: limits }, async (visit) => {
    const contexts = new Set<number>();
    for (let read = 1; read <= 5; read += 1) {
      const visited = await visit('http://site.test/');
      expect(visited.cookies).toBe(`read=${read}`);
      contexts.add(visited.contexts);
    }
    // The old one may still be closing.
    expect(Math.max(...contexts)).toBeLessThanOrEqual(2);
  });
});

test('no lane has a clock that is minutes wrong', async ({ rig }) => {
  await rig.serve({ '/': html(`${WORDS}<script>document.title = Date.now()</script>`) });
  const reader = rig.openReader(SESSION);
  await reader.read('http://site.test/');
  const [before] = rendererPids();
  const ahead: number[] = [];
  while (rendererPids().includes(before ?? 0)) {
    const { title } = await reader.read('http://site.test/');
    ahead.push(Number(title) - Date.now());
  }
  expect(ahead.length).toBeGreaterThan(1);
  expect(Math.max(...ahead)).toBeLessThan(300_000);
});

test('no more tabs stay open than there may be reads, and as many that are being closed, however long that takes', async ({
  rig,
}) => {
  const clinging = html(`${WORDS}<script>
    addEventListener('pagehide', () => {
      const left = performance.now();
      while (performance.now() < left + 500);
    });
  </script>`);
  await rig.serve({ '/': clinging });
  await rig.serve({ '/': clinging }, 'other.test');
  await withPool(rig, { concurrency: 1 }, async (visit) => {
    for (const host of ['site', 'other', 'site', 'other']) {
      expect((await visit(`http://${host}.test/`)).contexts).toBeLessThanOrEqual(2);
    }
  });
});

test('a lane keeps neither what its pages said nor their windows', async ({ rig }) => {
  await rig.serve({
    '/': html(`<main>Loading…</main><script>
      for (let line = 0; line < 100; line += 1) console.log('said '.repeat(1_000));
      setTimeout(() => { throw new Error('said'); });
      setTimeout(() => { document.querySelector('main').innerHTML = '${WORDS}<p>at last</p>'; }, 3_000);
    </script>`),
  });
  await withPool(rig, {}, async (_, { guard, engine, pool }) => {
    for (const read of [1, 2, 3, 4]) {
      const { tab } = await pool.acquire(guard.scope('http://site.test/'), new AbortController().signal);
      const page = engine.running.browser.contexts()[0]?.pages()[0];
      expect(await page?.consoleMessages({ filter: 'all' })).toEqual([]);
      expect(await page?.pageErrors({ filter: 'all' })).toEqual([]);
      await tab.cdp.send('HeapProfiler.collectGarbage');
      const { documents } = await tab.cdp.send('Memory.getDOMCounters');
      expect(documents, `before read ${read}`).toBe(1);
      const { body } = await renderDocument(tab, { url: 'http://site.test/', method: 'GET', headers: {} }, RENDERING);
      expect(body).toContain('at last');
      expect(await page?.consoleMessages()).toEqual([]);
      expect(clockAheadMs(tab)).toBeGreaterThan(0);
      pool.release(tab);
    }
  });
});

test('a service worker that an earlier read installed is not beside the page of the next', async ({ rig }) => {
  const next = html(
    `<p id="line">a line</p><script>setTimeout(() => { line.textContent = 'the last line' }, 5000)</script>`,
  );
  const pages = {
    '/': html(`${WORDS}<script>navigator.serviceWorker.register('/sw.js')</script>`),
    '/sw.js': { body: 'oninstall = () => skipWaiting()', headers: { 'content-type': 'text/javascript' } },
    '/next': next,
  };
  const { port } = await rig.lab.serve(routes(pages));
  const reader = rig.openReader({ guard: createGuard({ allowPrivate: [`127.0.0.1:${port}`] }), ...SESSION });
  await reader.read(`http://127.0.0.1:${port}/`);
  const page = await reader.read(`http://127.0.0.1:${port}/next`);
  expect(page.text).toContain('the last line');
  // Beside a worker a page with so little text would be read in real time.
  expect(page.readiness?.virtualMs).toBeGreaterThan(5_000);
});

test('a lane is given up when it has shown as many documents as it may, frames included', async ({ rig }) => {
  const frames = '<iframe src="/frame"></iframe>'.repeat(4);
  await rig.serve({ '/': html(WORDS + frames), '/frame': html('a frame') });
  const laneLimits = { ...LANE_LIMITS, documents: 10 };
  await withPool(rig, { laneLimits }, async (visit) => {
    await visit('http://site.test/');
    const [first] = rendererPids();
    await visit('http://site.test/');
    expect(rendererPids()).toContain(first);
    await visit('http://site.test/');
    await expect.poll(() => rendererPids()).not.toContain(first);
  });
});

test('a service worker serves the read that installed it and is gone for the next', async ({ rig }) => {
  const page = html(`<p id="answer">no answer yet, loading</p>${WORDS}<script>
    const before = navigator.serviceWorker.controller === null ? 'uncontrolled' : 'controlled';
    navigator.serviceWorker.register('/sw.js').then(async () => {
      if (navigator.serviceWorker.controller === null) {
        await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
      }
      answer.textContent = before + ', then ' + await (await fetch('/virtual')).text();
    });
  </script>`);
  const worker = `oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim());
    onfetch = (event) => {
      if (event.request.url.endsWith('/virtual')) event.respondWith(new Response('answered by the worker'));
    };`;
  const server = await rig.lab.serve(
    routes({ '/': page, '/sw.js': { body: worker, headers: { 'content-type': 'text/javascript' } } }),
  );
  const host = `127.0.0.1:${server.port}`;
  // Service workers want a secure context, which loopback is.
  const guard = createGuard({ allowPrivate: [host] });
  const options = { guard, waitFor: { expression: `answer.textContent.includes('worker')` } };
  for (const _ of [1, 2]) {
    const reader = rig.openReader({ ...options, ...SESSION });
    for (const _ of [1, 2]) {
      const read = await reader.read(`http://${host}/`, { include: ['#answer'] });
      expect(read.text).toBe('uncontrolled, then answered by the worker');
    }
  }
});
