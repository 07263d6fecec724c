import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { launchBrowser, type RunningBrowser } from '#src/browser/launch.js';
import { locateBrowser } from '#src/browser/locate.js';
import { TabPool } from '#src/browser/tab-pool.js';
import { createEgressProxy } from '#src/guard/egress-proxy.js';
import { browserProcesses, html, labGuard, test, WORDS } from '../support/browser-rig.js';

const here = import.meta.url;

test('an abort ends the read with its reason and leaves no context and no listener', async ({ rig }) => {
  await rig.serve(() => undefined);
  const guard = labGuard(rig.lab);
  const open = new Set<unknown>();
  let running: RunningBrowser | undefined;
  const pool = new TabPool({
    guard,
    concurrency: 2,
    openProxy: async () => {
      const proxy = await createEgressProxy({ guard });
      return {
        ...proxy,
        open: async (...args: Parameters<typeof proxy.open>) => {
          const listener = await proxy.open(...args);
          open.add(listener);
          const close = async () => {
            await listener.close();
            open.delete(listener);
          };
          return Object.defineProperties(Object.create(listener), {
            close: { value: close },
            port: { value: listener.port },
          });
        },
      };
    },
    launch: async (proxy) => {
      running = await launchBrowser({
        located: await locateBrowser(),
        proxyPort: proxy.refuseAllPort,
        sandbox: 'auto',
        timeoutMs: 20_000,
      });
      return running;
    },
  });
  const signal = new AbortController().signal;
  const { tab } = await pool.acquire(guard.scope('http://site.test/'), signal);
  expect(running?.browser.contexts()).toHaveLength(1);
  expect(open.size).toBe(1);
  pool.release(tab);
  // The one that stays is the spare.
  await expect.poll(() => [running?.browser.contexts().length, open.size]).toEqual([1, 1]);
  await pool.close();
  expect(open.size).toBe(0);
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
  let [now, most] = [0, 0];
  await rig.serve((request, response) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      response.setHeader('content-type', 'text/html').end(`<p>page ${request.url}</p>${WORDS}`);
    }, 50);
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
  const renderers = browserProcesses().filter(({ command }) => command.includes('--type=renderer'));
  for (const { pid } of renderers) process.kill(pid, 'SIGKILL');
  await rejected;
  expect((await reader.load({ url: 'http://site.test/' })).body).toContain('plenty');
});

test('starts another browser when the first has died', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS) });
  const reader = rig.openReader();
  await reader.load({ url: 'http://site.test/' });
  const before = browserProcesses().find(({ command }) => !command.includes('--type='));
  process.kill(before?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => browserProcesses().some(({ pid }) => pid === before?.pid)).toBe(false);
  await expect(async () => {
    expect((await reader.load({ url: 'http://site.test/' })).body).toContain('plenty');
  }).toPass({ timeout: 5_000 });
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
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const pids = browserProcesses(child.pid).map(({ pid }) => pid);
  expect(pids).toContain(Number(line));
  child.kill('SIGKILL');
  await expect.poll(() => browserProcesses(1).filter(({ pid }) => pids.includes(pid))).toEqual([]);
});
