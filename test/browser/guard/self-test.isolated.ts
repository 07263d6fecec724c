import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { BrowserProcesses } from '#src/browser/browser-processes.js';
import { Devtools } from '#src/browser/devtools.js';
import { launchBrowser, type RunningBrowser } from '#src/browser/launch.js';
import { locateBrowser } from '#src/browser/locate.js';
import { assureGuarded, selfTest } from '#src/browser/self-test.js';
import { disableFeatures, GUARD_SWITCHES, PLAYWRIGHT_DISABLED_FEATURES, PROXY_BYPASS } from '#src/browser/switches.js';
import { createEgressProxy, type EgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard } from '#src/guard/guard.js';
import { BrowserReader } from '#src/reader/browser-reader.js';
import { ISOLATED } from '../../support/canary.js';

test.describe.configure({ mode: 'default' });
test.skip(!ISOLATED, 'runs only in a network namespace of its own');

/** A browser started with less than all that locks it in, past the look at its command line. */
async function selfTestOf(switches: readonly string[]): Promise<void> {
  await using proxy = await createEgressProxy({ guard: createGuard() });
  const browser = await chromium.launch({
    executablePath: (await locateBrowser()).path,
    chromiumSandbox: false,
    proxy: { server: `http://127.0.0.1:${proxy.refuseAllPort}`, bypass: PROXY_BYPASS },
    ignoreDefaultArgs: [`--disable-features=${PLAYWRIGHT_DISABLED_FEATURES.join(',')}`],
    args: [...switches],
  });
  const session = await browser.newBrowserCDPSession();
  const running: RunningBrowser = {
    browser,
    devtools: new Devtools(session, undefined),
    product: 'Chrome/156.0',
    userAgent: 'Mozilla/5.0',
    sandboxed: false,
    pid: undefined,
    processes: new BrowserProcesses(session),
    warnings: [],
    ended: new Promise(() => undefined),
    close: () => browser.close(),
  };
  try {
    await selfTest(running, { proxy, jailed: false });
  } finally {
    await browser.close();
  }
}

const ALL = [...GUARD_SWITCHES.map(({ text }) => text), disableFeatures(PLAYWRIGHT_DISABLED_FEATURES)];

test('a browser that is locked in passes, and has passed at its next start', async () => {
  const cache = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  const before = process.env['XDG_CACHE_HOME'];
  process.env['XDG_CACHE_HOME'] = cache;
  await using proxy = await createEgressProxy({ guard: createGuard() });
  let opened = 0;
  const counting: EgressProxy = {
    ...proxy,
    open: (...parts) => {
      opened += 1;
      return proxy.open(...parts);
    },
  };
  const located = await locateBrowser();
  const running = await launchBrowser({ located, proxyPort: proxy.refuseAllPort, sandbox: 'auto', timeoutMs: 20_000 });
  try {
    await assureGuarded(running, { located, proxy: counting, jailed: false });
    expect(opened).toBe(1);
    await assureGuarded(running, { located, proxy: counting, jailed: false });
    expect(opened).toBe(1);
    // A full Chromium obeys policies that may come at any time: it is remembered by this process alone.
    if (located.kind === 'headless-shell' && process.platform === 'linux') {
      const folder = path.join(cache, 'pageward', 'self-test');
      expect(await readdir(folder)).toHaveLength(1);
      expect((await stat(folder)).mode & 0o077).toBe(0);
    }
    // Internal targets that the operator lets through are no way out for the test.
    await using permissive = await createEgressProxy({ guard: createGuard({ allowPrivate: true }) });
    await selfTest(running, { proxy: { ...permissive, refuseAll: proxy.refuseAll }, jailed: false });
  } finally {
    await running.close();
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
    await rm(cache, { recursive: true });
  }
});

test('a browser that may send UDP fails', async () => {
  const switches = ALL.filter((text) => !text.includes('webrtc-ip-handling-policy'));
  await expect(selfTestOf(switches)).rejects.toMatchObject({ code: 'GUARD_SELFTEST' });
});

for (const { text } of GUARD_SWITCHES) {
  test(`a browser whose wrapper drops ${text.split('=', 1)[0]} is not used`, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
    const wrapper = path.join(folder, 'chromium-headless-shell');
    const { path: browserPath } = await locateBrowser();
    await writeFile(
      wrapper,
      `#!/bin/bash\nkept=()\nfor word in "$@"; do [[ $word == ${JSON.stringify(text)} ]] || kept+=("$word"); done\nexec '${browserPath}' "\${kept[@]}"\n`,
    );
    await chmod(wrapper, 0o755);
    await using reader = new BrowserReader({ browserPath: wrapper, jail: 'off' });
    const read = reader.read('http://93.184.216.34/');
    await expect(read).rejects.toMatchObject({ code: expect.stringMatching(/^(?:BROWSER_LAUNCH|GUARD_SELFTEST)$/) });
    await rm(folder, { recursive: true });
  });
}
