import { expect, test } from '@playwright/test';
import { BrowserReader } from '#src/reader/browser-reader.js';

// Run by managed-policy.full.ts, which sets up the policy.
test.skip(process.env['PAGEWARD_TEST_POLICY'] === undefined, 'runs only where a managed policy has been set up');

test('fails the self-test', async () => {
  await using reader = new BrowserReader({ jail: 'off' });
  await expect(reader.read('http://93.184.216.34/')).rejects.toMatchObject({ code: 'GUARD_SELFTEST' });
});
