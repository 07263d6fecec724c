import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { expect } from '@playwright/test';
import { createGuard } from '#src/guard/guard.js';
import { html, test, WORDS } from '../support/browser-rig.js';
import { TEST_CERTIFICATE } from '../support/guard-certificate.js';
import { OTHER_PUBLIC, PUBLIC } from '../support/guard-lab.js';
import { TestUpstream } from '../support/upstream-proxy.js';

/** Answers a WebSocket handshake and says `hello` once (RFC 6455). */
function greet(request: { headers: Record<string, string | string[] | undefined> }, socket: Duplex): void {
  const key = String(request.headers['sec-websocket-key']);
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
  socket.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]));
}

test('reaches the web through an upstream proxy, which is asked for judged addresses only', async ({ rig }) => {
  const { lab } = rig;
  const upstream = await new TestUpstream().start();
  lab.names.set('site.test', [PUBLIC]).set('public.test', [OTHER_PUBLIC]).set('inside.test', ['10.0.0.1']);
  const canary = await rig.canary();
  upstream.route('10.0.0.1', 80, canary);
  upstream.route('10.0.0.1', 443, canary);
  const insides = [
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'http://inside.test/',
    `http://127.0.0.1:${upstream.port}/`,
  ];
  const page = html(`${WORDS}<p id=told></p><script>
    const tell = (what) => { told.textContent += ' ' + what + '.' };
    const heard = (url) => new Promise((resolve) => {
      const socket = new WebSocket(url);
      socket.onmessage = ({ data }) => resolve(tell(url.split(':')[0] + ' said ' + data));
      socket.onerror = () => resolve(tell(url + ' failed'));
    });
    const fetched = (url) => fetch(url, { mode: 'no-cors' }).then(() => tell(url + ' came'), () => tell(url + ' failed'));
    Promise.all([
      fetched('https://public.test/data'),
      heard('ws://site.test/socket'),
      heard('wss://public.test/socket'),
      heard('ws://10.0.0.1/'),
      ...${JSON.stringify(insides)}.map(fetched),
    ]).then(() => tell('all done'));
  </script>`);
  const site = await lab.serve((_, response) => response.setHeader('content-type', 'text/html').end(page.body), greet);
  const secure = await lab.serveTls(TEST_CERTIFICATE, (_, response) => response.end('data'), greet);
  upstream.route(PUBLIC, 80, site);
  upstream.route(OTHER_PUBLIC, 443, secure);

  const guard = createGuard({
    resolver: lab.resolver,
    reservedNames: [],
    proxy: upstream.url.replace('//', '//aladdin:sesame@'),
  });
  const reader = rig.openReader({ guard, insecureTls: true });
  const read = await reader.read('http://site.test/', { html: true });
  await upstream.close();

  expect(read.text).toContain('plenty of words');
  for (const told of ['https://public.test/data came', 'ws said hello', 'wss said hello', 'all done']) {
    expect(read.text).toContain(told);
  }
  expect(new Set(upstream.asked)).toEqual(new Set([`${PUBLIC}:80`, `${OTHER_PUBLIC}:443`]));
  expect(upstream.asked.length).toBeGreaterThan(2);
  expect(canary.connections).toBe(0);
  const refused = new Set(read.refusals?.map(({ url }) => url));
  for (const inside of insides) expect(refused).toContain(inside);
  expect(JSON.stringify(read)).not.toMatch(/aladdin|sesame/);
});

test('says that the upstream failed when a page cannot be had through it', async ({ rig }) => {
  const upstream = await new TestUpstream().start();
  rig.lab.names.set('site.test', [PUBLIC]);
  const guard = createGuard({ resolver: rig.lab.resolver, reservedNames: [], proxy: upstream.url });
  const read = rig.openReader({ guard }).load({ url: 'http://site.test/' });
  await expect(read).rejects.toMatchObject({
    code: 'CONNECT_FAILED',
    message: expect.stringMatching(/the proxy answered 502/),
  });
  await upstream.close();
});
