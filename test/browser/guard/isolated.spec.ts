import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import { hasNetworkNamespaces, runIsolated } from '../../support/network-namespace.js';

const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli');

test('the same pages reach the canary when the guard does not check', async () => {
  test.skip(!hasNetworkNamespaces(), 'needs network namespaces (unshare, ip): nothing unguarded runs outside of one');
  test.setTimeout(240_000);
  const config = new URL('isolated.config.ts', import.meta.url).pathname;
  const { status, output } = await runIsolated([process.execPath, PLAYWRIGHT, 'test', '-c', config]);
  expect(status, output).toBe(0);
  expect(output).toContain('pages reached the canary');
  console.log(/\d+ of \d+ pages reached the canary/.exec(output)?.[0]);
});
