import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Answer } from '#src/cli/serve/answer.js';
import { type ListenOptions, listen, type RunningServer } from '#src/cli/serve/http-server.js';
import { Arrivals } from '../../support/arrivals.js';
import { exchange } from '../../support/serve-cli.js';

const WELL: Answer = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'well' };
const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)));
});

async function start(options: Partial<ListenOptions> = {}): Promise<RunningServer> {
  const server = await listen({
    ...{ host: '127.0.0.1', port: 0 },
    ...{ respond: async () => WELL, onAnswered: () => undefined, ...options },
  });
  running.push(server);
  return server;
}

it.each([
  ['its headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['its first line', 'GET /a'],
  ['a body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx'],
])('cuts off a client that never ends %s', async (_, request) => {
  const { port } = await start({ arrivalMs: 50, respond: () => new Promise(() => undefined) });
  expect(await exchange(port, request)).toMatch(/^HTTP\/1\.1 408 .*x-pageward-error: TIMEOUT\r\n/s);
});

it('answers several requests over one connection', async () => {
  const { port } = await start();
  const ask = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
  const answers = await exchange(port, `${ask}\r\n${ask}\r\n${ask}Connection: close\r\n\r\n`);
  expect(answers.match(/200 OK/g)).toHaveLength(3);
});

it('survives an answer that cannot be sent', async () => {
  let asked = 0;
  const { port } = await start({
    respond: async () => {
      asked += 1;
      return asked === 1 ? { ...WELL, headers: { 'x-bad': 'a\r\nb' } } : WELL;
    },
  });
  const ask = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  expect(await exchange(port, ask)).toBe('');
  expect(await exchange(port, ask)).toContain('well');
});

it('tells who answers that nobody waits any more', async () => {
  const begun = new Arrivals<string>();
  const abandoned = new Arrivals<string>();
  const { port } = await start({
    respond: ({ url = '' }, signal) =>
      new Promise((_, reject) => {
        begun.put(url);
        signal.addEventListener('abort', () => {
          abandoned.put(url);
          reject(signal.reason);
        });
      }),
  });
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /left HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  expect(await begun.take()).toBe('/left');
  socket.destroy();
  expect(await abandoned.take()).toBe('/left');
});

it('says why it cannot listen', async () => {
  const { port } = await start();
  await expect(start({ port })).rejects.toMatchObject({ code: 'LISTEN_FAILED', details: { errno: 'EADDRINUSE' } });
});
