import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { launchBrowser } from '#src/browser/launch.js';
import { locateBrowser } from '#src/browser/locate.js';
import { assureGuarded, selfTest } from '#src/browser/self-test.js';
import { createEgressProxy, type EgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard } from '#src/guard/guard.js';

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
  const running = await launchBrowser({
    located,
    proxyPort: proxy.refuseAllPort,
    sandbox: 'auto',
    timeoutMs: 20_000,
  });
  try {
    await assureGuarded(running, { located, proxy: counting });
    expect(opened).toBe(1);
    await assureGuarded(running, { located, proxy: counting });
    expect(opened).toBe(1);
    // A full Chromium obeys policies that may come at any time: it is remembered by this process alone.
    if (located.kind === 'headless-shell' && process.platform === 'linux') {
      const folder = path.join(cache, 'pageward', 'self-test');
      expect(await readdir(folder)).toHaveLength(1);
      expect((await stat(folder)).mode & 0o077).toBe(0);
    }
    // Internal targets that the operator lets through are no way out for the test.
    await using permissive = await createEgressProxy({ guard: createGuard({ allowPrivate: true }) });
    await selfTest(running, permissive);
  } finally {
    await running.close();
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
    await rm(cache, { recursive: true });
  }
});
