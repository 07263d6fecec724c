import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { launchBrowser } from '#src/browser/launch.js';
import { locateBrowser } from '#src/browser/locate.js';
import { evaluate, openTab, type Tab } from '#src/browser/tab.js';
import { createEgressProxy, type EgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard } from '#src/guard/guard.js';
import { BrowserReader } from '#src/reader/browser-reader.js';
import { AttackSite, JAIL } from '../../support/attack-site.js';
import { type BrowserRig, browserProcesses, html, labGuard, test, WORDS } from '../../support/browser-rig.js';
import { openCanary } from '../../support/canary.js';
import { until } from '../../support/guard-lab.js';
import { listeningPorts } from '../../support/listening-ports.js';
import { NAVIGATION } from './scenarios/navigation.js';
import { SCRIPTS } from './scenarios/scripts.js';

// F. The browser, the guard and the environment they start in.

/** A tab whose guard is in our hands, as a reader makes it. */
async function openGuardedTab(
  rig: BrowserRig,
  guard = labGuard(rig.lab),
): Promise<{ tab: Tab; proxy: EgressProxy; close(): Promise<void> }> {
  const proxy = await createEgressProxy({ guard });
  const located = await locateBrowser();
  const running = await launchBrowser({ located, proxyPort: proxy.refuseAllPort, sandbox: 'auto', timeoutMs: 20_000 });
  const tab = await openTab(running, await proxy.open(guard.scope('http://site.test/')), {});
  const close = async (): Promise<void> => {
    await tab.close();
    await running.close();
    await proxy.close();
  };
  return { tab, proxy, close };
}

function namesInEnvironmentOf(pid: number): string[] {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return variables.map((variable) => variable.replace(/=.*$/s, ''));
  } catch {
    // It has ended meanwhile, or this system has no such files.
    return [];
  }
}

const tryFetch = (url: string): string => `fetch('${url}', { mode: 'no-cors' }).then(() => 'came', () => 'failed')`;

test('52 startup: a browser that does nothing sends nothing but what the guard refuses', async ({ rig }) => {
  const { tab, proxy, close } = await openGuardedTab(rig);
  await delay(3_000);
  expect(tab.listener.refusalCount).toBe(0);
  expect(proxy.refuseAll.bytesReceived).toBe(0);
  expect(rig.lab.dials).toEqual([]);
  if ((await locateBrowser()).kind === 'headless-shell') expect(proxy.refuseAll.refusals).toEqual([]);
  await close();
});

for (const allowPrivate of [undefined, true] as const) {
  const whether = allowPrivate ? 'where internal targets are allowed' : 'as anything internal';
  test(`65 self-guard: a page cannot reach the guard itself, ${whether}`, async ({ rig }) => {
    const { resolver, dial } = rig.lab;
    const options = allowPrivate === undefined ? {} : { allowPrivate };
    const guard = createGuard({ resolver, dial, reservedNames: [], ...options });
    const { tab, proxy, close } = await openGuardedTab(rig, guard);
    const ports = [tab.listener.port, proxy.refuseAllPort];
    for (const port of ports) {
      await evaluate(tab, tryFetch(`http://127.0.0.1:${port}/`));
      await evaluate(tab, tryFetch(`http://localhost:${port}/`));
      await evaluate(
        tab,
        `new Promise((end) => { new WebSocket('ws://127.0.0.1:${port}/').onclose = end }).then(() => 0)`,
      );
    }
    const expected = ports.flatMap((port) => [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `https://127.0.0.1:${port}/`,
    ]);
    expect(tab.listener.refusals.map((refusal) => refusal.url)).toEqual(expected);
    expect(rig.lab.dials).toEqual([]);
    await close();
  });
}

test('66 self-cdp: the browser listens on no port, and a page that looks for one is refused', async ({ rig }) => {
  test.skip(process.platform !== 'linux', 'reads /proc');
  const ports = [9222, 9229, 9515, 4444, 8315];
  await rig.serve({
    '/': html(`${WORDS}<script>for (const port of ${JSON.stringify(ports)})
      fetch('http://127.0.0.1:' + port + '/json/version').catch(() => 0)</script>`),
  });
  const page = await rig.openReader({ jail: JAIL, waitFor: { delayMs: 500 } }).read('http://site.test/');
  const expected = ports.map((port) => `http://127.0.0.1:${port}/json/version`);
  expect(page.refusals?.map((refusal) => refusal.url).sort()).toEqual(expected.sort());
  const processes = browserProcesses();
  expect(processes.length).toBeGreaterThan(0);
  expect(processes.flatMap(({ pid }) => listeningPorts(pid))).toEqual([]);
});

test('67 guard-dies: without its guard a page reaches neither inside nor outside', async ({ rig }) => {
  const canary = await rig.canary();
  const site = await rig.serve({ '/': html(WORDS), '/poll': 'polled' });
  const { tab, proxy, close } = await openGuardedTab(rig);
  await tab.cdp.send('Page.navigate', { url: 'http://site.test/' });
  const poll = `setInterval(() => { for (const url of ['/poll', 'http://127.0.0.1:${canary.port}/']) fetch(url).catch(() => 0) }, 50); 0`;
  await evaluate(tab, poll);
  await until(() => site.requests.filter(({ url }) => url === '/poll').length > 2);
  await proxy.close();
  const before = site.requests.length;
  expect(await evaluate(tab, tryFetch('/poll'))).toBe('failed');
  expect(await evaluate(tab, tryFetch(`http://127.0.0.1:${canary.port}/`))).toBe('failed');
  await delay(500);
  expect(site.requests.length - before).toBeLessThanOrEqual(1);
  expect(canary.connections).toBe(0);
  await close();
});

test('68 env-hostile: an environment that points past the guard changes nothing', async () => {
  const hostile = {
    PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK: '1',
    NO_PROXY: '*',
    no_proxy: '*',
    HTTP_PROXY: 'http://127.0.0.1:9',
    http_proxy: 'http://127.0.0.1:9',
    ALL_PROXY: 'http://127.0.0.1:9',
  };
  const site = await AttackSite.open();
  Object.assign(process.env, hostile);
  try {
    const guard = createGuard(site.guardOptions);
    await using reader = new BrowserReader({
      guard,
      jail: JAIL,
      cacheTtlMs: 0,
      resources: 'all',
      waitFor: { delayMs: 1_000 },
    });
    const scenarios = [...NAVIGATION, ...SCRIPTS].filter(({ row }) => row === 14 || row === 24);
    expect(scenarios).toHaveLength(2);
    for (const scenario of scenarios) {
      const { page, touched, target } = await site.attack(scenario, (url) => reader.read(url));
      expect(touched).toEqual([]);
      const listed = page?.refusals?.map((refusal) => refusal.url) ?? [];
      expect(scenario.tries?.(target).filter((url) => !listed.includes(url))).toEqual([]);
      // They are this process's own; the browser has none of them.
      const names = browserProcesses().flatMap(({ pid }) => namesInEnvironmentOf(pid));
      if (process.platform === 'linux') expect(names).toContain('PATH');
      expect(names.filter((name) => name in hostile)).toEqual([]);
    }
  } finally {
    for (const name of Object.keys(hostile)) delete process.env[name];
    await site.close();
  }
});

test('a page saves no file and has no permission, asked for or not', async ({ rig }) => {
  const attachment = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' };
  const site = await rig.serve({ '/': html(WORDS), '/file': { headers: attachment, body: 'a file' } });
  const { tab, close } = await openGuardedTab(rig);
  await tab.cdp.send('Page.enable');
  const ended = new Promise<string>((resolve) => {
    tab.cdp.on('Page.downloadProgress', ({ state }) => state !== 'inProgress' && resolve(state));
  });
  await tab.cdp.send('Page.navigate', { url: 'http://site.test/' });
  await evaluate(tab, `location = '/file'; 0`);
  expect(await ended).toBe('canceled');
  expect(site.requests.map(({ url }) => url)).toContain('/file');
  const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'local-network-access'];
  const granted = await evaluate(
    tab,
    `Promise.all(${JSON.stringify(names)}.map((name) => navigator.permissions.query({ name }).then(({ state }) => state, () => 'unknown')))
      .then((states) => states.filter((state) => state === 'granted').length)`,
  );
  expect(granted).toBe(0);
  await close();
});

test('70 ctx-override: nothing that would lead past the guard is an option', () => {
  const overrides = {
    proxy: { server: 'direct://' },
    args: ['--no-proxy-server'],
    bypass: '*',
    channel: 'chrome',
    executablePath: '/bin/true',
    ignoreDefaultArgs: true,
    launchOptions: {},
    contextOptions: {},
  };
  for (const [name, value] of Object.entries(overrides)) {
    const make = () => new BrowserReader({ [name]: value } as never);
    expect(make, name).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  }
});

test('73 port-scan: a page cannot tell an open port inside from a closed one', async ({ rig }) => {
  const open = await openCanary();
  const closed = await openCanary();
  await closed.close();
  await rig.serve({
    '/': html(`${WORDS}<pre id=out></pre><script>(async () => {
      const times = { ${open.port}: [], ${closed.port}: [] };
      const ports = Array.from({ length: 200 }, (_, index) => ((index >> 2) % 2 ? ${open.port} : ${closed.port}));
      await Promise.all([0, 1, 2, 3].map(async (lane) => { for (let at = lane; at < 200; at += 4) {
        const start = performance.now();
        await fetch('http://127.0.0.1:' + ports[at] + '/' + at, { mode: 'no-cors' }).catch(() => 0);
        times[ports[at]].push(performance.now() - start) } }));
      out.textContent = JSON.stringify(times) })()</script>`),
  });
  const page = await rig
    // The page's own clock must tell the truth.
    .openReader({ jail: JAIL, waitFor: { expression: 'out.textContent' }, settle: { virtualTime: false } })
    .read('http://site.test/');
  const times = JSON.parse(/\{.*\}/.exec(page.text)?.[0] ?? '') as Record<number, number[]>;
  const median = (values: number[] = []): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  expect(page.refusals).toHaveLength(200);
  expect(open.touched).toEqual([]);
  await open.close();
  // A refusal is answered on a beat of 20 ms, whatever was found out meanwhile; a busy machine blurs it.
  const [atOpen, atClosed] = [median(times[open.port]), median(times[closed.port])];
  expect(Math.abs(atOpen - atClosed)).toBeLessThan(Math.max(10, atClosed / 4));
});
