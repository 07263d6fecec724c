import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseRobots } from '#src/crawl/robots.js';
import type { RobotsFile } from '#src/crawl/robots-file.js';
import { readSitemaps, type SitemapOptions } from '#src/crawl/sitemap.js';
import type { SitemapEvent } from '#src/crawl/sitemap-event.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { type Answer, routes, serve, type TestServer } from '../support/http-server.js';

const urlset = (...urls: string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]): string =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const naming = ({ origin }: TestServer, ...sitemaps: string[]): RobotsFile => ({
  ...parseRobots(sitemaps.map((url) => `Sitemap: ${url}`).join('\n'), 'pageward'),
  origin,
  state: 'read',
});

interface Reading {
  readonly robots?: RobotsFile;
  readonly others?: readonly TestServer[];
  readonly options?: Partial<SitemapOptions>;
}

/** All events of a site's sitemaps, read over the guard. */
async function read(server: TestServer, { robots, others = [], options = {} }: Reading = {}) {
  await using reader = new HttpReader({ allowPrivate: [server, ...others].map(({ host }) => host), retries: 0 });
  const events: SitemapEvent[] = [];
  for await (const event of readSitemaps(server.origin, robots, { loader: reader, ...options })) events.push(event);
  const pages = events.flatMap((event) => (event.type === 'url' ? [event.url.replace(server.origin, '')] : []));
  const problems = events
    .filter((event) => event.type === 'problem')
    .sort((a, b) => a.sitemap.localeCompare(b.sitemap));
  return { events, pages: pages.sort(), problems };
}

const table = (answers: Readonly<Record<string, Answer | string>>) => serve(routes(answers));
const never: RequestListener = () => undefined;

describe('sitemaps', () => {
  it('are looked for in the usual place, and told as they are found', async () => {
    await using server = await table({
      '/sitemap.xml':
        '<urlset xmlns:x="y"><url><loc>/a</loc><lastmod>2026-11-30</lastmod><x:link rel="alternate" hreflang="de" href="/de"/></url><url><loc>/b</loc></url></urlset>',
    });
    const sitemap = `${server.origin}/sitemap.xml`;
    expect((await read(server)).events).toEqual([
      {
        type: 'url',
        url: `${server.origin}/a`,
        lastModified: '2026-11-30',
        alternates: [{ language: 'de', url: `${server.origin}/de` }],
        sitemap,
      },
      { type: 'url', url: `${server.origin}/b`, sitemap },
      { type: 'sitemap', sitemap, kind: 'urls', entries: 2 },
    ]);
  });

  it('need not be there', async () => {
    await using server = await table({});
    expect((await read(server)).events).toEqual([]);
    await using page = await table({ '/sitemap.xml': '<html><p>Nothing here' });
    expect((await read(page)).events).toEqual([]);
  });

  it('are where robots.txt says, of several kinds, and missing ones are told', async () => {
    await using server = await table({
      '/one.xml': urlset('/a'),
      '/feed': '<rss><channel><item><link>/c</link></item></channel></rss>',
      '/page': '<html><p>Nothing here',
      '/sitemap.xml': urlset('/never'),
    });
    await using lines = await table({
      '/two.txt': { headers: { 'content-type': 'text/plain' }, body: `${server.origin}/b\n${server.origin}/d` },
    });
    const text = `${lines.origin}/two.txt`;
    const robots = naming(
      server,
      `${server.origin}/one.xml`,
      text,
      '/feed',
      '/gone.xml',
      '/page',
      'mailto:x',
      '/one.xml',
    );
    const { pages, problems } = await read(server, { robots, others: [lines] });
    expect(pages).toEqual(['/a', '/b', '/c', '/d']);
    expect(problems).toEqual([
      expect.objectContaining({ sitemap: `${server.origin}/gone.xml`, code: 'HTTP_STATUS', statusCode: 404 }),
      expect.objectContaining({ sitemap: `${server.origin}/page`, code: 'NO_CONTENT' }),
    ]);
    expect(server.hits).toHaveLength(4);
  });

  it('are unpacked by their first bytes, whatever their names and types, and twice if need be', async () => {
    const packed = gzipSync(urlset('/a'));
    await using server = await table({
      '/one.gz': { headers: { 'content-type': 'text/html' }, body: packed },
      '/two.xml': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(gzipSync(gzipSync(urlset('/b')))) },
      '/three.xml.gz': { headers: { 'content-type': 'application/gzip' }, body: urlset('/c') },
      // Cut off within its last tags.
      '/four.gz': { body: gzipSync(urlset('/d')).subarray(0, -12) },
      '/five.gz': { body: Buffer.concat([packed.subarray(0, 10), Buffer.alloc(200, 0xff)]) },
    });
    const robots = naming(server, '/one.gz', '/two.xml', '/three.xml.gz', '/four.gz');
    expect((await read(server, { robots })).pages).toEqual(['/a', '/b', '/c', '/d']);
    const { problems } = await read(server, { robots: naming(server, '/five.gz') });
    expect(problems).toEqual([expect.objectContaining({ code: 'UNSUPPORTED_TYPE' })]);
  });

  it('that unpack to more than a sitemap may have are read as far as that', async () => {
    const bomb = gzipSync(
      Buffer.concat([Buffer.from(urlset('/a').replace('</urlset>', '')), Buffer.alloc(200_000_000, ' ')]),
    );
    await using server = await table({ '/sitemap.xml': { body: bomb } });
    const { pages, problems } = await read(server);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(pages).toEqual(['/a']);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain('52428800');
  });

  it('may lead to others, five deep, and each is read once however they lead', async () => {
    await using server = await table({
      '/sitemap.xml': index('/1.xml', '/sitemap.xml', '/pages.xml'),
      '/1.xml': index('/2.xml', '/1.xml'),
      '/2.xml': index('/3.xml', '/pages.xml', '/sitemap.xml'),
      '/3.xml': index('/4.xml'),
      '/4.xml': index('/5.xml'),
      '/5.xml': index('/6.xml'),
      '/6.xml': urlset('/too-deep'),
      '/pages.xml': urlset('/a', '/b'),
    });
    const { pages, problems } = await read(server);
    expect(pages).toEqual(['/a', '/b']);
    expect(problems.map(({ sitemap }) => sitemap)).toEqual([`${server.origin}/6.xml`]);
    expect(new Set(server.hits).size).toBe(server.hits.length);
  });

  it('of 20 000 pages are read in a thread, all of them', async () => {
    const paths = Array.from({ length: 20_000 }, (_, number) => `/page/${number}?with=some&words=in-it`);
    await using server = await table({ '/sitemap.xml': urlset(...paths.map((path) => path.replace('&', '&amp;'))) });
    const { pages, events } = await read(server);
    expect(pages).toEqual([...paths].sort());
    expect(events.at(-1)).toMatchObject({ type: 'sitemap', entries: 20_000 });
  });

  it('with more pages than they may name are read as far as that', async () => {
    const paths = Array.from({ length: 50_001 }, (_, number) => `/${number}`);
    await using server = await table({ '/sitemap.xml': urlset(...paths) });
    const { pages, problems } = await read(server);
    expect([pages.length, problems.length]).toEqual([50_000, 1]);
  });

  it('are no more than so many', async () => {
    await using server = await table({
      '/sitemap.xml': index('/1', '/2', '/3', '/4'),
      '/1': urlset('/a'),
      '/2': urlset('/b'),
    });
    const { pages, problems } = await read(server, { options: { maxSitemaps: 3 } });
    expect(pages).toEqual(['/a', '/b']);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('2 were left out')]);
  });

  it('speak for their own host, and for the one whose robots.txt names them', async () => {
    await using other = await table({ '/a': 'x' });
    await using server = await table({ '/sitemap.xml': urlset(`${other.origin}/a`, `${other.origin}/b`, '/own') });
    const own = await read(server, { others: [other] });
    expect(own.pages).toEqual(['/own']);
    expect(own.problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('2 URLs of other hosts') }),
    ]);
    // The same sitemap, named by the other's robots.txt, speaks for the other.
    const robots = naming(other, `${server.origin}/sitemap.xml`);
    const named = await read(other, { robots, others: [server] });
    expect(named.pages).toEqual(['/a', '/b', `${server.origin}/own`]);
  });

  it('of other hosts in an index are not fetched', async () => {
    await using other = await table({ '/s.xml': urlset('/a') });
    await using server = await table({ '/sitemap.xml': index(`${other.origin}/s.xml`) });
    await read(server, { others: [other] });
    expect(other.hits).toEqual([]);
  });

  it('that the guard refuses are told, and not fetched', async () => {
    await using inner = await table({ '/s.xml': urlset('/a') });
    await using server = await table({ '/one.xml': urlset('/b') });
    const robots = naming(server, `${inner.origin}/s.xml`, '/one.xml');
    const { pages, problems } = await read(server, { robots });
    expect([pages, problems.map(({ code }) => code), inner.hits]).toEqual([['/b'], ['REFUSED_ADDRESS'], []]);
    const { pages: allowed } = await read(server, { robots, others: [inner] });
    expect(allowed).toContain(`${inner.origin}/a`);
  });

  it.each([
    ['is silent', never, 'TIMEOUT', 0],
    ['sends a head and no more', (_, response) => void response.writeHead(200).flushHeaders(), 'NO_CONTENT', 0],
    ['sends a few bytes now and then', (_, response) => drip(response, `${urlset('/slow')}`), undefined, 1],
    ['never ends', (_, response) => pour(response), undefined, 1],
    ['cuts the connection', (request) => void request.socket.destroy(), 'CONNECTION_LOST', 0],
  ] satisfies [string, RequestListener, string | undefined, number][])(
    'that a server %s costs its deadline, and the others are read beside it',
    async (_name, answer, code, found) => {
      const others = routes({ '/one.xml': urlset('/a'), '/two.xml': urlset('/b') });
      await using server = await serve((request, response) =>
        request.url === '/bad.xml' ? answer(request, response) : others(request, response),
      );
      const robots = naming(server, '/bad.xml', '/one.xml', '/two.xml');
      const { pages, problems } = await read(server, { robots, options: { timeoutMs: 400 } });
      expect(pages).toEqual(expect.arrayContaining(['/a', '/b']));
      expect(pages.length).toBeGreaterThanOrEqual(2 + found);
      expect(problems).toEqual([expect.objectContaining({ sitemap: `${server.origin}/bad.xml` })]);
      expect(problems[0]?.code).toBe(code);
    },
  );

  it('are waited for no longer than all of them may take', async () => {
    const silent = Array.from({ length: 20 }, (_, number) => `/${number}.xml`);
    await using server = await serve(never);
    const { problems } = await read(server, { robots: naming(server, ...silent), options: { totalMs: 300 } });
    expect(problems).toEqual([
      expect.objectContaining({ code: 'TIMEOUT', message: expect.stringContaining('20 were not read') }),
    ]);
  });

  it('end at once on an abort, and when nobody wants more', async () => {
    const ended: Promise<void>[] = [];
    await using server = await serve((request, response) => {
      if (request.url === '/one.xml') return void response.end(urlset('/a', '/b'));
      ended.push(new Promise((resolve) => response.on('close', resolve)));
      asked();
    });
    let asked: () => void = () => undefined;
    const robots = naming(server, '/one.xml', '/silent.xml');
    await using reader = new HttpReader({ allowPrivate: [server.host], retries: 0 });
    for await (const { type } of readSitemaps(server.origin, robots, { loader: reader })) {
      expect(type).toBe('url');
      break;
    }
    const aborting = new AbortController();
    asked = () => aborting.abort(new Error('enough'));
    const all = async () => {
      for await (const _ of readSitemaps(server.origin, naming(server, '/silent.xml'), {
        loader: reader,
        signal: aborting.signal,
      }));
    };
    await expect(all()).rejects.toThrow('enough');
    await Promise.all(ended);
  });
});

/** A few bytes now and then of a text that has an end, and then silence. */
function drip(response: ServerResponse, text: string): void {
  let at = 0;
  const dripping = setInterval(() => {
    if (at < text.length) response.write(text.slice(at, at + 8));
    at += 8;
  }, 1);
  response.on('close', () => clearInterval(dripping));
}

/** One page after the other, as fast as they are taken. */
function pour(response: ServerResponse): void {
  response.write('<urlset>');
  const pouring = setInterval(() => response.write(urlset('/poured').slice('<urlset>'.length, -'</urlset>'.length)), 5);
  response.on('close', () => clearInterval(pouring));
}
