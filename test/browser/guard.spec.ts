import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { createGuard } from '#src/guard/guard.js';
import { html, pageWarnings, test, WORDS } from '../support/browser-rig.js';
import { PUBLIC } from '../support/guard-lab.js';

/** Shows that the canary answers whoever gets through, so that its silence later has one cause. */
async function proveReachable(canary: { port: number; connections: number }): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${canary.port}/`);
  expect(await answer.text()).toBe('the canary sings');
  canary.connections = 0;
}

test('refuses a redirect to a private address', async ({ rig }) => {
  const canary = await rig.canary();
  await proveReachable(canary);
  const inside = `http://127.0.0.1:${canary.port}/`;
  await rig.serve({ '/': { status: 302, headers: { location: inside } } });
  const read = rig.openReader().load({ url: 'http://site.test/' });
  await expect(read).rejects.toMatchObject({
    code: 'REFUSED_ADDRESS',
    details: { url: inside, redirectedFrom: 'http://site.test/' },
  });
  expect(canary.connections).toBe(0);
});

test('refuses a redirect to a private address however long the URL is', async ({ rig }) => {
  const canary = await rig.canary();
  const inside = `http://127.0.0.1:${canary.port}/?${'a'.repeat(5_000)}`;
  await rig.serve({ '/': { status: 302, headers: { location: inside } } });
  const read = rig.openReader().load({ url: 'http://site.test/' });
  await expect(read).rejects.toMatchObject({
    code: 'REFUSED_ADDRESS',
    details: { url: expect.stringMatching(/a…$/), redirectedFrom: 'http://site.test/' },
  });
  expect(canary.connections).toBe(0);
});

test('refuses a redirect to a private address over TLS', async ({ rig }) => {
  const canary = await rig.canary();
  await rig.serve({ '/': { status: 302, headers: { location: `https://127.0.0.1:${canary.port}/` } } });
  const read = rig.openReader().load({ url: 'http://site.test/' });
  await expect(read).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
  expect(canary.connections).toBe(0);
});

test('refuses a name that leads inside', async ({ rig }) => {
  const canary = await rig.canary();
  rig.lab.names.set('inside.test', ['127.0.0.1']);
  const read = rig.openReader().load({ url: `http://inside.test:${canary.port}/` });
  await expect(read).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
  expect(canary.connections).toBe(0);
});

test('lists what a page tried to reach inside, and gives the page', async ({ rig }) => {
  const canary = await rig.canary();
  await proveReachable(canary);
  const inside = `127.0.0.1:${canary.port}`;
  await rig.serve({
    '/': html(`${WORDS}<img src="http://${inside}/img"><iframe src="http://${inside}/frame"></iframe>
      <script>fetch('http://${inside}/fetch').catch(() => 0); new WebSocket('ws://${inside}/socket');
      navigator.sendBeacon('http://${inside}/beacon'); window.open('http://${inside}/popup');
      new Worker(URL.createObjectURL(new Blob(["fetch('http://${inside}/worker')"])))</script>`),
  });
  const page = await rig.openReader().read('http://site.test/');
  expect(page.text).toContain('plenty of words');
  expect(page.text).not.toContain('Not available');
  const paths = page.refusals?.map((refusal) => new URL(refusal.url).pathname.slice(1));
  // Of the WebSocket, which opens a tunnel, only the origin is known.
  expect(paths).toEqual(expect.arrayContaining(['img', 'frame', 'fetch', '', 'beacon', 'worker']));
  expect(new Set(page.refusals?.map((refusal) => refusal.code))).toEqual(new Set(['REFUSED_ADDRESS']));
  expect(canary.connections).toBe(0);
});

test('stays on a page that tries to go inside', async ({ rig }) => {
  const canary = await rig.canary();
  await rig.serve({ '/': html(`${WORDS}<script>location = 'http://127.0.0.1:${canary.port}/'</script>`) });
  const page = await rig.openReader().read('http://site.test/');
  expect(page).toMatchObject({ url: 'http://site.test/', text: expect.stringMatching(/plenty of words/) });
  expect(page.refusals).toHaveLength(1);
  expect(pageWarnings(page.warnings)).toEqual([expect.stringContaining('tried to move')]);
  expect(canary.connections).toBe(0);
});

test('stays on a page that tries to go inside with a user and password', async ({ rig }) => {
  const canary = await rig.canary();
  await rig.serve({
    '/': html(`${WORDS}<script>location = 'http://user:secret@127.0.0.1:${canary.port}/#a'</script>`),
  });
  const page = await rig.openReader().read('http://site.test/');
  expect(page).toMatchObject({ url: 'http://site.test/', text: expect.stringMatching(/plenty of words/) });
  expect(page.refusals).toMatchObject([{ url: `http://127.0.0.1:${canary.port}/` }]);
  expect(pageWarnings(page.warnings)).toEqual([expect.stringContaining('tried to move')]);
  expect(JSON.stringify(page)).not.toContain('secret');
  expect(canary.connections).toBe(0);
});

test('takes a page that imitates the refusal for what it is', async ({ rig }) => {
  await rig.serve({ '/': { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Not available.\n' } });
  const document = await rig.openReader().load({ url: 'http://site.test/' });
  expect(document.statusCode).toBe(403);
  expect(document.refusals).toEqual([]);
});

test('opens nothing but http and https', async ({ rig }) => {
  const reader = rig.openReader();
  for (const url of ['file:///etc/hostname', 'chrome://version', 'data:text/html,hi', 'javascript:1', 'about:blank']) {
    await expect(reader.load({ url }), url).rejects.toMatchObject({ code: 'REFUSED_SCHEME' });
  }
  await rig.serve({ '/': { status: 302, headers: { location: 'file:///etc/hostname' } } });
  await expect(reader.load({ url: 'http://site.test/' })).rejects.toMatchObject({ code: 'REFUSED_SCHEME' });
});

test('tells a name that does not resolve, a server that is not there and one that hangs up apart', async ({ rig }) => {
  const reader = rig.openReader();
  const load = (url: string) => reader.load({ url });
  await expect(load('http://nowhere.test/')).rejects.toMatchObject({ code: 'DNS_FAILED' });
  await expect(load('https://nowhere.test/')).rejects.toMatchObject({ code: 'DNS_FAILED' });
  rig.lab.names.set('down.test', ['93.184.216.40']);
  await expect(load('http://down.test/')).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
  await expect(load('https://down.test/')).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
  await rig.serve((request) => request.socket.destroy());
  await expect(load('http://site.test/')).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
});

test('reads over TLS through a tunnel, and takes no certificate that nobody vouches for', async ({ rig }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const wish = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...wish, '-subj', '/CN=site.test', '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  });
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certFile, 'utf8')];
  await rm(folder, { recursive: true });
  const server = await rig.lab.serveTls({ key, cert }, (_, response) => {
    response.setHeader('content-type', 'text/html').end(WORDS);
  });
  rig.lab.names.set('site.test', [PUBLIC]);
  rig.lab.route(PUBLIC, 443, server);
  const url = 'https://site.test/';
  await expect(rig.openReader().load({ url })).rejects.toMatchObject({ code: 'TLS_FAILED' });
  expect((await rig.openReader({ insecureTls: true }).load({ url })).body).toContain('plenty of words');
});

test('lets the operator allow one private target, and only a read that asked for it reach it', async ({ rig }) => {
  const canary = await rig.canary();
  const inside = `127.0.0.1:${canary.port}`;
  const page = `${WORDS}<img src="http://${inside}/img">`;
  await rig.serve({ '/': html(page) });
  const own = await rig.lab.serve((_, response) => response.setHeader('content-type', 'text/html').end(page));
  const { resolver, dial } = rig.lab;
  const allowPrivate = [inside, `127.0.0.1:${own.port}`];
  const reader = rig.openReader({ guard: createGuard({ resolver, dial, reservedNames: [], allowPrivate }) });
  const fromOutside = await reader.load({ url: 'http://site.test/' });
  expect(fromOutside.refusals).toMatchObject([{ url: `http://${inside}/img`, code: 'REFUSED_ADDRESS' }]);
  expect(canary.connections).toBe(0);
  const fromInside = await reader.load({ url: `http://127.0.0.1:${own.port}/` });
  expect(fromInside.refusals).toEqual([]);
  expect(canary.connections).toBe(1);
});
