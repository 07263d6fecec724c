import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConnectAnswer } from '#src/guard/connect-answer.js';
import { createEgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard, type GuardOptions } from '#src/guard/guard.js';
import { createHttpClient, type HttpClient } from '#src/guard/http-client.js';
import { createUpstreamDial } from '#src/guard/upstream-dial.js';
import { parseUpstreamProxy } from '#src/guard/upstream-proxy.js';
import { TEST_CA, TEST_CERTIFICATE } from '../support/guard-certificate.js';
import { Lab, OTHER_PUBLIC, PUBLIC, until } from '../support/guard-lab.js';
import { TestUpstream } from '../support/upstream-proxy.js';

let lab: Lab;
let upstream: TestUpstream;
const clients: HttpClient[] = [];

beforeEach(async () => {
  lab = new Lab();
  lab.names.set('public.test', [PUBLIC]);
  upstream = await new TestUpstream().start();
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await upstream.close();
  await lab.close();
});

function makeGuard(options: GuardOptions = {}) {
  return createGuard({ resolver: lab.resolver, reservedNames: [], proxy: upstream.url, ...options });
}

function makeClient(options: GuardOptions = {}): HttpClient {
  const client = createHttpClient({ guard: makeGuard(options), caBundle: TEST_CA });
  clients.push(client);
  return client;
}

const text = (body: Uint8Array) => new TextDecoder().decode(body);

describe('a request through an upstream proxy', () => {
  it('asks it for the judged address, and the server for the name', async () => {
    const site = await lab.serve((_, response) => response.end('hello'));
    upstream.route(PUBLIC, 80, site);
    const answer = await makeClient().request({ url: 'http://public.test/x' });
    expect(text(answer.body)).toBe('hello');
    expect(upstream.asked).toEqual([`${PUBLIC}:80`]);
    expect(site.requests[0]?.headers).toEqual({
      host: 'public.test',
      connection: 'keep-alive',
      'accept-encoding': 'gzip, deflate, br',
    });
  });

  it('speaks TLS to the name inside the tunnel, and does not accept a certificate for another', async () => {
    const site = await lab.serveTls(TEST_CERTIFICATE, (_, response) => response.end('secret'));
    upstream.route(PUBLIC, 443, site);
    lab.names.set('other.example', [PUBLIC]);
    const client = makeClient();
    expect(text((await client.request({ url: 'https://public.test/' })).body)).toBe('secret');
    await expect(client.request({ url: 'https://other.example/' })).rejects.toMatchObject({ code: 'TLS_FAILED' });
    expect(upstream.asked).toEqual([`${PUBLIC}:443`, `${PUBLIC}:443`]);
  });

  it('reaches a proxy that wants TLS itself, with TLS inside', async () => {
    await using secure = await securely();
    const site = await lab.serveTls(TEST_CERTIFICATE, (_, response) => response.end('twice wrapped'));
    secure.route(PUBLIC, 443, site);
    const client = makeClient({ proxy: secure.url, caBundle: TEST_CA });
    expect(text((await client.request({ url: 'https://public.test/' })).body)).toBe('twice wrapped');
    expect(secure.asked).toEqual([`${PUBLIC}:443`]);
  });

  it('sends nothing to a proxy whose certificate is not trusted', async () => {
    await using secure = await securely();
    const client = makeClient({ proxy: secure.url.replace('//', '//user:sesame@') });
    const failure = await client.request({ url: 'http://public.test/' }).catch((error) => error);
    expect(failure).toMatchObject({ code: 'CONNECT_FAILED', message: expect.stringContaining('the proxy') });
    expect(secure.asked).toEqual([]);
  });

  it('writes an IPv6 address in brackets, and takes the next address when the proxy cannot reach one', async () => {
    lab.names.set('both.test', ['2606:4700::1111', PUBLIC]);
    upstream.route(PUBLIC, 80, await lab.serve((_, response) => response.end('by IPv4')));
    const answer = await makeClient({ interfaces: () => [] }).request({ url: 'http://both.test/' });
    expect(text(answer.body)).toBe('by IPv4');
    expect(upstream.asked).toEqual(['[2606:4700::1111]:80', `${PUBLIC}:80`]);
  });

  it('identifies itself with percent-decoded credentials', async () => {
    upstream.route(PUBLIC, 80, await lab.serve((_, response) => response.end('hello')));
    const proxy = upstream.url.replace('//', '//us%65r:p%40ss%3Aw%C3%B6rd@');
    await makeClient({ proxy }).request({ url: 'http://public.test/' });
    expect(upstream.credentials).toEqual([`Basic ${Buffer.from('user:p@ss:wörd').toString('base64')}`]);
  });

  it('leaves no connection behind', async () => {
    upstream.route(PUBLIC, 80, await lab.serve((_, response) => response.end('hello')));
    const client = makeClient();
    await client.request({ url: 'http://public.test/' });
    await client.close();
    await until(() => upstream.openSockets === 0 && lab.openSockets === 0);
  });
});

describe('what is refused', () => {
  it('is never asked of the proxy, by address, name or redirect', async () => {
    const canary = await lab.serve((_, response) => response.end('the canary sings'));
    upstream.route('10.0.0.1', 80, canary);
    const unguarded = await createUpstreamDial(parseUpstreamProxy(upstream.url))({ address: '10.0.0.1', port: 80 }, {});
    unguarded.destroy();
    await until(() => canary.connections === 1);
    upstream.asked.length = 0;

    const site = await lab.serve((_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
    upstream.route(PUBLIC, 80, site);
    lab.names.set('inside.test', ['10.0.0.1']);
    const client = makeClient();
    for (const url of ['http://10.0.0.1/', 'http://inside.test/', 'http://public.test/']) {
      await expect(client.request({ url }), url).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    }
    expect(upstream.asked).toEqual([`${PUBLIC}:80`]);
    expect(canary.connections).toBe(1);
  });

  it('includes the proxy itself, whatever else is allowed', async () => {
    const itself = new URL(upstream.url).host;
    lab.names.set('proxy.test', ['127.0.0.1']);
    const client = makeClient({ allowPrivate: true });
    for (const host of [itself, `proxy.test:${upstream.port}`, `[::ffff:127.0.0.1]:${upstream.port}`]) {
      await expect(client.request({ url: `http://${host}/` }), host).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    }
    expect(upstream.asked).toEqual([]);
  });

  it('includes the proxy itself where it is known by a name that is looked up only when it is used', async () => {
    const proxy = `http://localhost:${upstream.port}`;
    const client = makeClient({ proxy, allowPrivate: true });
    const read = client.request({ url: `http://127.0.0.1:${upstream.port}/` });
    await expect(read).rejects.toMatchObject({ code: 'CONNECT_FAILED', message: expect.stringContaining('itself') });
    expect(upstream.asked).toEqual([]);
  });
});

describe('an upstream proxy that fails', () => {
  const failureWith = async (answer: (socket: Socket) => void) => {
    const broken = await lab.serveTcp((socket) => socket.once('data', () => answer(socket)));
    const proxy = `http://aladdin:sesame@127.0.0.1:${broken.port}`;
    const failure = await makeClient({ proxy })
      .request({ url: 'http://public.test/' })
      .catch((error) => error);
    expect(JSON.stringify([failure, failure.message, String(failure.cause)])).not.toMatch(
      /sesame|c2VzYW1l|aladdin|YWxhZGRpbj/,
    );
    // A model may see it, and the proxy is inside.
    expect(`${failure.message} ${failure.hint}`).not.toContain('127.0.0.1');
    return failure;
  };
  const head = (status: number) => `HTTP/1.1 ${status} Sesame says no\r\nServer: x\r\n\r\n`;

  it.each([
    ['that does not let it through', head(403), /the proxy answered 403/],
    ['that fails', head(503), /the proxy answered 503/],
    ['that redirects', head(302), /the proxy answered 302/],
    ['that does not accept the credentials', head(407), /the proxy does not accept/],
    ['that speaks something else', 'SSH-2.0-x\r\n', /the proxy did not answer in HTTP/],
    ['that answers with an interim status', head(100), /the proxy did not answer in HTTP/],
    ['whose head has no end', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(5_000)}`, /too long a head/],
    ['that speaks for the server', `${head(200)}HTTP/1.1 200 OK\r\n\r\n`, /sent more than its answer/],
  ])('%s is told from a server that fails', async (_, answer, message) => {
    const failure = await failureWith((socket) => socket.write(answer));
    expect(failure).toMatchObject({
      name: 'NetworkError',
      code: 'CONNECT_FAILED',
      message: expect.stringMatching(message),
    });
    await until(() => lab.openSockets === 0);
  });

  it('that closes half-way is told from a server that fails', async () => {
    const failure = await failureWith((socket) => socket.end('HTTP/1.1 200 OK\r\n'));
    expect(failure).toMatchObject({ code: 'CONNECT_FAILED', message: expect.stringContaining('the proxy closed') });
  });

  it('that breaks the connection is told from a server that fails', async () => {
    const failure = await failureWith((socket) => void socket.resetAndDestroy());
    expect(failure).toMatchObject({ code: 'CONNECT_FAILED', message: expect.stringContaining('the proxy closed') });
  });

  it('that is not there is told from a server that fails, and is not tried for every address', async () => {
    const gone = await new TestUpstream().start();
    const proxy = gone.url;
    await gone.close();
    lab.names.set('public.test', [PUBLIC, OTHER_PUBLIC]);
    const failure = await makeClient({ proxy })
      .request({ url: 'http://public.test/' })
      .catch((error) => error);
    expect(failure).toMatchObject({ code: 'CONNECT_FAILED', details: { proxy }, retryable: true });
    expect(failure.message).toBe('the proxy could not be connected to');
  });

  it('that wants other credentials is not asked again for every address', async () => {
    lab.names.set('public.test', [PUBLIC, OTHER_PUBLIC]);
    let asked = 0;
    await failureWith((socket) => {
      asked += 1;
      socket.write(head(407));
    });
    expect(asked).toBe(1);
  });

  it('that never answers is given up in time, and an abort leaves nothing behind', async () => {
    const silent = await lab.serveTcp((socket) => void socket.resume());
    const dial = createUpstreamDial(parseUpstreamProxy(`http://127.0.0.1:${silent.port}`));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = dial({ address: PUBLIC, port: 80 }, {});
    const stopping = new AbortController();
    const stopped = dial({ address: PUBLIC, port: 80 }, { signal: stopping.signal });
    await until(() => silent.connections === 2);
    stopping.abort('enough');
    await expect(stopped).rejects.toBe('enough');
    vi.advanceTimersByTime(9_000);
    await expect(late).rejects.toMatchObject({ code: 'CONNECT_FAILED', message: 'the proxy did not answer in time' });
    vi.useRealTimers();
    await until(() => lab.openSockets === 0);
  });
});

describe('the egress proxy', () => {
  it('goes through the upstream, and says whose failure a failure was', async () => {
    const site = await lab.serve((_, response) => response.end('hello'));
    upstream.route(PUBLIC, 80, site);
    await using egress = await createEgressProxy({ guard: makeGuard() });
    const listener = await egress.open({ callerUrl: 'http://public.test/' });
    const forwarded = await say(
      listener.port,
      'GET http://public.test/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(forwarded).toMatch(/^HTTP\/1\.1 200[\s\S]*hello$/);
    const refused = await say(listener.port, 'CONNECT 10.0.0.1:443 HTTP/1.1\r\nHost: 10.0.0.1:443\r\n\r\n');
    expect(refused).toMatch(/^HTTP\/1\.1 403/);
    const failed = await say(listener.port, `CONNECT ${OTHER_PUBLIC}:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(failed).toMatch(/^HTTP\/1\.1 502/);
    expect(listener.failures[0]?.error).toMatchObject({
      code: 'CONNECT_FAILED',
      message: expect.stringContaining('the proxy answered 502'),
    });
    expect(upstream.asked).toEqual([`${PUBLIC}:80`, `${OTHER_PUBLIC}:443`]);
  });
});

describe('the option', () => {
  it.each([
    '',
    'proxy.example:3128',
    'socks5://proxy.example:1080',
    'http://',
    'http://proxy.example:0/',
    'http://proxy.example:99999',
    'http://proxy.example:3128/path',
    'http://proxy.example:3128?x',
    'http://user:%zz@proxy.example:3128',
    'http://us%3Aer:sesame@proxy.example:3128',
    'http://user:sesa%0D%0Ame@proxy.example:3128',
    ' http://user:sesame@proxy.example:3128',
  ])('does not take %j, and does not repeat it', (proxy) => {
    let failure: unknown;
    try {
      createGuard({ proxy });
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ code: 'INVALID_OPTION', details: { option: 'proxy' } });
    expect(JSON.stringify(failure)).not.toMatch(/sesa|sesame/);
  });

  it('is read as a browser reads a URL', () => {
    expect(parseUpstreamProxy('HTTP://[::1]:3128/')).toMatchObject({ secure: false, host: '::1', port: 3128 });
    expect(parseUpstreamProxy('https://Proxy.Example')).toMatchObject({
      secure: true,
      host: 'proxy.example',
      port: 443,
    });
    expect(parseUpstreamProxy('http://a:b@proxy.example').shown).toBe('http://proxy.example:80');
  });

  it('excludes a dialer of one’s own', () => {
    expect(() => createGuard({ proxy: 'http://proxy.example', dial: lab.dial })).toThrowError(/exclude/);
  });

  it('is the only way to a proxy: those of the environment are not used', async () => {
    vi.stubEnv('HTTP_PROXY', upstream.url).stubEnv('ALL_PROXY', upstream.url).stubEnv('NODE_USE_ENV_PROXY', '1');
    lab.route(PUBLIC, 80, await lab.serve((_, response) => response.end('direct')));
    const client = createHttpClient({
      guard: createGuard({ resolver: lab.resolver, reservedNames: [], dial: lab.dial }),
    });
    clients.push(client);
    expect(text((await client.request({ url: 'http://public.test/' })).body)).toBe('direct');
    expect(upstream.asked).toEqual([]);
    vi.unstubAllEnvs();
  });
});

describe('the answer to a CONNECT', () => {
  it('is read the same in whatever pieces it comes', () => {
    const whole = Buffer.from('HTTP/1.0 200 Connection established\r\nVia: x\r\n\r\n');
    for (let length = 0; length < whole.length; length += 1) {
      expect(readConnectAnswer(whole.subarray(0, length)).kind).toBe('incomplete');
    }
    expect(readConnectAnswer(whole)).toEqual({ kind: 'answer', statusCode: 200, rest: 0 });
    expect(readConnectAnswer(Buffer.from('HTTP/1.1 204\r\n\r\nab'))).toEqual({
      kind: 'answer',
      statusCode: 204,
      rest: 2,
    });
  });

  it.each(['HTTP/2 200\r\n\r\n', 'HTTP/1.1 20\r\n\r\n', 'HTTP/1.1  200 x\r\n\r\n', 'ICY 200 OK\r\n\r\n', '\r\n\r\n'])(
    'is not read out of %j',
    (answer) => {
      expect(readConnectAnswer(Buffer.from(answer)).kind).toBe('unreadable');
    },
  );
});

async function securely(): Promise<TestUpstream & AsyncDisposable> {
  const secure = await new TestUpstream({ secure: true }).start();
  return Object.assign(secure, { [Symbol.asyncDispose]: () => secure.close() });
}

/** What the egress proxy answers, to its end. */
async function say(port: number, request: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(request);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  await once(socket, 'close');
  return answer;
}
