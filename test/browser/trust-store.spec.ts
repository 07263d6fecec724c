import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { createGuard } from '#src/guard/guard.js';
import { type BrowserRig, html, test, WORDS } from '../support/browser-rig.js';
import { TEST_CA, TEST_CERTIFICATE } from '../support/guard-certificate.js';
import { PUBLIC } from '../support/guard-lab.js';
import { hasOpenssl, orphanCertificate } from '../support/orphan-certificate.js';

const hasCertutil = (() => {
  try {
    execFileSync('certutil', ['-H'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // Asked for help it ends with 1.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
})();

async function secureSite({ lab }: BrowserRig, certificate = TEST_CERTIFICATE): Promise<void> {
  for (const name of ['public.test', 'other.example']) lab.names.set(name, [PUBLIC]);
  const site = await lab.serveTls(certificate, (_, response) => {
    response.setHeader('content-type', 'text/html').end(html(WORDS).body);
  });
  lab.route(PUBLIC, 443, site);
}

test.describe('with an authority of one’s own', () => {
  test.skip(!hasCertutil || process.platform !== 'linux', 'needs Linux and certutil (libnss3-tools)');

  test('the browser reads what that authority vouches for, and leaves nothing behind', async ({ rig }) => {
    await secureSite(rig);
    await expect(rig.openReader().load({ url: 'https://public.test/' })).rejects.toMatchObject({ code: 'TLS_FAILED' });
    const folder = mkdtempSync(path.join(tmpdir(), 'pageward-test-'));
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = folder;
    const homes = () => readdirSync(folder).filter((name) => name.startsWith('pageward-home-'));
    const reader = rig.openReader({ caBundle: TEST_CA });
    const page = await reader.read('https://public.test/');
    expect(page.text).toContain('plenty of words');
    expect(page.warnings?.join()).not.toContain('caBundle');
    expect(homes()).toHaveLength(1);
    await reader.close();
    expect(homes()).toEqual([]);
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    rmSync(folder, { recursive: true });
  });

  test('a certificate for another name, or of another authority, is still none', async ({ rig }) => {
    await secureSite(rig);
    const reader = rig.openReader({ caBundle: TEST_CA });
    await expect(reader.load({ url: 'https://other.example/' })).rejects.toMatchObject({ code: 'TLS_FAILED' });
    if (!hasOpenssl()) return;
    await secureSite(rig, await orphanCertificate('public.test', 'http://127.0.0.1/'));
    await expect(reader.load({ url: 'https://public.test/' })).rejects.toMatchObject({ code: 'TLS_FAILED' });
  });
});

test('what is made in the browser’s stead is judged by the authority as well', async ({ rig }) => {
  await secureSite(rig);
  const guard = createGuard({
    resolver: rig.lab.resolver,
    dial: rig.lab.dial,
    reservedNames: [],
    allowDomains: ['public.test/blog'],
  });
  const reader = rig.openReader({ guard, caBundle: TEST_CA });
  expect((await reader.load({ url: 'https://public.test/blog/' })).body).toContain('plenty of words');
});

test('where the browser cannot be given the authority, its pages say so', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS) });
  const { PATH } = process.env;
  process.env['PATH'] = '/nonexistent';
  try {
    const page = await rig.openReader({ caBundle: TEST_CA, jail: 'off' }).read('http://site.test/');
    expect(page.warnings).toContainEqual(expect.stringMatching(/does not trust caBundle.*libnss3-tools/));
  } finally {
    process.env['PATH'] = PATH;
  }
});

test('a bundle without a certificate is none', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS) });
  const read = rig.openReader({ caBundle: '-----BEGIN NOTHING-----' }).load({ url: 'http://site.test/' });
  await expect(read).rejects.toMatchObject({ code: 'INVALID_OPTION' });
});
