import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { startEngine } from '#src/browser/engine.js';
import type { RunningBrowser } from '#src/browser/launch.js';
import { locateBrowser } from '#src/browser/locate.js';
import { TabPool } from '#src/browser/pool.js';
import { browserProcesses, html, labGuard, type ProcessEntry, test, WORDS } from '../support/browser-rig.js';

const here = import.meta.url;

function renderers(): ProcessEntry[] {
  return browserProcesses().filter(({ command }) => command.includes('--type=renderer'));
}

/** The script that some systems start it by goes too: its end alone is not the browser's. */
function killBrowser(): void {
  const processes = browserProcesses().filter(({ command }) => !command.includes('--type='));
  for (const { pid } of processes.reverse()) process.kill(pid, 'SIGKILL');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

test('a tab is gone with its context and listener when it is given back; one is kept ready', async ({ rig }) => {
  const guard = labGuard(rig.lab);
  const started: RunningBrowser[] = [];
  const pool = new TabPool({
    guard,
    concurrency: 2,
    start: async () => {
      // Outside the jail, so that the listener can be asked whether it is there.
      const engine = await startEngine({ guard, located: await locateBrowser(), sandbox: 'auto', jail: 'off' });
      started.push(engine.running);
      return engine;
    },
  });
  const scope = guard.scope('http://site.test/');
  const { tab } = await pool.acquire(scope, new AbortController().signal);
  const [running] = started;
  const [context] = running?.browser.contexts() ?? [];
  expect(await accepts(tab.listener.port)).toBe(true);
  pool.release(tab);
  await expect.poll(() => accepts(tab.listener.port)).toBe(false);
  await expect.poll(() => running?.browser.contexts().some((open) => open === context)).toBe(false);
  await expect.poll(() => running?.browser.contexts().length).toBe(1);
  await pool.close();
  expect(running?.browser.isConnected()).toBe(false);
});

test('an abort in the middle of a page leaves neither page nor socket', async ({ rig }) => {
  const site = await rig.serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/') response.end('<p>Loading…</p><script>fetch("/never")</script>');
  });
  const reader = rig.openReader();
  const abort = new AbortController();
  const read = reader.read('http://site.test/', { signal: abort.signal });
  const reason = new Error('enough');
  const rejected = expect(read).rejects.toBe(reason);
  await expect.poll(() => site.requests.map(({ url }) => url)).toContain('/never');
  abort.abort(reason);
  await rejected;
  await expect.poll(() => rig.lab.openSockets).toBe(0);
  // The spare's. Full Chromium keeps some more ready by itself.
  if ((await locateBrowser()).kind === 'headless-shell') await expect.poll(() => renderers().length).toBe(1);
});

test('an abort rejects with the reason, also of a read that waits its turn', async ({ rig }) => {
  await rig.serve(() => undefined);
  const reader = rig.openReader({ concurrency: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const reads = [first, second].map(({ signal }) => reader.load({ url: 'http://site.test/' }, { signal }));
  const reason = new Error('enough');
  second.abort(reason);
  await expect(reads[1]).rejects.toBe(reason);
  first.abort(reason);
  await expect(reads[0]).rejects.toBe(reason);
  await expect.poll(() => rig.lab.openSockets).toBe(0);
  await rig.serve({ '/': html(WORDS) });
  expect((await reader.load({ url: 'http://site.test/' })).body).toContain('plenty');
});

test('closing ends the browser and the reads in flight', async ({ rig }) => {
  const site = await rig.serve(() => undefined);
  const reader = rig.openReader();
  const read = reader.load({ url: 'http://site.test/' });
  const rejected = expect(read).rejects.toMatchObject({ code: 'CLOSED' });
  await expect.poll(() => site.requests.length).toBe(1);
  expect(browserProcesses().length).toBeGreaterThan(0);
  await reader.close();
  await rejected;
  expect(browserProcesses()).toEqual([]);
  await expect(reader.load({ url: 'http://site.test/' })).rejects.toMatchObject({ code: 'CLOSED' });
  await reader.close();
});

test('reads many pages at once, no more than allowed, each with its own', async ({ rig }) => {
  const held: (() => void)[] = [];
  let answered = 0;
  let most = 0;
  await rig.serve((request, response) => {
    held.push(() => response.setHeader('content-type', 'text/html').end(`<p>page ${request.url}</p>${WORDS}`));
    most = Math.max(most, held.length);
    // Nobody is answered before three have come, or all that are left.
    if (held.length < Math.min(3, 8 - answered)) return;
    answered += held.length;
    for (const answer of held.splice(0)) answer();
  });
  const reader = rig.openReader({ concurrency: 3 });
  const paths = ['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8'];
  const documents = await Promise.all(paths.map((path) => reader.load({ url: `http://site.test${path}` })));
  for (const [index, path] of paths.entries()) expect(documents[index]?.body).toContain(`page ${path}<`);
  expect(most).toBe(3);
});

test('keeps nothing from one read to the next', async ({ rig }) => {
  await rig.serve({
    '/': html(`<p id="seen"></p>${WORDS}<script>document.querySelector('#seen').textContent =
      'saw ' + document.cookie + localStorage.length; document.cookie = 'a=1'; localStorage.setItem('a', 1)</script>`),
  });
  const reader = rig.openReader();
  for (const _ of [1, 2]) {
    expect((await reader.load({ url: 'http://site.test/' })).body).toContain('<p id="seen">saw 0</p>');
  }
});

test('a page that kills its renderer fails alone', async ({ rig }) => {
  const site = await rig.serve((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(WORDS);
  });
  const reader = rig.openReader();
  const doomed = reader.load({ url: 'http://site.test/hang' });
  const rejected = expect(doomed).rejects.toMatchObject({ code: 'BROWSER_CRASHED', retryable: true });
  await expect.poll(() => site.requests.length).toBe(1);
  for (const { pid } of renderers()) process.kill(pid, 'SIGKILL');
  await rejected;
  expect((await reader.load({ url: 'http://site.test/' })).body).toContain('plenty');
});

test('starts another browser when the first has died', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS) });
  const reader = rig.openReader();
  await reader.load({ url: 'http://site.test/' });
  killBrowser();
  expect((await reader.load({ url: 'http://site.test/' })).body).toContain('plenty');
});

for (const method of ['GET', 'POST'] as const) {
  test(`a browser found dead costs a ${method} nothing, whether or not that is known yet`, async ({ rig }) => {
    const site = await rig.serve({ '/': html(WORDS), '/send': html(WORDS) });
    const reader = rig.openReader({ concurrency: 1 });
    // Twice: how much of a tab is ready for the next read differs.
    for (const rounds of [1, 2]) {
      await reader.load({ url: 'http://site.test/' });
      await expect.poll(() => rig.lab.openSockets).toBe(0);
      await expect.poll(() => renderers()).toHaveLength(1);
      killBrowser();
      expect((await reader.load({ url: 'http://site.test/send', method })).body).toContain('plenty');
      expect(site.requests.filter(({ url }) => url === '/send').map((sent) => sent.method)).toEqual(
        Array(rounds).fill(method),
      );
    }
  });
}

test('reads again at once after the browser died in the middle of a read', async ({ rig }) => {
  const site = await rig.serve((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(WORDS);
  });
  const reader = rig.openReader();
  const doomed = reader.load({ url: 'http://site.test/hang' });
  const next = doomed.catch((error) => {
    expect(error).toMatchObject({ code: 'BROWSER_CRASHED' });
    return reader.load({ url: 'http://site.test/' });
  });
  await expect.poll(() => site.requests.length).toBe(1);
  killBrowser();
  expect((await next).body).toContain('plenty');
});

test('starts no browser when it is closed as soon as it is asked', async ({ rig }) => {
  const reader = rig.openReader();
  const read = expect(reader.load({ url: 'http://site.test/' })).rejects.toMatchObject({ code: 'CLOSED' });
  await reader.close();
  await read;
  expect(browserProcesses()).toEqual([]);
});

test('leaves nothing that keeps a program from ending', async () => {
  const program = `
    import { BrowserReader } from ${JSON.stringify(new URL('../../dist/reader/browser-reader.js', here).href)};
    import { createServer } from 'node:http';
    const page = '<p>Loading…</p><script>fetch("/never")</script>';
    const server = createServer((request, response) => {
      if (request.url === '/never') abort.abort(new Error('enough'));
      else response.setHeader('content-type', 'text/html').end(page);
    });
    const abort = new AbortController();
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = '127.0.0.1:' + server.address().port;
    const reader = new BrowserReader({ allowPrivate: [host] });
    const ended = await reader.read('http://' + host + '/', { signal: abort.signal }).catch((error) => error.message);
    await reader.close();
    server.closeAllConnections();
    server.close();
    process.stdout.write(ended + '\\n');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const toldAt = performance.now();
  expect(line).toBe('enough');
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - toldAt).toBeLessThan(2_000);
});

test('a killed program leaves no browser behind', async () => {
  const program = `
    import { launchBrowser } from ${JSON.stringify(new URL('../../dist/browser/launch.js', here).href)};
    import { locateBrowser } from ${JSON.stringify(new URL('../../dist/browser/locate.js', here).href)};
    const running = await launchBrowser({ located: await locateBrowser(), proxyPort: 9, sandbox: 'auto', timeoutMs: 20000 });
    process.stdout.write(running.pid + '\\n');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let pids: number[];
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    pids = browserProcesses(child.pid).map(({ pid }) => pid);
    expect(pids).toContain(Number(line));
  } finally {
    child.kill('SIGKILL');
  }
  await expect.poll(() => browserProcesses(1).filter(({ pid }) => pids.includes(pid))).toEqual([]);
});

test('runs in the browser’s own sandbox, as root too', async ({ rig }) => {
  const namespaces = process.platform !== 'linux' || spawnSync('unshare', ['--user', 'true']).status === 0;
  test.skip(!namespaces, 'this system allows no user namespaces, so that there is no sandbox to run in');
  await rig.serve({ '/': html(WORDS) });
  const page = await rig.openReader({ sandbox: 'required' }).load({ url: 'http://site.test/' });
  expect(page.warnings).toEqual([]);
  expect(browserProcesses().filter(({ command }) => / --no-sandbox( |$)/.test(command))).toEqual([]);
});

test('does not start a browser that a wrapper has let out of the guard', async ({ rig }) => {
  const located = await locateBrowser();
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  const wrapper = path.join(folder, 'headless-shell');
  for (const extra of [
    '--no-proxy-server',
    '--proxy-bypass-list=localhost',
    '--disable-features=Nothing',
    '--remote-debugging-port=0',
  ]) {
    await writeFile(wrapper, `#!/bin/sh\nexec ${located.path} "$@" ${extra}\n`, { mode: 0o755 });
    const read = rig.openReader({ browserPath: wrapper }).load({ url: 'http://site.test/' });
    await expect(read, extra).rejects.toMatchObject({ code: 'BROWSER_LAUNCH' });
  }
  await rm(folder, { recursive: true });
  expect(browserProcesses()).toEqual([]);
});

test('says what was tried and what to run when there is no browser', async ({ rig }) => {
  const read = rig.openReader({ browserPath: '/nowhere/chromium' }).load({ url: 'http://site.test/' });
  await expect(read).rejects.toMatchObject({ code: 'BROWSER_MISSING', details: { tried: ['/nowhere/chromium'] } });
});

test('closes what a page puts in the way', async ({ rig }) => {
  await rig.serve({
    '/': html(`<script>alert(1); confirm(2); prompt(3); onbeforeunload = () => 'stay';
      document.write(window.open('/other') === null ? 'no window' : 'a window')</script>${WORDS}`),
  });
  expect((await rig.openReader().load({ url: 'http://site.test/' })).body).toContain('plenty');
});
