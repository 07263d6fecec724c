import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#src/base/limits.js';
import { EgressLedger } from '#src/guard/egress-ledger.js';
import { createEgressProxy, type EgressListener, type EgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard, type Guard, type GuardOptions } from '#src/guard/guard.js';
import { TEST_CA, TEST_CERTIFICATE } from '../support/guard-certificate.js';
import { deferred, Lab, OTHER_PUBLIC, PUBLIC, until } from '../support/guard-lab.js';

let lab: Lab;
let proxy: EgressProxy;
let guard: Guard;
const clients: Socket[] = [];

beforeEach(() => {
  lab = new Lab();
  lab.names.set('public.test', [PUBLIC]).set('other.test', [OTHER_PUBLIC]).set('inside.test', ['10.1.2.3']);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.close();
  await lab.close();
});

async function openProxy(
  policy: GuardOptions = {},
  callerUrl = 'http://public.test/',
  budgets = {},
): Promise<EgressListener> {
  guard = createGuard({ reservedNames: ['internal'], resolver: lab.resolver, dial: lab.dial, ...policy });
  proxy = await createEgressProxy({ guard });
  return await proxy.open(guard.scope(callerUrl), { budgets });
}

/** A bare connection to the listener. */
async function dialListener({ port }: { port: number }): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  clients.push(socket);
  socket.on('error', () => {});
  const { promise, resolve } = deferred<void>();
  socket.once('connect', resolve);
  await promise;
  return socket;
}

/** All that comes until the other side closes. */
async function rest(socket: Socket): Promise<string> {
  let received = '';
  for await (const chunk of socket) received += chunk.toString('latin1');
  return received;
}

/** What comes until `marker` is seen. */
function receive(socket: Socket, marker: string): Promise<string> {
  const { promise, resolve, reject } = deferred<string>();
  let received = '';
  const onData = (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (!received.includes(marker)) return;
    socket.off('data', onData);
    socket.pause();
    resolve(received);
  };
  socket.on('data', onData).resume();
  socket.once('close', () => reject(new Error(`closed after ${JSON.stringify(received)}`)));
  return promise;
}

async function exchange(listener: { port: number }, bytes: string): Promise<string> {
  const socket = await dialListener(listener);
  socket.write(bytes);
  return await rest(socket);
}

const get = (url: string, headers = '') => {
  const { host } = new URL(url);
  return `GET ${url} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`;
};
const getOnce = (url: string) => get(url, 'Connection: close\r\n');
const statusOf = (answer: string) => Number(answer.slice(9, 12));

async function openTunnelTo(listener: { port: number }, authority: string): Promise<Socket> {
  const socket = await dialListener(listener);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  expect(statusOf(await receive(socket, '\r\n\r\n'))).toBe(200);
  return socket;
}

describe('a forwarded request', () => {
  it('arrives rebuilt from the URL that was judged', async () => {
    const site = await lab.serve((_, response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end('hello'));
    lab.route(PUBLIC, 80, site);
    const listener = await openProxy();
    const answer = await exchange(
      listener,
      'GET http://public.test/a%20b?c HTTP/1.1\r\nHost: internal.example\r\nX-Kept: 1\r\nX-Hop: 2\r\nTE: trailers\r\nProxy-Connection: keep-alive\r\nConnection: close, x-hop\r\n\r\n',
    );
    expect(statusOf(answer)).toBe(200);
    expect(answer).toMatch(/hello$/);
    expect(answer.match(/set-cookie/gi)).toHaveLength(2);
    expect(site.requests).toEqual([
      { method: 'GET', url: '/a%20b?c', headers: { host: 'public.test', 'x-kept': '1', connection: 'close' } },
    ]);
    expect(lab.dials).toEqual([`${PUBLIC}:80`]);
    expect(listener.bytesReceived).toBe(5);
  });

  it.each(['Content-Length: 3\r\n\r\nq=1', 'Transfer-Encoding: chunked\r\n\r\n3\r\nq=1\r\n0\r\n\r\n'])(
    'carries its body: %j',
    async (rest) => {
      const bodies: string[] = [];
      const site = await lab.serve(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        bodies.push(body);
        response.end();
      });
      lab.route(PUBLIC, 80, site);
      const answer = await exchange(
        await openProxy(),
        `POST http://public.test/ HTTP/1.1\r\nHost: public.test\r\nConnection: close\r\n${rest}`,
      );
      expect(statusOf(answer)).toBe(200);
      expect(bodies).toEqual(['q=1']);
    },
  );

  it('is judged each for itself on a connection that is kept', async () => {
    const internal = await lab.serve((_, response) => response.end('secret'));
    expect(await (await fetch(`http://127.0.0.1:${internal.port}/`)).text()).toBe('secret');
    const before = internal.connections;
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end('public')));
    const listener = await openProxy();
    const socket = await dialListener(listener);
    socket.write(get('http://public.test/'));
    expect(await receive(socket, 'public')).toContain('200 OK');
    socket.write(get(`http://127.0.0.1:${internal.port}/`));
    expect(statusOf(await rest(socket))).toBe(403);
    expect(internal.connections).toBe(before);
    expect(listener.refusals).toMatchObject([{ url: `http://127.0.0.1:${internal.port}/`, code: 'REFUSED_ADDRESS' }]);
  });

  it('that comes pipelined behind an allowed one is judged as well', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end('public')));
    const listener = await openProxy();
    const answers = await exchange(listener, get('http://public.test/') + getOnce('http://inside.test/'));
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403']);
    expect(lab.dials).toEqual([`${PUBLIC}:80`]);
  });

  it.each([
    [
      'both lengths',
      'POST http://public.test/ HTTP/1.1\r\nHost: public.test\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two lengths',
      'POST http://public.test/ HTTP/1.1\r\nHost: public.test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a folded coding',
      'POST http://public.test/ HTTP/1.1\r\nHost: public.test\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'an unknown coding',
      'POST http://public.test/ HTTP/1.1\r\nHost: public.test\r\nTransfer-Encoding: x, chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two hosts', 'GET http://public.test/ HTTP/1.1\r\nHost: public.test\r\nHost: inside.test\r\n\r\n'],
    ['no host', 'GET http://public.test/ HTTP/1.1\r\n\r\n'],
    ['bare line feeds', 'GET http://public.test/ HTTP/1.1\nHost: public.test\n\n'],
    ['origin form', 'GET /x HTTP/1.1\r\nHost: public.test\r\n\r\n'],
    ['https', 'GET https://public.test/ HTTP/1.1\r\nHost: public.test\r\n\r\n'],
    ['another scheme', 'GET ftp://public.test/ HTTP/1.1\r\nHost: public.test\r\n\r\n'],
    ['no host in the URL', 'GET http:///x HTTP/1.1\r\nHost: public.test\r\n\r\n'],
    ['a tunnel to a URL', 'CONNECT http://public.test/ HTTP/1.1\r\nHost: public.test\r\n\r\n'],
    ['a tunnel with userinfo', 'CONNECT a@public.test:443 HTTP/1.1\r\nHost: public.test\r\n\r\n'],
    ['a tunnel without port', 'CONNECT public.test HTTP/1.1\r\nHost: public.test\r\n\r\n'],
    ['a tunnel with an empty port', 'CONNECT public.test: HTTP/1.1\r\nHost: public.test\r\n\r\n'],
    ['a tunnel to a path', 'CONNECT public.test:443/x HTTP/1.1\r\nHost: public.test\r\n\r\n'],
    [
      'an upgrade to something else',
      'GET http://public.test/ HTTP/1.1\r\nHost: public.test\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
    ],
    ['no HTTP at all', '\x16\x03\x01\x00\x05hello'],
  ])('with %s is answered 400 and dials nobody', async (_, bytes) => {
    lab.route(PUBLIC, 80, await lab.serve((_request, response) => response.end()));
    expect(statusOf(await exchange(await openProxy(), bytes))).toBe(400);
    expect(lab.dials).toEqual([]);
  });

  it('to a server that is down, hangs up or talks nonsense is answered 502 and logged as a failure', async () => {
    const listener = await openProxy();
    expect(statusOf(await exchange(listener, getOnce('http://public.test/')))).toBe(502);
    for (const bytes of [
      '',
      'SSH-2.0\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ]) {
      lab.route(PUBLIC, 80, await lab.serveTcp((socket) => socket.once('data', () => socket.end(bytes))));
      expect(statusOf(await exchange(listener, getOnce('http://public.test/')))).toBe(502);
    }
    expect(listener.failures).toMatchObject([
      { url: 'http://public.test/', error: { code: 'CONNECT_FAILED' } },
      { url: 'http://public.test/', error: { code: 'CONNECTION_LOST' } },
      { url: 'http://public.test/', error: { code: 'CONNECTION_LOST' } },
      { url: 'http://public.test/', error: { code: 'CONNECTION_LOST' } },
    ]);
    expect(listener.refusals).toEqual([]);
  });

  it.each([
    ['control characters for a reason', 'HTTP/1.1 200 \x01\x02\r\nContent-Length: 2\r\n\r\nok', 200],
    ['a reason in another alphabet', 'HTTP/1.1 200 \u00ef\u00bf\r\nContent-Length: 2\r\n\r\nok', 200],
    ['raw bytes in a header', 'HTTP/1.1 200 OK\r\nX-Name: \xff\xfe\r\nContent-Length: 2\r\n\r\nok', 200],
    ['a status that is none', 'HTTP/1.1 099 Hm\r\nContent-Length: 2\r\n\r\nok', 502],
  ])('to a server that answers with %s does not end the program', async (_, bytes, status) => {
    lab.route(PUBLIC, 80, await lab.serveTcp((socket) => socket.once('data', () => socket.end(bytes, 'latin1'))));
    expect(statusOf(await exchange(await openProxy(), getOnce('http://public.test/')))).toBe(status);
  });

  it('whose own answer is a 502 is no failure', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.writeHead(502).end('theirs')));
    const listener = await openProxy();
    expect(await exchange(listener, getOnce('http://public.test/'))).toContain('theirs');
    expect(listener.failures).toEqual([]);
  });
});

describe('a refusal', () => {
  const targets = [
    'http://127.0.0.1/',
    'http://inside.test/',
    'http://nowhere.test/',
    'http://wiki.internal/',
    'http://public.test:25/',
    'http://public.test:3001/',
    'http://user:pass@public.test/',
  ];

  it('looks the same whatever the rule was, and the log tells them apart', async () => {
    const listener = await openProxy();
    const answers = new Set<string>();
    for (const url of targets) answers.add((await exchange(listener, getOnce(url))).replace(/Date: .*\r\n/, ''));
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect([...answers][0]).toContain('cache-control: no-store');
    expect(listener.refusals.map(({ code }) => code)).toEqual([
      'REFUSED_ADDRESS',
      'REFUSED_ADDRESS',
      'DNS_FAILED',
      'REFUSED_NAME',
      'REFUSED_PORT',
      'REFUSED_PORT',
      'REFUSED_CREDENTIALS',
    ]);
    expect(JSON.stringify(listener.refusals)).not.toContain('10.1.2.3');
    expect(lab.dials).toEqual([]);
  });

  it('takes as long as the next beat, however soon it was found', async () => {
    const listener = await openProxy();
    for (const url of targets) {
      const startedAt = performance.now();
      await exchange(listener, getOnce(url));
      // A timer may be a millisecond early, never more.
      expect(performance.now() - startedAt, url).toBeGreaterThan(18);
    }
  });

  it('of a tunnel is the same as well', async () => {
    const listener = await openProxy();
    const answers = new Set<string>();
    for (const authority of [
      '127.0.0.1:443',
      '[::1]:443',
      'inside.test:443',
      'nowhere.test:443',
      'public.test:25',
      '[::ffff:127.0.0.1]:80',
    ]) {
      answers.add(await exchange(listener, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(listener.refusals[0]).toEqual({
      url: 'https://127.0.0.1/',
      code: 'REFUSED_ADDRESS',
      reason: '127.0.0.1 is a non-public address',
    });
    expect(lab.dials).toEqual([]);
  });

  it('is told to subscribers, as is what is in flight', async () => {
    const events: string[] = [];
    const listener = await openProxy();
    const stop = listener.subscribe((event) => {
      if (event.type === 'activity') events.push(`in flight ${event.inFlight}`);
      if (event.type === 'refusal') events.push(event.refusal.code);
    });
    await exchange(listener, getOnce('http://127.0.0.1/'));
    await until(() => listener.inFlight === 0);
    expect(events).toEqual(['in flight 1', 'REFUSED_ADDRESS', 'in flight 0']);
    stop();
    await exchange(listener, getOnce('http://127.0.0.1/'));
    expect(events).toHaveLength(3);
  });

  it('is kept with so much of its URL that a thousand are no burden', () => {
    const ledger = new EgressLedger();
    const url = `http://127.0.0.1/?${'a'.repeat(60_000)}`;
    ledger.refuse({ decision: 'refuse', url, code: 'REFUSED_ADDRESS', reason: 'internal' });
    const [kept] = ledger.refusals;
    expect(kept?.url).toBe(`${url.slice(0, 2_000)}…`);
  });

  it('is kept among the first or the last five hundred, and counted always', () => {
    const ledger = new EgressLedger();
    for (let index = 0; index < 1_500; index += 1) {
      ledger.refuse({
        decision: 'refuse',
        url: `http://127.0.0.1/${index}`,
        code: 'REFUSED_ADDRESS',
        reason: 'internal',
      });
    }
    expect([ledger.refusals.length, ledger.refusalCount]).toEqual([1_000, 1_500]);
    const kept = [0, 499, 500, 999].map((index) => ledger.refusals[index]?.url);
    expect(kept).toEqual([0, 499, 1_000, 1_499].map((index) => `http://127.0.0.1/${index}`));
  });
});

describe('a listener that hangs up', () => {
  it('ends what is open and what is tried after it, until the next read', async () => {
    const site = await lab.serve(({ url }, response) => {
      if (url === '/served') response.end('hello');
    });
    lab.route(PUBLIC, 80, site);
    const listener = await openProxy();
    const waiting = exchange(listener, get('http://public.test/never'));
    await until(() => site.requests.length === 1);
    listener.hangUp();
    expect(await waiting).toBe('');
    await until(() => lab.openSockets === 0 && listener.inFlight === 0);
    const served = () => exchange(listener, getOnce('http://public.test/served')).catch(() => 'hung up');
    expect(['', 'hung up']).toContain(await served());
    listener.setScope(guard.scope('http://public.test/'));
    expect(statusOf(await served())).toBe(200);
    expect(site.requests.map(({ url }) => url)).toEqual(['/never', '/served']);
  });
});

describe('a tunnel', () => {
  it('carries TLS from end to end for the host that it was opened for', async () => {
    const site = await lab.serveTls(TEST_CERTIFICATE, (_, response) => response.end('private hello'));
    lab.route(PUBLIC, 443, site);
    const listener = await openProxy();
    const tunnel = await openTunnelTo(listener, 'public.test:443');
    const tls = tlsConnect({ socket: tunnel, servername: 'public.test', ca: TEST_CA });
    clients.push(tls);
    tls.write('GET / HTTP/1.1\r\nHost: public.test\r\n\r\n');
    expect(await receive(tls, 'private hello')).toContain('200 OK');
    expect(listener).toMatchObject({ tunnels: 1, inFlight: 0, refusals: [] });
    expect(listener.bytesReceived).toBeGreaterThan(500);
    expect(lab.dials).toEqual([`${PUBLIC}:443`]);
    tls.destroy();
    await until(() => listener.tunnels === 0 && lab.openSockets === 0);
  });

  it.each([
    ['TLS for another host', 'other.test'],
    ['TLS for no host', ''],
  ])('with %s is closed before a byte gets through', async (_, servername) => {
    const received: Buffer[] = [];
    lab.route(PUBLIC, 443, await lab.serveTcp((socket) => socket.on('data', (chunk) => received.push(chunk))));
    const listener = await openProxy();
    const tunnel = await openTunnelTo(listener, 'public.test:443');
    tlsConnect({ socket: tunnel, servername, rejectUnauthorized: false }).on('error', () => {});
    await until(() => tunnel.destroyed && lab.openSockets === 0);
    expect(received).toEqual([]);
    expect(listener.refusals).toMatchObject([{ url: 'https://public.test/', code: 'REFUSED_PROTOCOL' }]);
  });

  it.each([
    'EHLO mail\r\n',
    '*1\r\n$4\r\nPING\r\n',
    'GET / HTTP/1.1\r\nHost: public.test:8080\r\n\r\n',
    '\0'.repeat(20_000),
  ])('with %j instead of TLS is closed before a byte gets through', async (bytes) => {
    const received: Buffer[] = [];
    lab.route(PUBLIC, 8080, await lab.serveTcp((socket) => socket.on('data', (chunk) => received.push(chunk))));
    const listener = await openProxy();
    const tunnel = await openTunnelTo(listener, 'public.test:8080');
    tunnel.write(bytes);
    expect(await rest(tunnel)).toBe('');
    await until(() => lab.openSockets === 0);
    expect(received).toEqual([]);
    expect(listener.refusals).toMatchObject([{ code: 'REFUSED_PROTOCOL' }]);
  });

  it('is looked into from its very first bytes, those that came with the request for it included', async () => {
    const received: Buffer[] = [];
    const site = await lab.serveTcp((socket) => socket.on('data', (chunk) => received.push(chunk)));
    lab.route(PUBLIC, 443, site);
    const listener = await openProxy();
    const answer = await exchange(
      listener,
      'CONNECT public.test:443 HTTP/1.1\r\nHost: public.test\r\n\r\nEHLO mail\r\n',
    );
    expect(answer).toMatch(/\r\n\r\n$/);
    await until(() => site.connections === 1 && lab.openSockets === 0);
    expect(received).toEqual([]);
    expect(listener.refusals).toMatchObject([{ code: 'REFUSED_PROTOCOL' }]);
  });

  it('that says too little in too many bytes is closed for that, and not when its time is up', async () => {
    lab.route(PUBLIC, 8080, await lab.serveTcp((socket) => void socket.resume()));
    const listener = await openProxy();
    const tunnel = await openTunnelTo(listener, 'public.test:8080');
    tunnel.write(`GET /${'x'.repeat(20_000)}`);
    expect(await rest(tunnel)).toBe('');
    expect(listener.refusals).toMatchObject([
      { code: 'REFUSED_PROTOCOL', reason: expect.not.stringContaining('time') },
    ]);
  });

  it('that says nothing is closed when its time is up, as is a client that never asks for anything', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      lab.route(PUBLIC, 443, await lab.serveTcp((socket) => void socket.resume()));
      const listener = await openProxy();
      const silent = await dialListener(listener);
      const tunnel = await openTunnelTo(listener, 'public.test:443');
      for (const socket of [silent, tunnel]) socket.resume();
      await vi.advanceTimersByTimeAsync(LIMITS.tunnelPeekMs);
      await until(() => tunnel.destroyed && lab.openSockets === 0);
      expect(listener.refusals).toMatchObject([{ code: 'REFUSED_PROTOCOL' }]);
      expect(silent.destroyed).toBe(false);
      await vi.advanceTimersByTimeAsync(LIMITS.headersTimeoutMs);
      await until(() => silent.destroyed);
    } finally {
      vi.useRealTimers();
    }
  });

  it('outlives its read for another of the same origin, and no other’s', async () => {
    const server = await lab.serveTls(TEST_CERTIFICATE, (_, response) => response.end('secret'));
    lab.route(PUBLIC, 443, server);
    const listener = await openProxy({}, 'https://public.test/one');
    const tunnel = await openTunnelTo(listener, 'public.test:443');
    tlsConnect({ socket: tunnel, servername: 'public.test', ca: TEST_CA }).on('error', () => {});
    await until(() => listener.tunnels === 1);
    listener.setScope(guard.scope('https://public.test/two'));
    expect(listener.tunnels).toBe(1);
    expect(tunnel.destroyed).toBe(false);
    listener.setScope(guard.scope('https://other.test/'));
    await until(() => listener.tunnels === 0 && tunnel.destroyed && lab.openSockets === 0);
  });

  it('is not opened for a read that ends while it is being dialled', async () => {
    lab.route(PUBLIC, 443, await lab.serveTls(TEST_CERTIFICATE, (_, response) => response.end()));
    let dialling = deferred<void>();
    let goOn = deferred<void>();
    guard = createGuard({
      resolver: lab.resolver,
      reservedNames: [],
      dial: async (target, options) => {
        dialling.resolve();
        await goOn.promise;
        return lab.dial(target, options);
      },
    });
    proxy = await createEgressProxy({ guard });
    const statuses: number[] = [];
    for (const next of ['https://public.test/two', 'https://other.test/']) {
      [dialling, goOn] = [deferred(), deferred()];
      const listener = await proxy.open(guard.scope('https://public.test/'));
      const socket = await dialListener(listener);
      socket.write('CONNECT public.test:443 HTTP/1.1\r\nHost: public.test:443\r\n\r\n');
      await dialling.promise;
      listener.setScope(guard.scope(next));
      goOn.resolve();
      const [answer] = await once(socket, 'data');
      statuses.push(statusOf(String(answer)));
      socket.destroy();
    }
    expect(statuses).toEqual([200, 502]);
    await until(() => lab.openSockets === 0);
  });

  it('ends with the browser’s end of it', async () => {
    const site = await lab.serveTls(TEST_CERTIFICATE, (_, response) => response.end());
    lab.route(PUBLIC, 443, site);
    const listener = await openProxy();
    const tunnel = await openTunnelTo(listener, 'public.test:443');
    await until(() => lab.openSockets === 1);
    tunnel.destroy();
    await until(() => lab.openSockets === 0 && listener.inFlight === 0);
  });
});

describe('a WebSocket without TLS', () => {
  const head =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: abc\r\nSec-WebSocket-Version: 13\r\n\r\n';

  async function echoServer(answer: string) {
    return await lab.serveTcp((socket) => {
      socket.once('data', () => {
        socket.write(answer);
        socket.on('data', (chunk) => socket.write(`echo ${chunk}`));
      });
    });
  }
  const accepted =
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: x\r\n\r\n';

  it('passes through a tunnel', async () => {
    lab.route(PUBLIC, 80, await echoServer(accepted));
    const tunnel = await openTunnelTo(await openProxy(), 'public.test:80');
    tunnel.write(`GET /chat HTTP/1.1\r\nHost: public.test\r\n${head}`);
    expect(statusOf(await receive(tunnel, '\r\n\r\n'))).toBe(101);
    tunnel.write('frame');
    expect(await receive(tunnel, 'echo frame')).toBe('echo frame');
  });

  it('passes in absolute form, with its hop-by-hop headers rebuilt', async () => {
    lab.route(PUBLIC, 80, await echoServer(accepted));
    const socket = await dialListener(await openProxy());
    socket.write(`GET ws://public.test/chat HTTP/1.1\r\nHost: public.test\r\n${head}`);
    expect(statusOf(await receive(socket, '\r\n\r\n'))).toBe(101);
    socket.write('frame');
    expect(await receive(socket, 'echo frame')).toBe('echo frame');
  });

  it('that the server does not accept leaves no way for a second request', async () => {
    lab.route(PUBLIC, 80, await echoServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno'));
    const answer = await exchange(
      await openProxy(),
      `GET ws://public.test/chat HTTP/1.1\r\nHost: public.test\r\n${head}`,
    );
    expect(statusOf(answer)).toBe(502);
    await until(() => lab.openSockets === 0);
  });

  it('to an internal target is refused in both forms', async () => {
    const internal = await echoServer(accepted);
    const listener = await openProxy();
    const authority = `127.0.0.1:${internal.port}`;
    expect(statusOf(await exchange(listener, `GET ws://${authority}/ HTTP/1.1\r\nHost: ${authority}\r\n${head}`))).toBe(
      403,
    );
    expect(statusOf(await exchange(listener, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`))).toBe(403);
    expect(internal.connections).toBe(0);
  });

  it('to a host with a path rule is refused, because a tunnel does not show its path beforehand', async () => {
    const site = await echoServer(accepted);
    lab.route(PUBLIC, 80, site);
    const connectTo = 'CONNECT public.test:80 HTTP/1.1\r\nHost: public.test:80\r\n\r\n';
    const listener = await openProxy({ blockDomains: ['public.test/private'] });
    expect(statusOf(await exchange(listener, connectTo))).toBe(403);
    expect(listener.refusals).toMatchObject([{ code: 'REFUSED_DOMAIN' }]);
    expect(site.connections).toBe(0);
  });
});

describe('a handshake that is more than a handshake', () => {
  it.each([
    ['bytes behind it', '', 'GET http://inside.test/ HTTP/1.1\r\n\r\n'],
    ['a body that is announced', 'Content-Length: 5\r\n', ''],
    ['a body in chunks', 'Transfer-Encoding: chunked\r\n', ''],
  ])('by %s is answered 400 and dials nobody', async (_, header, behind) => {
    lab.route(PUBLIC, 80, await lab.serve((_request, response) => response.end()));
    const head = `GET ws://public.test/ HTTP/1.1\r\nHost: public.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    expect(statusOf(await exchange(await openProxy(), `${head}${header}\r\n${behind}`))).toBe(400);
    expect(lab.dials).toEqual([]);
  });
});

describe('budgets', () => {
  it('end the read’s requests, hosts and bytes', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end('x'.repeat(1000))));
    lab.route(OTHER_PUBLIC, 80, await lab.serve((_, response) => response.end()));
    const listener = await openProxy({}, 'http://public.test/', { requests: 3, hosts: 1 });
    expect(statusOf(await exchange(listener, getOnce('http://public.test/')))).toBe(200);
    expect(statusOf(await exchange(listener, getOnce('http://other.test/')))).toBe(403);
    expect(statusOf(await exchange(listener, getOnce('http://public.test/')))).toBe(200);
    expect(statusOf(await exchange(listener, getOnce('http://public.test/')))).toBe(403);
    expect(listener.refusals.map(({ code }) => code)).toEqual(['REFUSED_BUDGET', 'REFUSED_BUDGET']);

    listener.setScope(guard.scope('http://public.test/'));
    expect(listener).toMatchObject({ refusals: [], bytesReceived: 0 });
    expect(statusOf(await exchange(listener, getOnce('http://public.test/')))).toBe(200);
  });

  it('cut an answer that goes beyond them', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end('x'.repeat(100_000))));
    const listener = await openProxy({}, 'http://public.test/', { bytes: 50_000 });
    const answer = await exchange(listener, getOnce('http://public.test/'));
    expect(answer.length).toBeLessThan(100_000);
    expect(listener.refusals).toMatchObject([{ code: 'REFUSED_BUDGET' }]);
    expect(statusOf(await exchange(listener, getOnce('http://public.test/')))).toBe(403);
    await until(() => lab.openSockets === 0);
  });

  it('count requests that are made in the browser’s stead, and cut none short unsaid', async () => {
    const handler = (_: unknown, response: ServerResponse) => response.end('x'.repeat(400));
    lab.route(PUBLIC, 443, await lab.serveTls(TEST_CERTIFICATE, handler));
    guard = createGuard({ resolver: lab.resolver, dial: lab.dial, reservedNames: [], allowDomains: ['public.test/a'] });
    proxy = await createEgressProxy({ guard, tls: { insecureTls: true } });
    const listener = await proxy.open(guard.scope('https://public.test/a'), { budgets: { bytes: 1_000 } });
    const statuses: number[] = [];
    for (const path of ['a/1', 'b', 'a/2', 'a/3', 'a/4']) {
      const seen = { url: `https://public.test/${path}`, method: 'GET', headers: {} };
      statuses.push((await listener.request(seen)).statusCode);
    }
    expect(statuses).toEqual([200, 403, 200, 403, 403]);
    const codes = ['REFUSED_DOMAIN', 'REFUSED_BUDGET', 'REFUSED_BUDGET'];
    expect(listener.refusals.map(({ code }) => code)).toEqual(codes);
    await listener.close();
    await until(() => lab.openSockets === 0);
  });

  it('bound how many tunnels are open at once', async () => {
    lab.route(PUBLIC, 443, await lab.serveTls(TEST_CERTIFICATE, (_, response) => response.end()));
    const listener = await openProxy({}, 'http://public.test/', { tunnels: 1 });
    const first = await openTunnelTo(listener, 'public.test:443');
    const tls = tlsConnect({ socket: first, servername: 'public.test', ca: TEST_CA });
    await until(() => listener.tunnels === 1);
    expect(statusOf(await exchange(listener, 'CONNECT public.test:443 HTTP/1.1\r\nHost: public.test\r\n\r\n'))).toBe(
      403,
    );
    tls.destroy();
    await until(() => listener.tunnels === 0);
    await openTunnelTo(listener, 'public.test:443');
  });
});

describe('tunnels', () => {
  it('count from when they are asked for, so that silent ones cannot pile up', async () => {
    const silent = await lab.serveTcp((socket) => void socket.resume());
    lab.route(PUBLIC, 443, silent);
    const listener = await openProxy({}, 'http://public.test/', { tunnels: 2 });
    const asked = await Promise.all(Array.from({ length: 5 }, () => dialListener(listener)));
    const answers = asked.map((client) => receive(client, '\r\n\r\n'));
    for (const client of asked) client.write('CONNECT public.test:443 HTTP/1.1\r\nHost: public.test\r\n\r\n');
    const statuses = (await Promise.all(answers)).map(statusOf);
    expect(statuses.sort()).toEqual([200, 200, 403, 403, 403]);
    expect(silent.connections).toBe(2);
    for (const client of asked) client.destroy();
    await until(() => lab.openSockets === 0);
    await openTunnelTo(listener, 'public.test:443');
  });

  it('of all listeners together have an end as well', async () => {
    lab.route(PUBLIC, 443, await lab.serveTcp((socket) => void socket.resume()));
    const listeners = [await openProxy()];
    const { tunnelsInAll, tunnelsPerContext } = LIMITS;
    while (listeners.length * tunnelsPerContext <= tunnelsInAll) {
      listeners.push(await proxy.open(guard.scope('http://public.test/')));
    }
    for (let opened = 0; opened < tunnelsInAll; opened += 1) {
      const [listener] = listeners.slice(Math.floor(opened / tunnelsPerContext));
      if (listener) await openTunnelTo(listener, 'public.test:443');
    }
    const [last] = listeners.slice(-1);
    const oneMore = 'CONNECT public.test:443 HTTP/1.1\r\nHost: public.test\r\n\r\n';
    expect(last && statusOf(await exchange(last, oneMore))).toBe(403);
    expect(last?.refusals).toMatchObject([{ code: 'REFUSED_BUDGET' }]);
    clients[0]?.destroy();
    await until(() => lab.openSockets === tunnelsInAll - 1);
    if (last) await openTunnelTo(last, 'public.test:443');
  });
});

describe('the proxy', () => {
  it('listens on 127.0.0.1 and on no other address', async () => {
    const { port } = await openProxy();
    await dialListener({ port });
    // The rest of 127.0.0.0/8 is this machine's too, and reaches whoever listens on all addresses.
    const other = connect({ host: '127.0.0.2', port });
    clients.push(other);
    const [error] = await once(other, 'error');
    expect(error).toMatchObject({ code: expect.stringMatching(/^E/) });
  });

  it('sends nothing on when the decision cannot be written down', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end()));
    const onDecision = () => {
      throw new Error('the disk is full');
    };
    const listener = await openProxy({ onDecision });
    expect(statusOf(await exchange(listener, getOnce('http://public.test/')))).toBe(403);
    expect(await exchange(listener, 'CONNECT public.test:80 HTTP/1.1\r\nHost: public.test\r\n\r\n')).toBe('');
    await expect(guard.check('http://public.test/')).rejects.toThrow('the disk is full');
    expect(lab.dials).toEqual([]);
  });

  it('lets nothing through its launch-level listener, not even the public', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end()));
    await openProxy();
    expect(statusOf(await exchange({ port: proxy.refuseAllPort }, getOnce('http://public.test/')))).toBe(403);
    expect(
      statusOf(await exchange({ port: proxy.refuseAllPort }, 'CONNECT public.test:443 HTTP/1.1\r\nHost: a\r\n\r\n')),
    ).toBe(403);
    expect([lab.lookups, lab.dials]).toEqual([[], []]);
    expect(proxy.refuseAll.refusalCount).toBe(2);
  });

  it('keeps listeners apart', async () => {
    const first = await openProxy();
    const second = await proxy.open(guard.scope('http://public.test/'));
    await exchange(second, getOnce('http://127.0.0.1/'));
    expect([first.refusalCount, second.refusalCount]).toEqual([0, 1]);
  });

  it('cannot be reached through itself, internal targets allowed or not', async () => {
    const listener = await openProxy({ allowPrivate: true });
    for (const port of [listener.port, proxy.refuseAllPort]) {
      expect(statusOf(await exchange(listener, getOnce(`http://127.0.0.1:${port}/`)))).toBe(403);
      expect(statusOf(await exchange(listener, `CONNECT localhost:${port} HTTP/1.1\r\nHost: a\r\n\r\n`))).toBe(403);
    }
    expect(lab.dials).toEqual([]);
  });

  it('lets a page from outside not reach what the operator allows inside', async () => {
    const internal = await lab.serve((_, response) => response.end('mine'));
    const allowPrivate = [`127.0.0.1:${internal.port}`];
    const url = `http://127.0.0.1:${internal.port}/`;
    const listener = await openProxy({ allowPrivate }, url);
    expect(statusOf(await exchange(listener, getOnce(url)))).toBe(200);
    listener.setScope(guard.scope('http://public.test/'));
    expect(statusOf(await exchange(listener, getOnce(url)))).toBe(403);
    expect(internal.requests).toHaveLength(1);
  });

  it('ends every connection when it is closed, in whatever state', async () => {
    const reached = deferred<void>();
    lab.route(
      PUBLIC,
      80,
      await lab.serve((_, response) => {
        response.write('part');
        reached.resolve();
      }),
    );
    lab.route(PUBLIC, 443, await lab.serveTls(TEST_CERTIFICATE, () => {}));
    const listener = await openProxy();
    const waiting = await dialListener(listener);
    waiting.write(get('http://public.test/'));
    const tunnel = await openTunnelTo(listener, 'public.test:443');
    const idle = await dialListener(listener);
    await reached.promise;
    for (const socket of [waiting, tunnel, idle]) socket.resume();
    await listener.close();
    await until(() => waiting.destroyed && tunnel.destroyed && idle.destroyed && lab.openSockets === 0);
    await proxy.close();
    await expect(proxy.open(guard.scope('http://public.test/'))).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it('survives clients that go away at any moment', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end('x'.repeat(200_000))));
    lab.route(PUBLIC, 443, await lab.serveTls(TEST_CERTIFICATE, (_, response) => response.end()));
    const listener = await openProxy();
    const beginnings = [
      '',
      'GET',
      get('http://public.test/'),
      get('http://inside.test/'),
      'CONNECT public.test:443 HTTP/1.1\r\nHost: a\r\n\r\n',
    ];
    for (const bytes of beginnings) {
      for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
        const socket = await dialListener(listener);
        if (bytes !== '') await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
        socket[leave]();
        socket.resume();
      }
    }
    await until(() => listener.inFlight === 0 && listener.tunnels === 0);
    expect(statusOf(await exchange(listener, getOnce('http://public.test/')))).toBe(200);
  });

  it('never dials for random bytes', async () => {
    const listener = await openProxy();
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(fc.constantFrom('GET ', 'CONNECT ', 'POST http://', 'GET http://127.0.0.1'), fc.string())
        .map((parts) => Buffer.from(`${parts.join('')}\r\n\r\n`)),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (bytes) => {
        const socket = await dialListener(listener);
        socket.end(bytes);
        await rest(socket).catch(() => {});
        expect(lab.dials).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
