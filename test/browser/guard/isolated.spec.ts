import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import { hasNetworkNamespaces, runIsolated } from '../../support/network-namespace.js';

const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli');

test.skip(!hasNetworkNamespaces(), 'needs network namespaces (unshare, ip): nothing unguarded runs outside of one');

const configOf = (file: string): string => new URL(file, import.meta.url).pathname;
const run = (...words: string[]) => runIsolated([process.execPath, PLAYWRIGHT, 'test', ...words]);

test('the same pages reach the canary when the guard does not check', async () => {
  test.setTimeout(240_000);
  const { status, output } = await run('-c', configOf('isolated.config.ts'));
  expect(status, output).toBe(0);
  const [count = 'none'] = /\d+ of \d+ pages reached the canary/.exec(output) ?? [];
  expect(count).not.toBe('none');
  console.log(count);
});

test('WebRTC and its like reach nothing', async () => {
  test.setTimeout(120_000);
  const { status, output } = await run(
    '-c',
    configOf('../../../playwright.config.ts'),
    'scenarios.spec',
    '-g',
    'webrtc|webtransport',
  );
  expect(status, output).toBe(0);
  expect(output).toMatch(/ 6 passed/);
});
