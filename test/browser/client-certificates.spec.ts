import type { TLSSocket } from 'node:tls';
import { expect } from '@playwright/test';
import type { ClientCertificate } from '#src/index.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { type BrowserRig, html, labGuard, test, WORDS } from '../support/browser-rig.js';
import { TEST_CA, TEST_CERTIFICATE } from '../support/guard-certificate.js';
import { OTHER_PUBLIC, PUBLIC } from '../support/guard-lab.js';

const URL_READ = 'https://public.test/';
const CERTIFICATE: ClientCertificate = {
  origin: 'https://public.test',
  cert: Buffer.from(TEST_CERTIFICATE.cert),
  key: Buffer.from(TEST_CERTIFICATE.key),
};

/** Two sites that ask who reads, and serve whoever does not say so too; gives what each was told, by path. */
async function serve(rig: BrowserRig): Promise<{ asked: string[]; other: string[] }> {
  const { lab } = rig;
  const told = { asked: [] as string[], other: [] as string[] };
  const site = (record: string[], page: string) =>
    lab.serveTls(
      { ...TEST_CERTIFICATE, ca: TEST_CA, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate();
        record.push(`${request.url} ${subject?.CN ?? 'nobody'}`);
        const body = request.url === '/data' ? `for ${subject?.CN ?? 'nobody'}` : page;
        response.setHeader('content-type', request.url === '/data' ? 'text/plain' : 'text/html');
        response.setHeader('access-control-allow-origin', '*');
        response.end(body);
      },
    );
  const { body } = html(`${WORDS}<p id="own">…</p><script>
    fetch('https://www.public.test/data').catch(() => 0);
    fetch('/data', { method: 'POST', body: 'x' }).then((answer) => answer.text()).then((text) => (own.textContent = text));
  </script>`);
  for (const [name, address] of [
    ['public.test', PUBLIC],
    ['www.public.test', OTHER_PUBLIC],
  ] as const) {
    lab.names.set(name, [address]);
  }
  lab.route(PUBLIC, 443, await site(told.asked, String(body)));
  lab.route(OTHER_PUBLIC, 443, await site(told.other, String(body)));
  return told;
}

test('a page and what it asks of its origin come with the certificate, and of no other', async ({ rig }) => {
  const told = await serve(rig);
  const reader = rig.openReader({ insecureTls: true, clientCertificates: [CERTIFICATE] });
  const page = await reader.read(URL_READ);
  const [named] = told.asked;
  expect(named).toMatch(/^\/ (?!nobody)/);
  expect(page.text).toContain(`for ${named?.slice(2)}`);
  expect(told.asked.filter((line) => line.endsWith('nobody'))).toEqual([]);
  await expect.poll(() => told.other).toEqual(['/data nobody']);
});

test('without the certificate the same server does not know who reads', async ({ rig }) => {
  const told = await serve(rig);
  const page = await rig.openReader({ insecureTls: true }).read(URL_READ);
  expect(page.text).toContain('for nobody');
  expect(told.asked[0]).toBe('/ nobody');
});

test('over plain HTTP too it is shown to its origin, and to no other', async ({ rig }) => {
  const told = await serve(rig);
  const options = { guard: labGuard(rig.lab), caBundle: TEST_CA, clientCertificates: [CERTIFICATE] };
  await using reader = new HttpReader(options);
  await reader.read(URL_READ);
  await reader.read('https://www.public.test/');
  expect(told.asked[0]).toMatch(/^\/ (?!nobody)/);
  expect(told.other).toEqual(['/ nobody']);
});

for (const [what, certificate] of [
  ['a file that is not there', { certPath: '/no/such/file', keyPath: '/no/such/file' }],
  ['a key that is none', { cert: Buffer.from(TEST_CERTIFICATE.cert), key: Buffer.from('S3CRET') }],
] as const) {
  test(`${what} is an option that is wrong, and none of it is quoted`, async ({ rig }) => {
    const guard = labGuard(rig.lab);
    await using reader = new HttpReader({
      guard,
      clientCertificates: [{ origin: 'https://public.test', ...certificate }],
    });
    const error = await reader.read(URL_READ).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'INVALID_OPTION' });
    expect(JSON.stringify(error)).not.toContain('S3CRET');
  });
}
