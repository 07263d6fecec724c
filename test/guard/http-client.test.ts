import { execFile } from 'node:child_process';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGuard, type GuardOptions } from '#src/guard/guard.js';
import { createHttpClient, type HttpClient, type HttpClientOptions } from '#src/guard/http-client.js';
import { TEST_CA, TEST_CERTIFICATE } from '../support/guard-certificate.js';
import { deferred, Lab, OTHER_PUBLIC, PUBLIC, until } from '../support/guard-lab.js';

let lab: Lab;
const clients: HttpClient[] = [];

beforeEach(() => {
  lab = new Lab();
  lab.names.set('public.test', [PUBLIC]);
  lab.names.set('other.test', [OTHER_PUBLIC]);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await lab.close();
});

function makeClient(policy: GuardOptions = {}, options: Partial<HttpClientOptions> = {}): HttpClient {
  const guard = createGuard({ reservedNames: ['internal'], resolver: lab.resolver, dial: lab.dial, ...policy });
  const client = createHttpClient({ guard, ...options });
  clients.push(client);
  return client;
}

const text = (body: Uint8Array) => new TextDecoder().decode(body);

describe('a request', () => {
  it('dials the judged address and keeps the name in Host', async () => {
    const site = await lab.serve((_, response) => response.end('hello'));
    lab.route(PUBLIC, 80, site);
    const answer = await makeClient().request({ url: 'http://public.test/x?y=1#part' });
    expect(text(answer.body)).toBe('hello');
    expect(answer).toMatchObject({
      url: 'http://public.test/x?y=1#part',
      statusCode: 200,
      redirects: [],
      sizeCapped: false,
    });
    expect(lab.dials).toEqual([`${PUBLIC}:80`]);
    expect(site.requests[0]).toMatchObject({ url: '/x?y=1', headers: { host: 'public.test' } });
  });

  it('falls over to the next judged address when the first does not answer', async () => {
    lab.route(OTHER_PUBLIC, 80, await lab.serve((_, response) => response.end('second')));
    lab.names.set('flaky.test', [PUBLIC, OTHER_PUBLIC]);
    const answer = await makeClient().request({ url: 'http://flaky.test/' });
    expect(text(answer.body)).toBe('second');
    expect(lab.dials).toEqual([`${PUBLIC}:80`, `${OTHER_PUBLIC}:80`]);
  });

  it('reports a name without addresses and an address without a server as network faults', async () => {
    await expect(makeClient().request({ url: 'http://nowhere.test/' })).rejects.toMatchObject({ code: 'DNS_FAILED' });
    await expect(makeClient().request({ url: 'http://public.test/' })).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
    });
  });

  it('gives any status as an answer', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.writeHead(503).end('later')));
    const answer = await makeClient().request({ url: 'http://public.test/' });
    expect(answer).toMatchObject({ statusCode: 503, contentType: '' });
  });

  it('does not look at the proxies of the environment', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end('direct')));
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
    process.env['NODE_USE_ENV_PROXY'] = '1';
    try {
      expect(text((await makeClient().request({ url: 'http://public.test/' })).body)).toBe('direct');
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['NODE_USE_ENV_PROXY'];
    }
  });

  it('refuses headers that would change whom it is for', async () => {
    const client = makeClient();
    for (const name of ['Host', 'Transfer-Encoding', 'Proxy-Authorization', 'x\r\ny']) {
      const request = client.request({ url: 'http://public.test/', headers: { [name]: 'a' } });
      await expect(request).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    }
  });

  it('refuses methods that are none of HTTP’s or of another kind', async () => {
    const client = makeClient();
    for (const method of ['CONNECT', 'trace', 'GET / HTTP/1.1', '']) {
      await expect(client.request({ url: 'http://public.test/', method })).rejects.toMatchObject({
        code: 'INVALID_OPTION',
      });
    }
    expect(lab.dials).toEqual([]);
  });

  it('refuses after close, and ends what is running', async () => {
    const reached = deferred<void>();
    lab.route(PUBLIC, 80, await lab.serve(() => reached.resolve()));
    const client = makeClient();
    const hanging = client.request({ url: 'http://public.test/' });
    hanging.catch(() => {});
    await reached.promise;
    await client.close();
    await expect(hanging).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(client.request({ url: 'http://public.test/' })).rejects.toMatchObject({ code: 'CLOSED' });
    await until(() => lab.openSockets === 0);
  });
});

describe('internal targets', () => {
  const spellings = (port: number) => [
    `http://127.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://localhost:${port}/`,
    `http://inside.test:${port}/`,
    `http://half.test:${port}/`,
  ];

  it('are reachable without the guard and get not one connection with it', async () => {
    const internal = await lab.serve((_, response) => response.end('secret'));
    lab.names.set('inside.test', ['127.0.0.1']).set('half.test', [PUBLIC, '127.0.0.1']);
    lab.route(PUBLIC, internal.port, internal);
    const reachable = await fetch(`http://127.0.0.1:${internal.port}/`);
    expect(await reachable.text()).toBe('secret');
    const before = internal.connections;

    for (const url of spellings(internal.port)) {
      await expect(makeClient().request({ url }), url).rejects.toMatchObject({ name: 'RefusedError' });
    }
    expect(internal.connections).toBe(before);
    expect(lab.dials).toEqual([]);
  });

  it('are refused after a redirect, and the redirecting server is the only one that is asked', async () => {
    const internal = await lab.serve((_, response) => response.end('secret'));
    expect(await (await fetch(`http://127.0.0.1:${internal.port}/`)).text()).toBe('secret');
    const before = internal.connections;
    lab.names.set('inside.test', ['10.1.2.3']);
    for (const location of [
      ...spellings(internal.port).slice(0, 4),
      'http://inside.test/',
      'file:///etc/passwd',
      '//a.internal/',
    ]) {
      const site = await lab.serve((_, response) => response.writeHead(302, { location }).end());
      lab.route(PUBLIC, 80, site);
      const refusal = await makeClient()
        .request({ url: 'http://public.test/start' })
        .catch((error) => error);
      expect(refusal, location).toMatchObject({
        name: 'RefusedError',
        details: { redirectedFrom: 'http://public.test/start' },
      });
      expect(JSON.stringify(refusal)).not.toContain('10.1.2.3');
      expect(site.requests).toHaveLength(1);
    }
    expect(internal.connections).toBe(before);
  });

  it('are refused when a name that was public a moment ago is not any more', async () => {
    const site = await lab.serve((_, response) => response.end('public'));
    lab.route(PUBLIC, 80, site);
    const answers = [[PUBLIC], ['127.0.0.1']];
    lab.names.set('rebind.test', () => answers.shift() ?? []);
    const client = makeClient();
    expect(text((await client.request({ url: 'http://rebind.test/' })).body)).toBe('public');
    await expect(client.request({ url: 'http://rebind.test/' })).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    expect(lab.lookups).toEqual(['rebind.test', 'rebind.test']);
    expect(lab.dials).toEqual([`${PUBLIC}:80`]);
  });

  it('that the operator allows are reached by the caller and not by a redirect from outside', async () => {
    const internal = await lab.serve((_, response) => response.end('mine'));
    const site = await lab.serve((_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${internal.port}/` }).end(),
    );
    lab.route(PUBLIC, 80, site);
    const client = makeClient({ allowPrivate: [`127.0.0.1:${internal.port}`] });
    expect(text((await client.request({ url: `http://127.0.0.1:${internal.port}/` })).body)).toBe('mine');
    const outside = client.request({ url: 'http://public.test/' });
    await expect(outside).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    expect(internal.requests).toHaveLength(1);
  });
});

describe('a redirect', () => {
  it('is followed to another public host, without headers that may be keys', async () => {
    const target = await lab.serve((_, response) => response.end('there'));
    const site = await lab.serve((_, response) => response.writeHead(301, { location: 'http://other.test/new' }).end());
    lab.route(PUBLIC, 80, site);
    lab.route(OTHER_PUBLIC, 80, target);
    const headers = { authorization: 'secret', cookie: 'a=b', 'x-api-key': 'secret', accept: 'text/html' };
    const answer = await makeClient().request({ url: 'http://public.test/old#here', headers });
    expect(answer).toMatchObject({
      url: 'http://other.test/new#here',
      requestedUrl: 'http://public.test/old#here',
      redirects: [
        { url: 'http://public.test/old#here', statusCode: 301, location: 'http://other.test/new#here', kind: 'http' },
      ],
    });
    expect(site.requests[0]?.headers).toMatchObject({ authorization: 'secret', cookie: 'a=b' });
    expect(target.requests[0]?.headers).toEqual({
      host: 'other.test',
      connection: 'keep-alive',
      accept: 'text/html',
      'accept-encoding': 'gzip, deflate, br',
    });
  });

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'q=1'],
    [308, 'POST', 'q=1'],
  ])('of a POST by status %i goes on as %s', async (status, method, body) => {
    const bodies: string[] = [];
    const site = await lab.serve(async (request, response) => {
      let received = '';
      for await (const chunk of request) received += chunk;
      bodies.push(received);
      if (request.url === '/a') response.writeHead(status, { location: '/b' });
      response.end();
    });
    lab.route(PUBLIC, 80, site);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await makeClient().request({ url: 'http://public.test/a', method: 'POST', headers, body: 'q=1' });
    expect(site.requests[1]?.method).toBe(method);
    expect(bodies).toEqual(['q=1', body]);
    expect(site.requests[1]?.headers['content-type']).toBe(body === '' ? undefined : headers['content-type']);
  });

  it('is an answer like any other when it is not to be followed or leads nowhere', async () => {
    const site = await lab.serve((request, response) => {
      if (request.url === '/none') response.writeHead(302).end('no location');
      else response.writeHead(302, { location: request.url === '/bad' ? 'http://[' : '/next' }).end('kept');
    });
    lab.route(PUBLIC, 80, site);
    const client = makeClient();
    expect((await client.request({ url: 'http://public.test/none' })).statusCode).toBe(302);
    expect((await client.request({ url: 'http://public.test/bad' })).statusCode).toBe(302);
    const kept = await client.request({ url: 'http://public.test/a' }, { followRedirects: false });
    expect([kept.statusCode, text(kept.body)]).toEqual([302, 'kept']);
  });

  it('to a URL as long as no caller may give is refused', async () => {
    const site = await lab.serve((_, response) => response.writeHead(302, { location: `/${'a'.repeat(9_000)}` }).end());
    lab.route(PUBLIC, 80, site);
    const request = makeClient().request({ url: 'http://public.test/' });
    await expect(request).rejects.toMatchObject({ code: 'REFUSED_URL' });
    expect(site.requests).toHaveLength(1);
  });

  it('to a path in raw UTF-8 or Latin-1 goes where a browser would', async () => {
    const locations: Record<string, string> = {
      '/utf-8': Buffer.from('/café?q=ü').toString('latin1'),
      '/latin-1': '/caf\xe9',
      '/host': Buffer.from('http://bücher.test/').toString('latin1'),
    };
    lab.names.set('xn--bcher-kva.test', [PUBLIC]);
    const site = await lab.serveTcp((socket) => {
      socket.once('data', (request) => {
        const location = locations[request.toString().split(' ')[1] ?? ''];
        const head = location === undefined ? '200 OK' : `302 Found\r\nLocation: ${location}\r\nLocation: ${location}`;
        socket.end(`HTTP/1.1 ${head}\r\nContent-Length: 0\r\n\r\n`, 'latin1');
      });
    });
    lab.route(PUBLIC, 80, site);
    const ends: string[] = [];
    for (const path of Object.keys(locations))
      ends.push((await makeClient().request({ url: `http://public.test${path}` })).url);
    expect(ends).toEqual([
      'http://public.test/caf%C3%A9?q=%C3%BC',
      'http://public.test/caf%E9',
      'http://xn--bcher-kva.test/',
    ]);
  });

  it('that never ends is given up after ten hops', async () => {
    const site = await lab.serve((_, response) => response.writeHead(302, { location: '/again' }).end());
    lab.route(PUBLIC, 80, site);
    await expect(makeClient().request({ url: 'http://public.test/' })).rejects.toMatchObject({ code: 'REDIRECT_LOOP' });
    expect(site.requests).toHaveLength(11);
  });
});

describe('a body', () => {
  const page = 'Grüße '.repeat(1000);

  it.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['br', brotliCompressSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['identity', Buffer.from(page)],
    ['none', Buffer.from(page)],
    ['UTF-8', Buffer.from(page)],
  ])('in %s is decoded', async (coding, encoded) => {
    lab.route(
      PUBLIC,
      80,
      await lab.serve((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(encoded)),
    );
    const answer = await makeClient().request({ url: 'http://public.test/' });
    expect(text(answer.body)).toBe(page);
    expect(answer.sizeCapped).toBe(false);
  });

  it('in a chain of codings, an unknown or a damaged one is refused', async () => {
    const site = await lab.serve((request, response) => {
      response
        .writeHead(200, { 'content-encoding': decodeURIComponent(request.url?.slice(1) ?? '') })
        .end(request.url === '/gzip' ? 'not compressed' : gzipSync(gzipSync('a')));
    });
    lab.route(PUBLIC, 80, site);
    for (const coding of ['gzip, gzip', 'zstd', 'gzip']) {
      const request = makeClient().request({ url: `http://public.test/${encodeURIComponent(coding)}` });
      await expect(request, coding).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    }
    const once = await makeClient().request({ url: 'http://public.test/identity%2C%20gzip' });
    expect(text(new Uint8Array(gunzipSync(once.body)))).toBe('a');
  });

  it.each([
    [999, false],
    [1000, false],
    [1001, true],
  ])('of %i bytes under a limit of 1000 is cut: %s', async (size, sizeCapped) => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end(Buffer.alloc(size, 97))));
    const answer = await makeClient().request({ url: 'http://public.test/' }, { maxBytes: 1000 });
    expect([answer.body.length, answer.sizeCapped]).toEqual([Math.min(size, 1000), sizeCapped]);
  });

  it('has the limit of its kind', async () => {
    const site = await lab.serve((request, response) => {
      response.writeHead(200, { 'content-type': request.url === '/html' ? 'text/html; charset=utf-8' : 'text/plain' });
      response.end(Buffer.alloc(1_000_001, 97));
    });
    lab.route(PUBLIC, 80, site);
    expect((await makeClient().request({ url: 'http://public.test/html' })).sizeCapped).toBe(false);
    expect((await makeClient().request({ url: 'http://public.test/text' })).sizeCapped).toBe(true);
  });

  it('that unpacks to a thousand times its size is cut where the limit is', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    lab.route(
      PUBLIC,
      80,
      await lab.serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)),
    );
    const before = process.memoryUsage().arrayBuffers;
    const answer = await makeClient().request({ url: 'http://public.test/' }, { maxBytes: 1_000_000 });
    expect([answer.body.length, answer.sizeCapped]).toEqual([1_000_000, true]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('that never ends is cut, and its connection closed', async () => {
    const site = await lab.serve((_, response) => {
      const write = () => {
        while (response.write(Buffer.alloc(65_536, 97)));
        response.once('drain', write);
      };
      write();
    });
    lab.route(PUBLIC, 80, site);
    const answer = await makeClient().request({ url: 'http://public.test/' }, { maxBytes: 100_000 });
    expect([answer.body.length, answer.sizeCapped]).toEqual([100_000, true]);
    await until(() => lab.openSockets === 0);
  });

  it('that breaks off is a lost connection, unless the limit was reached before', async () => {
    const site = await lab.serveTcp((socket) => {
      socket.once('data', () => {
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n${'a'.repeat(100)}`);
      });
    });
    lab.route(PUBLIC, 80, site);
    const url = 'http://public.test/';
    await expect(makeClient().request({ url })).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
    expect((await makeClient().request({ url }, { maxBytes: 50 })).sizeCapped).toBe(true);
  });

  it.each([
    ['identity', Buffer.from('what has arrived')],
    ['gzip', gzipSync('what has arrived')],
  ])('in %s that is not all there in time is taken as far as it has come', async (coding, bytes) => {
    const site = await lab.serve((_, response) => {
      response.writeHead(200, { 'content-encoding': coding }).write(bytes);
    });
    lab.route(PUBLIC, 80, site);
    const answer = await makeClient().request({ url: 'http://public.test/' }, { timeoutMs: 300 });
    expect([text(answer.body), answer.incomplete, answer.sizeCapped]).toEqual(['what has arrived', true, false]);
    await until(() => lab.openSockets === 0);
  });

  it('that is all there in time is complete', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end('all')));
    const answer = await makeClient().request({ url: 'http://public.test/' }, { timeoutMs: 10_000 });
    expect([text(answer.body), answer.incomplete]).toEqual(['all', false]);
  });

  it('of a HEAD request and of a 204 is empty', async () => {
    const site = await lab.serve((request, response) => {
      response.writeHead(request.method === 'HEAD' ? 200 : 204, { 'content-encoding': 'gzip' }).end();
    });
    lab.route(PUBLIC, 80, site);
    expect((await makeClient().request({ url: 'http://public.test/', method: 'HEAD' })).body).toHaveLength(0);
    expect((await makeClient().request({ url: 'http://public.test/' })).body).toHaveLength(0);
  });
});

describe('a server', () => {
  it('that does not speak HTTP, or sends endless headers, is a lost connection', async () => {
    for (const bytes of ['SSH-2.0-OpenSSH_9\r\n', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`]) {
      const site = await lab.serveTcp((socket) => socket.once('data', () => socket.end(bytes)));
      lab.route(PUBLIC, 80, site);
      const request = makeClient().request({ url: 'http://public.test/' });
      await expect(request).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
    }
  });
});

describe('a connection', () => {
  const url = 'http://public.test/';

  it('is kept for the next request to the same addresses, which is judged all the same', async () => {
    const site = await lab.serve((_, response) => response.end('hello'));
    lab.route(PUBLIC, 80, site);
    const client = makeClient();
    for (let index = 0; index < 3; index += 1) await client.request({ url });
    expect([site.connections, site.requests.length, lab.lookups.length]).toEqual([1, 3, 3]);
    await client.close();
    await until(() => lab.openSockets === 0);
  });

  it('that the server ends after its answer is not kept', async () => {
    const site = await lab.serve((_, response) => response.setHeader('connection', 'close').end('bye'));
    lab.route(PUBLIC, 80, site);
    const client = makeClient();
    await client.request({ url });
    await until(() => lab.openSockets === 0);
    await client.request({ url });
    expect(site.connections).toBe(2);
  });

  it('is not used again when the name leads elsewhere', async () => {
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end('first')));
    lab.route(OTHER_PUBLIC, 80, await lab.serve((_, response) => response.end('second')));
    const answers = [[PUBLIC], [OTHER_PUBLIC]];
    lab.names.set('moving.test', () => answers.shift() ?? []);
    const client = makeClient();
    expect(text((await client.request({ url: 'http://moving.test/' })).body)).toBe('first');
    expect(text((await client.request({ url: 'http://moving.test/' })).body)).toBe('second');
  });

  it('that died while it waited costs a GET nothing, and a POST has one of its own', async () => {
    let connections = 0;
    const site = await lab.serveTcp((socket) => {
      connections += 1;
      const first = connections % 2 === 1;
      socket.on('data', (chunk) => {
        // The second request on a first connection finds it dead.
        if (first && socket.bytesRead > chunk.length) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    lab.route(PUBLIC, 80, site);
    const client = makeClient();
    await client.request({ url });
    expect(text((await client.request({ url })).body)).toBe('ok');
    expect(connections).toBe(2);

    const other = makeClient();
    await other.request({ url });
    const post = await other.request({ url, method: 'POST', body: 'x' });
    expect(text(post.body)).toBe('ok');
    expect(connections).toBe(4);
  });

  it('that waits does not keep a program from ending', async () => {
    const site = await lab.serve((_, response) => response.end());
    const program = `
      import { createGuard } from '#src/guard/guard.js';
      import { createHttpClient } from '#src/guard/http-client.js';
      const client = createHttpClient({ guard: createGuard({ allowPrivate: true }) });
      await client.request({ url: 'http://127.0.0.1:${site.port}/' });
      await new Promise((resolve) => setImmediate(resolve));
      console.log(process.getActiveResourcesInfo().filter((kind) => kind !== 'PipeWrap').join());`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout.trim()).toBe('');
    expect(site.requests).toHaveLength(1);
  });
});

describe('over TLS', () => {
  const certified = { caBundle: TEST_CA };

  async function serveSecurely() {
    const site = await lab.serveTls(TEST_CERTIFICATE, (request, response) => {
      response.end(`${(request.socket as TLSSocket).servername || 'no name'} ${request.headers.host}`);
    });
    for (const address of [PUBLIC, OTHER_PUBLIC]) lab.route(address, 443, site);
    return site;
  }

  it('the name is in the handshake and the certificate is checked against it', async () => {
    await serveSecurely();
    lab.names.set('www.public.test', [PUBLIC]);
    const client = makeClient({}, certified);
    expect(text((await client.request({ url: 'https://public.test/' })).body)).toBe('public.test public.test');
    expect(text((await client.request({ url: 'https://www.public.test/' })).body)).toBe(
      'www.public.test www.public.test',
    );
    expect(text((await client.request({ url: `https://${PUBLIC}/` })).body)).toBe(`no name ${PUBLIC}`);
    expect(lab.dials).toEqual([`${PUBLIC}:443`, `${PUBLIC}:443`, `${PUBLIC}:443`]);
  });

  it('a certificate for another name or address, or by an unknown authority, is refused', async () => {
    const site = await serveSecurely();
    for (const url of ['https://other.test/', `https://${OTHER_PUBLIC}/`]) {
      await expect(makeClient({}, certified).request({ url }), url).rejects.toMatchObject({ code: 'TLS_FAILED' });
    }
    await expect(makeClient().request({ url: 'https://public.test/' })).rejects.toMatchObject({ code: 'TLS_FAILED' });
    expect(site.requests).toHaveLength(0);
  });

  it('no variable of the environment switches the check off, and an option does', async () => {
    await serveSecurely();
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await expect(makeClient().request({ url: 'https://public.test/' })).rejects.toMatchObject({ code: 'TLS_FAILED' });
    const trusting = makeClient({}, { insecureTls: true });
    expect((await trusting.request({ url: 'https://other.test/' })).statusCode).toBe(200);
  });

  it('a server that does not speak it is a failure of TLS', async () => {
    for (const answer of ['HTTP/1.1 400 Bad Request\r\n\r\n', '']) {
      lab.route(PUBLIC, 443, await lab.serveTcp((socket) => socket.once('data', () => socket.end(answer))));
      await expect(makeClient().request({ url: 'https://public.test/' })).rejects.toMatchObject({ code: 'TLS_FAILED' });
    }
    await until(() => lab.openSockets === 0);
  });

  it('the cure for a failure is the one for its cause', async () => {
    lab.route(
      PUBLIC,
      443,
      await lab.serveTcp((socket) => socket.once('data', () => socket.end('HTTP/1.1 400\r\n\r\n'))),
    );
    const plain = await makeClient()
      .request({ url: 'https://public.test/' })
      .catch((error: unknown) => error);
    expect(plain).toMatchObject({ code: 'TLS_FAILED', hint: expect.stringContaining('http://') });
    expect(String(plain)).not.toMatch(/error:|\n/);

    await serveSecurely();
    const unknown = makeClient().request({ url: 'https://public.test/' });
    await expect(unknown).rejects.toMatchObject({ hint: expect.stringContaining('caBundle') });
    const other = await makeClient({}, certified)
      .request({ url: 'https://other.test/' })
      .catch((error: unknown) => error);
    expect(other).toMatchObject({ code: 'TLS_FAILED' });
    expect(other).toHaveProperty('hint', undefined);
  });

  it('an abort within the handshake leaves no socket', async () => {
    const reached = deferred<void>();
    lab.route(PUBLIC, 443, await lab.serveTcp((socket) => void socket.once('data', () => reached.resolve())));
    const controller = new AbortController();
    const request = makeClient().request({ url: 'https://public.test/' }, { signal: controller.signal });
    request.catch(() => {});
    await reached.promise;
    controller.abort('enough');
    await expect(request).rejects.toBe('enough');
    await until(() => lab.openSockets === 0);
  });

  it.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
    '%j is no authority',
    (caBundle) => {
      expect(() => makeClient({}, { caBundle })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
    },
  );
});

describe('an abort', () => {
  it.each(['before the answer', 'within the body'])('%s rejects with its reason and leaves no socket', async (when) => {
    const reached = deferred<void>();
    const site = await lab.serve((_, response) => {
      if (when === 'within the body') response.write('part');
      reached.resolve();
    });
    lab.route(PUBLIC, 80, site);
    const controller = new AbortController();
    const request = makeClient().request({ url: 'http://public.test/' }, { signal: controller.signal });
    request.catch(() => {});
    await reached.promise;
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(request).rejects.toBe(reason);
    await until(() => lab.openSockets === 0);
  });

  it('before the request rejects at once and asks nobody', async () => {
    const reason = new Error('never mind');
    const request = makeClient().request({ url: 'http://public.test/' }, { signal: AbortSignal.abort(reason) });
    await expect(request).rejects.toBe(reason);
    expect(lab.lookups).toEqual([]);
  });
});
