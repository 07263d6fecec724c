import { describe, expect, it } from 'vitest';
import { HostTurns } from '#src/crawl/host-turns.js';
import { politeLoader } from '#src/crawl/polite-loader.js';
import { RobotsFiles } from '#src/crawl/robots-file.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { type Answer, routes, serve, type TestServer } from '../support/http-server.js';
import { ManualClock, settled } from '../support/manual-clock.js';

/** A polite loader of some servers, and its parts. */
function open(...servers: TestServer[]) {
  const reader = new HttpReader({ allowPrivate: servers.map(({ host }) => host), retries: 0 });
  const clock = new ManualClock();
  const turns = new HostTurns({ clock });
  const loader = politeLoader({ loader: reader, turns, robots: new RobotsFiles({ loader: reader }) });
  return { loader, turns, clock, [Symbol.asyncDispose]: () => reader.close() };
}

const site = (answers: Readonly<Record<string, Answer | string>>) => serve(routes(answers));

describe('a polite loader', () => {
  it('fetches what robots.txt allows, and nothing else', async () => {
    await using server = await site({ '/robots.txt': 'User-agent: *\nDisallow: /no', '/yes': 'words', '/no': 'words' });
    await using opened = open(server);
    expect((await opened.loader.load({ url: `${server.origin}/yes` })).statusCode).toBe(200);
    await expect(opened.loader.load({ url: `${server.origin}/no` })).rejects.toMatchObject({ code: 'REFUSED_ROBOTS' });
    expect(server.hits).toEqual(['GET /robots.txt', 'GET /yes']);
  });

  it('gives nothing of where a redirect led against the robots.txt there', async () => {
    await using far = await site({ '/robots.txt': 'User-agent: *\nDisallow: /no', '/no': 'words' });
    await using server = await serve(
      (_, response) => void response.writeHead(302, { location: `${far.origin}/no` }).end(),
    );
    await using opened = open(server, far);
    await expect(opened.loader.load({ url: `${server.origin}/x` })).rejects.toMatchObject({
      code: 'REFUSED_ROBOTS',
      details: { url: `${far.origin}/no` },
    });
  });

  it('waits between requests for as long as robots.txt asks', async () => {
    await using server = await site({ '/robots.txt': 'User-agent: *\nCrawl-delay: 5', '/a': '', '/b': '' });
    await using opened = open(server);
    await opened.loader.load({ url: `${server.origin}/a` });
    const second = opened.loader.load({ url: `${server.origin}/b` });
    while (opened.clock.waiting === 0) await settled();
    expect(server.hits).not.toContain('GET /b');
    await opened.clock.advance(5_000);
    expect((await second).statusCode).toBe(200);
  });

  it('tells the pace how its requests end: by Retry-After, and by a fault, but not by a refusal of ours', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/busy') return void response.writeHead(503, { 'retry-after': '60' }).end();
      if (request.url === '/broken') return void request.socket.destroy();
      if (request.url === '/away') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      response.writeHead(request.url === '/robots.txt' ? 404 : 200).end();
    });
    for (const [path, readyInMs] of [
      ['/fine', 0],
      ['/away', 0],
      ['/busy', 60_000],
      ['/broken', 250],
    ] as const) {
      await using opened = open(server);
      await opened.loader.load({ url: server.origin + path }).catch(() => undefined);
      expect([path, opened.turns.readyInMs(server.origin)]).toEqual([path, readyInMs]);
    }
  });

  it('leaves its place in the line on an abort', async () => {
    await using server = await site({ '/a': '' });
    await using opened = open(server);
    const [one, two] = [opened.turns.tryEnter(server.origin), opened.turns.tryEnter(server.origin)];
    const aborting = new AbortController();
    const third = opened.loader.load({ url: `${server.origin}/a` }, { signal: aborting.signal });
    while (!server.hits.includes('GET /robots.txt')) await settled();
    aborting.abort(new Error('enough'));
    await expect(third).rejects.toThrow('enough');
    one?.leave();
    two?.leave();
    expect([opened.turns.readyInMs(server.origin), server.hits.length]).toEqual([0, 1]);
  });
});
