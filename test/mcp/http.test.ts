import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { now, tool } from 'pageward';
import { type HttpOptions, mcpServer } from 'pageward/mcp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientOf, httpClient, VERSIONS } from '../support/mcp-client.js';

const TOKEN = 'a-token-of-a-test-0123456789';
const PING = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

const serveHttp = (options?: HttpOptions) => mcpServer({ tools: [now()] }).serveHttp(options);

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** A request as no client would send it. */
async function send(url: string, { method = 'POST', path, headers = {}, body }: Sent) {
  const { port, pathname } = new URL(url);
  const request = http.request({
    port,
    path: path ?? pathname,
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });
  request.end(body ?? (method === 'POST' ? JSON.stringify(PING) : undefined));
  // Of a body that nobody wants the rest cannot be sent; the answer is there all the same.
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() };
}

describe('a server over HTTP', () => {
  it.each<[string, Record<string, string>, number]>([
    ['a rebound name', { host: 'evil.example' }, 403],
    ['a rebound name with our port', { host: 'evil.example:PORT' }, 403],
    ['another port', { host: '127.0.0.1:1' }, 403],
    ['a page of another site', { origin: 'http://evil.example' }, 403],
    ['a page of no site', { origin: 'null' }, 403],
    ['a page of another port here', { origin: 'http://127.0.0.1:1' }, 403],
    ['a browser that says cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('turns away %s', async (_, headers, status) => {
    await using endpoint = await serveHttp();
    const { port } = new URL(endpoint.url);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port)]),
    );
    expect((await send(endpoint.url, { headers: sent })).status).toBe(status);
    expect((await send(endpoint.url, { method: 'GET', path: '/health', headers: sent })).status).toBe(status);
    const own = await send(endpoint.url, { method: 'GET', path: '/health' });
    expect(own).toMatchObject({ status: 200, text: '{"status":"ok","sessions":0}' });
    expect(own.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('answers by the names that it is allowed', async () => {
    await using endpoint = await serveHttp({ allowedHosts: ['tools.example'] });
    expect(
      (await send(endpoint.url, { method: 'GET', path: '/health', headers: { host: 'tools.example' } })).status,
    ).toBe(200);
    expect(
      (await send(endpoint.url, { method: 'GET', path: '/health', headers: { host: 'evil.example' } })).status,
    ).toBe(403);
  });

  it('asks for its token, also on loopback', async () => {
    await using endpoint = await serveHttp({ token: TOKEN });
    const refused = await send(endpoint.url, {});
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer/);
    for (const authorization of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, 'Bearer ']) {
      expect((await send(endpoint.url, { headers: { authorization } })).status).toBe(401);
    }
    const client = clientOf('2026-07-28');
    const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url), { requestInit }));
    expect((await client.listTools()).tools).toHaveLength(1);
    await client.close();
  });

  it('does not listen beyond loopback without a token', async () => {
    await expect(serveHttp({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    await expect(serveHttp({ host: '::' })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    await expect(serveHttp({ token: 'short' })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('says so when its port is taken', async () => {
    await using endpoint = await serveHttp();
    const port = Number(new URL(endpoint.url).port);
    await expect(serveHttp({ port })).rejects.toMatchObject({ code: 'LISTEN_FAILED' });
  });

  it.each<[string, Sent, number]>([
    ['no JSON', { body: '{"jsonrpc"' }, 400],
    ['no message', { body: '{"hello":1}' }, 400],
    ['no body', { body: '' }, 400],
    ['a body of ten million bytes', { body: Buffer.alloc(10_000_000, 'x') }, 413],
    ['another path', { path: '/' }, 404],
    ['another method', { method: 'PUT', body: '{}' }, 405],
    ['a preflight', { method: 'OPTIONS' }, 405],
    ['a stream without a session', { method: 'GET' }, 405],
    ['a session that is not there', { headers: { 'mcp-session-id': 'nope' } }, 404],
    ['a first message that is no greeting', {}, 400],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
  ])('answers %s with a status, and goes on', async (_, sent, status) => {
    await using endpoint = await serveHttp();
    expect((await send(endpoint.url, sent)).status).toBe(status);
    expect((await send(endpoint.url, { method: 'GET', path: '/health' })).text).toBe('{"status":"ok","sessions":0}');
  });

  it('tells a client that its message is nested too deeply, and its log nothing', async () => {
    const heard: unknown[] = [];
    const server = mcpServer({ tools: [now()], onError: (error) => heard.push(error) });
    await using endpoint = await server.serveHttp();
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    for (const body of [deep, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${deep}}`]) {
      expect((await send(endpoint.url, { body })).status).toBe(400);
    }
    expect(heard).toEqual([]);
  });

  it('takes it for no fault of its own when a client hangs up in the middle of a message', async () => {
    const heard: unknown[] = [];
    const server = mcpServer({ tools: [now()], onError: (error) => heard.push(error) });
    await using endpoint = await server.serveHttp();
    const { port, host } = new URL(endpoint.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 200\r\nExpect: 100-continue\r\n\r\n{`);
    // Now its handler waits for the rest.
    await once(socket, 'data');
    socket.end();
    await once(socket, 'close');
    await send(endpoint.url, { method: 'GET', path: '/health' });
    expect(heard).toEqual([]);
  });

  it('outlives what is no HTTP at all', async () => {
    await using endpoint = await serveHttp();
    const socket = connect(Number(new URL(endpoint.url).port), '127.0.0.1');
    socket.end('\u0000\u0001 garbage\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    expect((await send(endpoint.url, { method: 'GET', path: '/health' })).status).toBe(200);
  });

  it('forgets a session that its client ends', async () => {
    await using endpoint = await serveHttp();
    const sessions = async () =>
      JSON.parse((await send(endpoint.url, { method: 'GET', path: '/health' })).text).sessions;
    const client = clientOf('2025-11-25');
    const transport = new StreamableHTTPClientTransport(new URL(endpoint.url));
    await client.connect(transport);
    expect(await sessions()).toBe(1);
    await transport.terminateSession();
    expect(await sessions()).toBe(0);
    await client.close();
  });

  it('forgets the session that was silent for longest when there are too many', async () => {
    await using endpoint = await serveHttp();
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'crowd', version: '1' } };
    const open = async (): Promise<string> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      return String((await send(endpoint.url, { body })).headers['mcp-session-id']);
    };
    const first = await open();
    const second = await open();
    for (let opened = 2; opened < 101; opened += 1) await open();
    const health = await send(endpoint.url, { method: 'GET', path: '/health' });
    expect(health.text).toBe('{"status":"ok","sessions":100}');
    expect((await send(endpoint.url, { headers: { 'mcp-session-id': first } })).status).toBe(404);
    expect((await send(endpoint.url, { headers: { 'mcp-session-id': second } })).status).toBe(200);
  });

  it('has no more requests at work than it can bear, and says when to come again', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = tool({
      name: 'slow',
      title: 'Slow',
      description: 'Waits.',
      input: z.strictObject({}),
      run: async () => {
        await held;
        return { text: 'done', data: undefined };
      },
    });
    await using connected = await httpClient('2026-07-28', { tools: [slow] });
    const calls = Array.from({ length: 64 }, () => connected.client.callTool({ name: 'slow', arguments: {} }));
    const probe = async (): Promise<number | undefined> => (await send(connected.endpoint.url, { headers: {} })).status;
    // The sixty-fourth may still be on its way.
    let status = await probe();
    while (status !== 429) status = await probe();
    expect((await send(connected.endpoint.url, {})).headers['retry-after']).toBe('1');
    release();
    expect(await Promise.all(calls)).toHaveLength(64);
    expect(await probe()).toBe(400);
  });
});

it.each(VERSIONS)('the end of a server ends the call of a client of %s', async (version) => {
  let aborted = false;
  let started = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    started = resolve;
  });
  const endless = tool({
    name: 'endless',
    title: 'Endless',
    description: 'Waits until it is aborted.',
    input: z.strictObject({}),
    run: (_, { signal }) =>
      new Promise<never>((_resolve, reject) => {
        started();
        signal?.addEventListener('abort', () => {
          aborted = true;
          reject(signal.reason);
        });
      }),
  });
  await using connected = await httpClient(version, { tools: [endless] });
  const call = connected.client.callTool({ name: 'endless', arguments: {} });
  call.catch(() => undefined);
  await begun;
  await connected.endpoint.close();
  expect(aborted).toBe(true);
  await connected.client.close();
});
