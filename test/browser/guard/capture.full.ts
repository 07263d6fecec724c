import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { installedBrowsers } from '../../support/installed-browsers.js';
import { hasNetworkNamespaces, runIsolated } from '../../support/network-namespace.js';
import { canaryLog, captured, hasTcpdump, readCapture } from '../../support/packet-capture.js';

const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli');
const here = (file: string): string => new URL(file, import.meta.url).pathname;

for (const { name, browserPath } of installedBrowsers()) {
  const env = { PAGEWARD_BROWSER_PATH: browserPath };

  test(`no packet leaves ${name} but to the guard while it reads every attack page`, async () => {
    test.skip(!hasNetworkNamespaces() || !hasTcpdump(), 'needs network namespaces and tcpdump');
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-capture-'));
    const suite = [
      process.execPath,
      PLAYWRIGHT,
      'test',
      '-c',
      here('../../../playwright.config.ts'),
      here('scenarios.spec.ts'),
    ];
    const { status, output } = await runIsolated(captured(folder, suite), {
      ...env,
      PAGEWARD_TEST_CANARY_LOG: canaryLog(folder),
    });
    expect(status, output).toBe(0);
    const { connections, strays } = readCapture(folder);
    expect(strays).toEqual([]);
    expect(connections).toBeGreaterThan(100);
    console.log(`${connections} connections to the guard and the pages' server, ${strays.length} other packets`);
    await rm(folder, { recursive: true });
  });

  test(`the same pages reach the canary from ${name} when the guard does not check`, async () => {
    test.skip(!hasNetworkNamespaces(), 'needs network namespaces');
    const { status, output } = await runIsolated(
      [process.execPath, PLAYWRIGHT, 'test', '-c', here('isolated.config.ts')],
      env,
    );
    expect(status, output).toBe(0);
    console.log(/\d+ of \d+ pages reached the canary/.exec(output)?.[0]);
  });
}
