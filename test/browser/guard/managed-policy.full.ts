import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import { installedBrowsers } from '../../support/installed-browsers.js';
import { hasNetworkNamespaces, runIsolated } from '../../support/network-namespace.js';

const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** Puts the policy where Debian's Chromium, Chromium and Chrome look for it, in a copy of /etc that only this command sees. */
const WITH_POLICY = `
folder=$(mktemp -d) && cp -a /etc "$folder" 2>/dev/null
for place in chromium opt/chrome; do
  mkdir -p "$folder/etc/$place/policies/managed"
  printf '{ "ProxySettings": { "ProxyMode": "direct" } }' > "$folder/etc/$place/policies/managed/proxy.json"
done
mount --bind "$folder/etc" /etc || exit 97
"$@"; status=$?
umount /etc; rm -rf "$folder"; exit $status`;

test('69 managed-policy: a full Chromium whose policy goes past the proxy is not used', async () => {
  const full = installedBrowsers().find(({ name }) => name === 'full Chromium');
  test.skip(full === undefined, 'needs a full Chromium (PAGEWARD_TEST_CHROMIUM names one)');
  test.skip(!hasNetworkNamespaces(), 'needs namespaces');
  const config = new URL('isolated.config.ts', import.meta.url).pathname;
  const suite = [process.execPath, PLAYWRIGHT, 'test', '-c', config, 'managed-policy'];
  const { status, output } = await runIsolated(['unshare', '--mount', 'sh', '-c', WITH_POLICY, 'sh', ...suite], {
    PAGEWARD_BROWSER_PATH: full?.browserPath ?? '',
    PAGEWARD_TEST_POLICY: '1',
  });
  expect(status, output).toBe(0);
  expect(output).toContain('1 passed');
});
