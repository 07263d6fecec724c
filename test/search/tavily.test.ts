import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NetworkError } from '#src/base/errors.js';
import { createGuard } from '#src/guard/guard.js';
import { type TavilyOptions, tavily } from '#src/search/tavily.js';
import { labGuard, until } from '../support/guard-lab.js';
import { type Answer, serve, type TestServer } from '../support/http-server.js';
import { SearchEngine } from '../support/search-engine.js';

interface Asked {
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.close()));
});

/** Tavily as a stand-in on loopback plays it, answer after answer; the last one stays. `drop` cuts the connection. */
async function standIn(...answers: (Answer | 'drop' | 'silence')[]) {
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({
      method: request.method,
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString() || 'null'),
    });
    const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
    if (next === 'silence') return;
    if (next === 'drop') return void request.socket.destroy();
    const { status = 200, headers = {}, body = '' } = next;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
  const server = await serve((request, response) => void answer(request, response));
  open.push(server);
  return { server, asked };
}

function backend(server: TestServer, options: TavilyOptions = {}) {
  const guard = createGuard({ allowPrivate: [server.host] });
  const search = tavily({ apiKey: 'tvly-key', endpoint: `${server.origin}/search`, guard, ...options });
  open.push(search);
  return search;
}

const RESULTS = {
  query: 'tides',
  results: [
    {
      title: 'Tide',
      url: 'https://a.example/',
      content: 'High water',
      score: 0.9,
      published_date: 'Mon, 23 Jun 2025 10:00:00 GMT',
    },
    { url: 'https://b.example/' },
    null,
    'text',
    {},
  ],
};
const OK = { body: JSON.stringify(RESULTS) };

describe('tavily', () => {
  it('needs a key when it is made, from the option or the environment', async () => {
    vi.stubEnv('TAVILY_API_KEY', '');
    expect(() => tavily()).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        code: 'MISSING_KEY',
        hint: expect.stringContaining('TAVILY_API_KEY'),
      }),
    );
    expect(() => tavily({ apiKey: ' ' })).toThrow(expect.objectContaining({ code: 'MISSING_KEY' }));
    vi.stubEnv('TAVILY_API_KEY', 'from-environment');
    const { server, asked } = await standIn(OK);
    const search = tavily({ endpoint: server.origin, guard: createGuard({ allowPrivate: [server.host] }) });
    open.push(search);
    await search.search('tides');
    expect(asked[0]?.headers.authorization).toBe('Bearer from-environment');
  });

  it('shows nobody a key that cannot be one', () => {
    expect(() => tavily({ apiKey: 'secret\nline' })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', message: expect.not.stringContaining('secret') }),
    );
    expect(() => tavily({ apiKey: 5_551_234 as never })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', message: expect.not.stringContaining('5551234') }),
    );
  });

  it('posts query and number of results, with the key in a header', async () => {
    const { server, asked } = await standIn(OK);
    const results = await backend(server).search('tides', { maxResults: 3 });
    expect(asked).toMatchObject([
      {
        method: 'POST',
        headers: { authorization: 'Bearer tvly-key', 'content-type': 'application/json' },
        body: { query: 'tides', max_results: 3 },
      },
    ]);
    expect(asked[0]?.body).not.toHaveProperty('time_range');
    expect(results).toEqual([
      { title: 'Tide', url: 'https://a.example/', snippet: 'High water', publishedTime: '2025-06-23T10:00:00.000Z' },
      { title: '', url: 'https://b.example/', snippet: '' },
    ]);
  });

  it('asks Tavily’s own address, unless told otherwise', async () => {
    const engine = await new SearchEngine().start();
    await expect(
      tavily({ apiKey: 'k', guard: labGuard(engine.lab), retries: 0 }).search('tides'),
    ).rejects.toMatchObject({
      code: 'DNS_FAILED',
    });
    expect(engine.lab.lookups).toEqual(['api.tavily.com']);
    await engine.lab.close();
  });

  it.each(['d', 'w', 'm', 'y'] as const)('sends the time range %s as it is', async (timeRange) => {
    const { server, asked } = await standIn(OK);
    await backend(server).search('tides', { timeRange, maxResults: 100 });
    expect(asked[0]?.body).toEqual({ query: 'tides', max_results: 20, time_range: timeRange });
  });

  it('gives no more than was asked for', async () => {
    const { server } = await standIn(OK);
    expect(await backend(server).search('tides', { maxResults: 1 })).toHaveLength(1);
  });

  it.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['an object without results', '{"answer": 1}'],
    ['results of another kind', '{"results": {"a": 1}}'],
  ])('takes JSON that is %s for an empty list', async (_, body) => {
    const { server } = await standIn({ body });
    expect(await backend(server).search('tides')).toEqual([]);
  });

  it('cannot read what is no JSON', async () => {
    const { server } = await standIn({ body: '<html>Sign in</html>' });
    await expect(backend(server).search('tides')).rejects.toMatchObject({ code: 'SEARCH_UNREADABLE' });
  });

  it.each([
    [
      401,
      '{"detail": {"error": "Unauthorized: bad key"}}',
      'Tavily search failed (HTTP 401): Unauthorized: bad key',
      'HTTP_STATUS',
      /TAVILY_API_KEY/,
    ],
    [432, '{"detail": "Plan limit"}', 'Tavily search failed (HTTP 432): Plan limit', 'HTTP_STATUS', /plan/],
    [433, '{"detail": "Pay limit"}', 'Tavily search failed (HTTP 433): Pay limit', 'HTTP_STATUS', /plan/],
    [429, '{"detail": "Slow down"}', 'Tavily search failed (HTTP 429): Slow down', 'RATE_LIMITED', /later/],
    [400, '[1]', 'Tavily search failed (HTTP 400): [1]', 'HTTP_STATUS', undefined],
    [500, '', 'Tavily search failed (HTTP 500)', 'HTTP_STATUS', undefined],
    [
      500,
      `oh\n ${'no '.repeat(200)}`,
      `Tavily search failed (HTTP 500): oh ${'no '.repeat(65)}n`,
      'HTTP_STATUS',
      undefined,
    ],
    [302, 'moved', 'Tavily search failed (HTTP 302): moved', 'HTTP_STATUS', undefined],
  ])('tells of HTTP %i in words', async (status, body, message, code, hint) => {
    const { server } = await standIn({ status, body, headers: { location: '/elsewhere' } });
    const failure = await backend(server, { retries: 0 })
      .search('tides')
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ResponseError', message, code });
    if (hint !== undefined) expect((failure as { hint: string }).hint).toMatch(hint);
    expect(server.hits).toEqual(['POST /search']);
  });

  it('tries again after network faults, twice', async () => {
    const { server, asked } = await standIn('drop', 'drop', OK);
    expect(await backend(server).search('tides')).toHaveLength(2);
    expect(asked).toHaveLength(3);
    const hopeless = await standIn('drop');
    await expect(backend(hopeless.server).search('tides')).rejects.toBeInstanceOf(NetworkError);
    expect(hopeless.asked).toHaveLength(3);
  });

  it('tries again when it is busy, and not when the key is wrong', async () => {
    const { server, asked } = await standIn({ status: 503, headers: { 'retry-after': '0' } }, OK);
    expect(await backend(server).search('tides')).toHaveLength(2);
    expect(asked).toHaveLength(2);
    const refusing = await standIn({ status: 401 });
    await expect(backend(refusing.server).search('tides')).rejects.toMatchObject({ code: 'HTTP_STATUS' });
    expect(refusing.asked).toHaveLength(1);
  });

  it('names the host that it could not reach, and says that the query is not to blame', async () => {
    const { server } = await standIn('drop');
    await expect(backend(server, { retries: 0 }).search('tides')).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`^could not reach ${server.host}: .+`)),
      hint: expect.stringContaining('not the query'),
    });
  });

  it('goes through the guard', async () => {
    const { server, asked } = await standIn(OK);
    await backend(server).search('tides');
    expect(asked).toHaveLength(1);
    await expect(backend(server, { guard: createGuard() }).search('tides')).rejects.toMatchObject({
      code: 'REFUSED_ADDRESS',
    });
    expect(asked).toHaveLength(1);
  });

  it('ends with its deadline, with its caller, and when it is closed', async () => {
    const { server, asked } = await standIn('silence');
    await expect(backend(server, { timeoutMs: 50 }).search('tides')).rejects.toMatchObject({ code: 'TIMEOUT' });
    const [stop, reason] = [new AbortController(), new Error('enough')];
    const search = backend(server);
    const aborted = search.search('tides', { signal: stop.signal });
    await until(() => asked.length >= 2);
    stop.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    await search.close();
    await expect(search.search('tides')).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it.each(['', ' '])('rejects an empty query (%j)', async (query) => {
    await expect(tavily({ apiKey: 'k' }).search(query)).rejects.toMatchObject({ code: 'INVALID_QUERY' });
  });
});
