import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { RobotsFiles, type RobotsFilesOptions } from '#src/crawl/robots-file.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { serve, type TestServer } from '../support/http-server.js';
import { LeapingClock } from '../support/search-engine.js';

const DAY_MS = 86_400_000;
const DENY = 'User-agent: *\nDisallow: /no\nCrawl-delay: 2\nSitemap: https://example.com/s.xml';

/** Robots files of loopback servers, and what ends them. */
function open(servers: readonly TestServer[], options: Partial<RobotsFilesOptions> = {}) {
  const reader = new HttpReader({ allowPrivate: servers.map(({ host }) => host), retries: 0 });
  const files = new RobotsFiles({ loader: reader, timeoutMs: 10_000, ...options });
  return { files, [Symbol.asyncDispose]: () => reader.close() };
}

/** A server whose robots.txt answers so. */
const answering = (answer: RequestListener) => serve(answer);
const text =
  (body: string, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/plain' }).end(body);

describe('a robots.txt', () => {
  it('speaks for the pages of its origin', async () => {
    await using server = await answering(text(DENY));
    await using opened = open([server]);
    const file = await opened.files.fileFor(`${server.origin}/some/page?x`);
    expect(file).toMatchObject({ origin: server.origin, state: 'read', crawlDelayMs: 2_000 });
    expect(file.sitemaps).toEqual(['https://example.com/s.xml']);
    expect(server.hits).toEqual(['GET /robots.txt']);
    await expect(opened.files.admit(`${server.origin}/yes`)).resolves.toBeUndefined();
    await expect(opened.files.admit(`${server.origin}/no/page`)).rejects.toMatchObject({
      code: 'REFUSED_ROBOTS',
      retryable: false,
      details: { url: `${server.origin}/no/page`, line: 2 },
    });
  });

  it('is asked for by a crawler that says who it is', async () => {
    let agent: string | undefined;
    await using server = await serve((request, response) => {
      agent = request.headers['user-agent'];
      response.end();
    });
    await using opened = open([server]);
    await opened.files.fileFor(server.origin);
    expect(agent).toMatch(/^Mozilla\/5\.0 \(compatible; pageward\/[\d.]+; \+https:/);
  });

  it.each([400, 401, 403, 404, 410, 451])('that is answered with %i allows all', async (status) => {
    await using server = await answering(text('User-agent: *\nDisallow: /', status));
    await using opened = open([server]);
    const file = await opened.files.fileFor(`${server.origin}/x`);
    expect([file.state, file.judge(`${server.origin}/x`).allowed]).toEqual(['absent', true]);
  });

  it.each([429, 500, 502, 503, 504])('that is answered with %i disallows all', async (status) => {
    await using server = await answering(text('User-agent: *\nAllow: /', status));
    await using opened = open([server]);
    const file = await opened.files.fileFor(`${server.origin}/x`);
    expect([file.state, file.reason]).toEqual(['unreachable', `the server answered ${status}`]);
    await expect(opened.files.admit(`${server.origin}/x`)).rejects.toMatchObject({
      code: 'REFUSED_ROBOTS',
      details: { reason: `the server answered ${status}` },
    });
  });

  it.each([
    ['never answered', (): void => undefined],
    ['answered with a head alone', (_, response) => void response.writeHead(200).flushHeaders()],
    [
      'sent drop by drop',
      (_, response) => {
        const dripping = setInterval(() => response.write('# and on\n'), 20);
        response.on('close', () => clearInterval(dripping));
      },
    ],
    ['cut off', (request) => void request.socket.destroy()],
  ] satisfies [string, RequestListener][])('that is %s disallows all, in time', async (_name, answer) => {
    await using server = await answering(answer);
    await using opened = open([server], { timeoutMs: 300 });
    const file = await opened.files.fileFor(`${server.origin}/x`);
    expect([file.state, file.judge(`${server.origin}/x`).allowed]).toEqual(['unreachable', false]);
  });

  it('that the guard refuses disallows all', async () => {
    await using inner = await answering(text(''));
    await using outer = await answering(
      (_, response) => void response.writeHead(302, { location: `${inner.origin}/robots.txt` }).end(),
    );
    await using opened = open([outer]);
    expect((await opened.files.fileFor(outer.origin)).state).toBe('unreachable');
    expect(inner.hits).toEqual([]);
    await using both = open([outer, inner]);
    expect((await both.files.fileFor(outer.origin)).state).toBe('read');
  });

  it('is followed over five redirects, to another host too, and speaks for the first', async () => {
    await using far = await answering(text(DENY));
    await using server = await serve((request, response) => {
      const hop = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
      response.writeHead(301, { location: hop < 4 ? `/hop${hop + 1}` : `${far.origin}/elsewhere` }).end();
    });
    await using opened = open([server, far]);
    const file = await opened.files.fileFor(server.origin);
    expect([file.state, file.origin, server.hits.length]).toEqual(['read', server.origin, 5]);
    expect(file.judge(`${server.origin}/no`).allowed).toBe(false);
  });

  it('that leads in circles counts as none', async () => {
    await using server = await answering(
      (_, response) => void response.writeHead(302, { location: '/robots.txt' }).end(),
    );
    await using opened = open([server]);
    expect((await opened.files.fileFor(server.origin)).state).toBe('absent');
  });

  it('counts as far as 500 KiB, without the line that the cut goes through', async () => {
    const filler = '# filler\n'.repeat(56_000);
    const space = 512_000 - filler.length;
    const cutRule = 'Disallow: /private';
    const head = `User-agent: *\nDisallow: /early\n`;
    const pad = `${'#'.repeat(space - head.length - 'Disallow: /'.length - 1)}\n`;
    await using server = await answering(text(`${head}${filler}${pad}${cutRule}\nDisallow: /late`));
    await using opened = open([server]);
    const file = await opened.files.fileFor(server.origin);
    const allowed = ['/early', '/private', '/late', '/'].map((path) => file.judge(server.origin + path).allowed);
    expect(allowed).toEqual([false, true, true, true]);
    expect(file.reason).toContain('512000');
  });

  it('is fetched once for all who ask at once and later', async () => {
    let answer: () => void = () => undefined;
    await using server = await serve((_, response) => {
      answer = () => response.end(DENY);
      if (server.hits.length === 1) asked();
    });
    let asked: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      asked = resolve;
    });
    await using opened = open([server]);
    const all = Promise.all(['/a', '/b', '/c?d'].map((path) => opened.files.fileFor(server.origin + path)));
    await arrived;
    answer();
    const [first, ...others] = await all;
    expect(others.every((file) => file === first)).toBe(true);
    expect(await opened.files.fileFor(server.origin)).toBe(first);
    expect(server.hits.length).toBe(1);
  });

  it('is left by whoever aborts, kept on for the others, and given up when all have left', async () => {
    let asked: () => void = () => undefined;
    let ended: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const closed = new Promise<void>((resolve) => {
      ended = resolve;
    });
    let isSilent = true;
    await using server = await serve((_, response) => {
      if (!isSilent) return void response.end(DENY);
      response.on('close', ended);
      asked();
    });
    await using opened = open([server]);
    const [one, other] = [new AbortController(), new AbortController()];
    const first = opened.files.fileFor(server.origin, one.signal);
    const second = opened.files.fileFor(server.origin, other.signal);
    await arrived;
    one.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect(server.hits.length).toBe(1);
    other.abort(new Error('me too'));
    await expect(second).rejects.toThrow('me too');
    await closed;
    isSilent = false;
    expect((await opened.files.fileFor(server.origin)).state).toBe('read');
    await expect(opened.files.fileFor(server.origin, AbortSignal.abort(new Error('no')))).rejects.toThrow('no');
  });

  it('is fetched anew after a day, and the old one counts for thirty when it cannot be had', async () => {
    let broken = false;
    await using server = await serve((request, response) =>
      text(broken ? '' : DENY, broken ? 503 : 200)(request, response),
    );
    const clock = new LeapingClock();
    await using opened = open([server], { clock });
    const state = async () => {
      const file = await opened.files.fileFor(server.origin);
      return [
        file.state,
        file.judge(`${server.origin}/no`).allowed,
        file.judge(server.origin).allowed,
        server.hits.length,
      ];
    };
    expect(await state()).toEqual(['read', false, true, 1]);
    clock.time += DAY_MS - 1;
    expect(await state()).toEqual(['read', false, true, 1]);
    broken = true;
    clock.time += 1;
    expect(await state()).toEqual(['read', false, true, 2]);
    clock.time += 59_999;
    expect(await state()).toEqual(['read', false, true, 2]);
    clock.time += 29 * DAY_MS;
    expect(await state()).toEqual(['unreachable', false, false, 3]);
    broken = false;
    clock.time += 60_000;
    expect(await state()).toEqual(['read', false, true, 4]);
  });
});
