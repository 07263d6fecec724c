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
const ATTACKS = ['-c', here('../../../playwright.config.ts'), 'guard/(scenarios|names|lock|hostile-server)\\.spec'];

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pageward-capture-'));
});
test.afterEach(() => rm(folder, { recursive: true }));
test.skip(!hasNetworkNamespaces() || !hasTcpdump(), 'needs network namespaces (unshare, ip) and tcpdump');

/** Runs tests of ours in a network namespace, under a capture of every packet in it. */
async function runCaptured(words: readonly string[], env: Readonly<Record<string, string>>) {
  const { status, output } = await runIsolated(captured(folder, [process.execPath, PLAYWRIGHT, 'test', ...words]), {
    ...env,
    PAGEWARD_TEST_CANARY_LOG: canaryLog(folder),
  });
  return { status, output, ...readCapture(folder) };
}

for (const { name, browserPath } of installedBrowsers()) {
  for (const jail of ['off', 'required']) {
    test(`no packet leaves ${name} but to the guard while it reads every attack page, jail ${jail}`, async () => {
      const env = { PAGEWARD_BROWSER_PATH: browserPath, PAGEWARD_TEST_JAIL: jail };
      const { status, output, connections, strays } = await runCaptured(ATTACKS, env);
      expect(status, output).toBe(0);
      expect(strays).toEqual([]);
      expect(connections).toBeGreaterThan(50);
      console.log(`${/\d+ passed/.exec(output)?.[0]}; ${connections} connections to the guard and the pages' server`);
    });
  }

  test(`with the guard's check off the same pages reach the canary from ${name}, and names are asked for`, async () => {
    const env = { PAGEWARD_BROWSER_PATH: browserPath };
    const { status, output, strays } = await runCaptured(['-c', here('isolated.config.ts'), 'teeth'], env);
    expect(status, output).toBe(0);
    for (const sought of [/secret-stun\.internal\.corp/, /secret-turn\.internal\.corp/, /> 10\.99\.0\.7\./]) {
      expect(
        strays.some((packet) => sought.test(packet)),
        String(sought),
      ).toBe(true);
    }
    console.log(`${/\d+ of \d+ pages/.exec(output)?.[0]} reached the canary; ${strays.length} packets past the guard`);
  });
}
