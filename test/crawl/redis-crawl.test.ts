import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlOptions } from '#src/crawl/crawl-options.js';
import { crawled, crawledHtml, endOf, ofType, optionsFor, serveSite } from '../support/crawl-site.js';
import { TEST_CA } from '../support/guard-certificate.js';
import { serve, type TestServer } from '../support/http-server.js';
import { hasRedis, TestRedis } from '../support/redis.js';

const PROGRAM = path.resolve(import.meta.dirname, '../support/redis-crawl-program.js');
const LOCK_MS = 1_500;

interface Told {
  readonly type: string;
  readonly url?: string;
  readonly seq?: number;
  readonly code?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly totals?: { readonly pages: number; readonly failures: number; readonly bytes: number };
}

/** One process of a crawl: what it tells, and its end. */
class Worker {
  readonly told: Told[] = [];
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  readonly #onTold: ((worker: Worker, told: Told) => void) | undefined;

  constructor(
    seed: string,
    options: CrawlOptions,
    {
      onTold,
      env = {},
    }: { onTold?: ((worker: Worker, told: Told) => void) | undefined; env?: Readonly<Record<string, string>> } = {},
  ) {
    this.#onTold = onTold;
    const { PATH = '' } = process.env;
    this.child = spawn(process.execPath, [PROGRAM, seed, JSON.stringify(options)], {
      env: { PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.ended = this.#read();
  }

  async #read(): Promise<void> {
    const exited = once(this.child, 'exit');
    if (this.child.stdout === null) return;
    for await (const line of createInterface({ input: this.child.stdout })) {
      const told = JSON.parse(line);
      this.told.push(told);
      this.#onTold?.(this, told);
    }
    await exited;
  }

  of(type: string): Told[] {
    return this.told.filter((told) => told.type === type);
  }
}

describe.skipIf(!hasRedis())('a crawl in Redis', { timeout: 90_000 }, () => {
  const closing: (() => Promise<unknown>)[] = [];
  let folder = '';

  beforeAll(() => {
    process.env.NO_COLOR = '1';
  });

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function site(pages: number, special?: Parameters<typeof serveSite>[1]): Promise<TestServer> {
    const server = await serveSite(pages, special);
    closing.push(() => server.close());
    folder = await mkdtemp(path.join(tmpdir(), 'pageward-shared-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    return server;
  }

  async function redisServer(settings?: readonly string[]): Promise<TestRedis> {
    const redis = await TestRedis.start(settings);
    closing.push(() => redis.close());
    return redis;
  }

  function workers(
    count: number,
    server: TestServer,
    options: CrawlOptions,
    onTold?: (worker: Worker, told: Told) => void,
  ): Worker[] {
    const started = Array.from(
      { length: count },
      () => new Worker(`${server.origin}/`, optionsFor(server, options), { onTold }),
    );
    closing.push(async () => {
      for (const { child } of started) if (child.exitCode === null) child.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
    });
    return started;
  }

  function queue(redis: TestRedis) {
    return { url: redis.url, lockMs: LOCK_MS };
  }

  async function rows(name = 'pages'): Promise<Record<string, unknown>[]> {
    const text = await readFile(path.join(folder, `${name}.jsonl`), 'utf8');
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  }

  function expectEachOnce(read: Record<string, unknown>[], count: number): void {
    expect(read.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(new Set(read.map(({ url }) => url)).size).toBe(count);
  }

  it('gives three processes the pages that one would read, each page once', async () => {
    const server = await site(120);
    const redis = await redisServer();
    const alone = ofType(await crawled(server), 'page').map(({ url }) => url);
    const three = workers(3, server, { queue: queue(redis), out: folder });
    await Promise.all(three.map(({ ended }) => ended));
    const told = three.flatMap((worker) => worker.of('page').map(({ url }) => url));
    expect(told.toSorted()).toEqual(alone.toSorted());
    const read = await rows();
    expectEachOnce(read, 120);
    expect(read.map(({ url }) => url).toSorted()).toEqual(alone.toSorted());
    for (const worker of three)
      expect(worker.of('done')).toMatchObject([{ reason: 'complete', totals: { pages: 120 } }]);
    const client = redis.client();
    const left = await client.keys('*').finally(() => client.disconnect());
    expect(left.filter((key) => !/:(?:meta|skips|reads:stalled-check)$/.test(key))).toEqual([]);
    expect(JSON.parse(await readFile(path.join(folder, 'crawl.json'), 'utf8'))).toMatchObject({
      reason: 'complete',
      totals: { pages: 120 },
    });
  });

  it('loses nothing and doubles nothing when a process is killed', async () => {
    const server = await site(200);
    const redis = await redisServer();
    let read = 0;
    const three = workers(3, server, { queue: queue(redis), out: folder, concurrency: 3 }, (worker, { type }) => {
      if (type === 'page') read += 1;
      // Each of them may be the one that writes the folder.
      if (read === 60 && !worker.child.killed) worker.child.kill('SIGKILL');
    });
    await Promise.all(three.map(({ ended }) => ended));
    expect(three.filter(({ child }) => child.signalCode === 'SIGKILL')).toHaveLength(1);
    expectEachOnce(await rows(), 200);
  });

  it('goes on writing when the process that wrote is killed, and when all are killed', async () => {
    const server = await site(150);
    const redis = await redisServer();
    const options = { queue: queue(redis), out: folder, concurrency: 2 };
    const [first] = workers(1, server, options, (worker) => {
      if (worker.of('page').length === 30) worker.child.kill('SIGKILL');
    });
    await first?.ended;
    expect(first?.of('done')).toEqual([]);
    const [second] = workers(1, server, options, (worker) => {
      if (worker.of('page').length === 30) worker.child.kill('SIGKILL');
    });
    await second?.ended;
    const two = workers(2, server, options);
    await Promise.all(two.map(({ ended }) => ended));
    for (const worker of two) expect(worker.of('done')).toMatchObject([{ reason: 'complete', totals: { pages: 150 } }]);
    expectEachOnce(await rows(), 150);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('goes on when Redis is started anew after %s', async (signal) => {
    const server = await site(150);
    const redis = await redisServer();
    let restarting: Promise<void> | undefined;
    let read = 0;
    const two = workers(2, server, { queue: queue(redis), out: folder, concurrency: 3 }, (_, { type }) => {
      if (type === 'page') read += 1;
      if (read === 50) restarting ??= redis.stop(signal).then(() => redis.start());
    });
    await Promise.all(two.map(({ ended }) => ended));
    await restarting;
    expect(restarting).toBeDefined();
    for (const worker of two) expect(worker.of('done')).toMatchObject([{ reason: 'complete', totals: { pages: 150 } }]);
    expect(two.flatMap((worker) => worker.of('notice').map(({ message }) => message)).join()).toContain('is away');
    expectEachOnce(await rows(), 150);
  });

  it('reads no page beyond maxPages, and goes on from there with a higher limit', async () => {
    const server = await site(200);
    const redis = await redisServer();
    const options = { queue: queue(redis), out: folder, sitemap: 'skip', robots: 'ignore' } as const;
    const three = workers(3, server, { ...options, maxPages: 37 });
    await Promise.all(three.map(({ ended }) => ended));
    for (const worker of three)
      expect(worker.of('done')).toMatchObject([{ reason: 'max-pages', totals: { pages: 37 } }]);
    expect(server.hits).toHaveLength(37);
    const more = workers(2, server, { ...options, maxPages: 90, resume: true });
    await Promise.all(more.map(({ ended }) => ended));
    expect(server.hits).toHaveLength(90);
    expectEachOnce(await rows(), 90);
  });

  it('counts failures and bytes over all processes', async () => {
    const broken = await site(200, ({ url = '' }, response) => {
      if (!/[37]$/.test(url)) return false;
      response.writeHead(500, { 'content-type': 'text/html' }).end('<p>broken</p>');
      return true;
    });
    const redis = await redisServer();
    const three = workers(3, broken, { queue: queue(redis), out: folder, maxFailures: 9, retries: 0 });
    await Promise.all(three.map(({ ended }) => ended));
    for (const worker of three) {
      expect(worker.of('done')).toMatchObject([{ reason: 'max-failures', totals: { failures: 9 } }]);
    }
    expect(await rows('failures')).toHaveLength(9);
    const few = workers(3, broken, { queue: { ...queue(redis), name: 'bytes' }, maxBytes: 5_000 });
    await Promise.all(few.map(({ ended }) => ended));
    const [done] = few[0]?.of('done') ?? [];
    expect(done).toMatchObject({ reason: 'max-bytes' });
    expect(done?.totals?.bytes).toBeLessThanOrEqual(5_000);
    expect(few.flatMap((worker) => worker.of('page'))).toHaveLength(done?.totals?.pages ?? -1);
  });

  it.each([
    { maxPerHost: 1, spacingMs: 100 },
    { maxPerHost: 3, spacingMs: 0 },
  ])('asks a host no faster with three processes than with one: $maxPerHost at a time, $spacingMs ms', async (pace) => {
    let open = 0;
    let most = 0;
    const starts: number[] = [];
    const server = await site(25, (_, response) => {
      starts.push(performance.now());
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => {
        open -= 1;
      });
      return false;
    });
    const redis = await redisServer();
    const polite = { queue: queue(redis), robots: 'ignore', sitemap: 'skip', ...pace } as const;
    const three = workers(3, server, polite);
    await Promise.all(three.map(({ ended }) => ended));
    expect(three.flatMap((worker) => worker.of('page'))).toHaveLength(25);
    expect(most).toBeLessThanOrEqual(pace.maxPerHost);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    // As they arrive, which a busy machine may make late; each process by itself would come three times as often.
    expect(Math.min(...gaps)).toBeGreaterThan(pace.spacingMs / 2 - 1);
  });

  it('asks for robots.txt once for all, and keeps to it and to its delay', async () => {
    const starts: number[] = [];
    const server = await site(12, ({ url }, response) => {
      if (url === '/robots.txt') {
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end('User-agent: *\nDisallow: /3\nCrawl-delay: 0.2\n');
        return true;
      }
      if (url !== undefined && /^\/\d*$/.test(url)) starts.push(performance.now());
      return false;
    });
    const redis = await redisServer();
    // None of them is so slow that another takes its place.
    const three = workers(3, server, { queue: { ...queue(redis), lockMs: 30_000 }, out: folder });
    await Promise.all(three.map(({ ended }) => ended));
    expect(server.hits.filter((hit) => hit === 'GET /robots.txt')).toHaveLength(1);
    expect(server.hits).not.toContain('GET /3');
    expect(server.hits.filter((hit) => hit === 'GET /sitemap.xml').length).toBeLessThanOrEqual(1);
    // As they arrive, which a busy machine may make late; each process by itself would come three times as often.
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(100);
    expect(await rows()).toHaveLength(11);
  });

  it('has another process read the sitemaps when the one that did is killed over them', async () => {
    let asked = 0;
    const server = await site(1, ({ url }, response) => {
      if (url === '/sitemap.xml') {
        asked += 1;
        // The first to ask is killed while it waits.
        if (asked === 1) first?.child.kill('SIGKILL');
        else {
          const locations = Array.from(
            { length: 20 },
            (_, at) => `<url><loc>${server.origin}/listed/${at}</loc></url>`,
          );
          response.writeHead(200, { 'content-type': 'application/xml' });
          response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join('')}</urlset>`);
        }
        return true;
      }
      const number = /^\/listed\/(\d+)$/.exec(url ?? '')?.[1];
      if (number === undefined) return false;
      response.setHeader('content-type', 'text/html').end(crawledHtml(Number(number) + 100, []));
      return true;
    });
    const redis = await redisServer();
    const options = { queue: queue(redis), out: folder };
    const [first] = workers(1, server, options);
    await first?.ended;
    expect(first?.child.signalCode).toBe('SIGKILL');
    const two = workers(2, server, options);
    await Promise.all(two.map(({ ended }) => ended));
    for (const worker of two) expect(worker.of('done')).toMatchObject([{ reason: 'complete', totals: { pages: 21 } }]);
    expect(asked).toBe(2);
    expectEachOnce(await rows(), 21);
  });

  it('records a page that redirects, canonical links and copies lead to once', async () => {
    const server = await serve((request, response) => {
      const { url = '' } = request;
      if (url === '/old') return response.writeHead(301, { location: '/new' }).end();
      const number = { '/': 1, '/new': 2, '/copy': 2 }[url];
      if (number === undefined) return response.writeHead(404).end();
      const links = url === '/' ? ['/old', '/new', '/copy'] : [];
      return response.writeHead(200, { 'content-type': 'text/html' }).end(crawledHtml(number, links));
    });
    closing.push(() => server.close());
    const redis = await redisServer();
    const events = await crawled(server, { queue: queue(redis) });
    expect(ofType(events, 'page')).toHaveLength(2);
    expect(endOf(events)).toMatchObject({ reason: 'complete', totals: { pages: 2 } });
  });

  it('begins no page while too much waits to be written, and goes on when somebody writes it', async () => {
    const server = await site(60);
    const redis = await redisServer();
    const options = { queue: { ...queue(redis), maxWaitingBytes: 10_000 }, concurrency: 2 };
    // The one with the folder begins the crawl, and dies at once.
    const [begun] = workers(1, server, { ...options, out: folder }, (worker) => worker.child.kill('SIGKILL'));
    await begun?.ended;
    const [reader] = workers(1, server, options, (worker, { message = '' }) => {
      if (!message.includes('no more pages')) return;
      expect(worker.of('page').length).toBeLessThan(59);
      workers(1, server, { ...options, out: folder });
    });
    await reader?.ended;
    expect(
      reader
        ?.of('notice')
        .map(({ message }) => message)
        .join(),
    ).toContain('no more pages');
    expect(reader?.of('done')).toMatchObject([{ totals: { pages: 60 } }]);
  });

  it('waits while Redis is full', async () => {
    const server = await site(60);
    const redis = await redisServer();
    const client = redis.client();
    closing.push(async () => client.disconnect());
    const filling: Promise<unknown>[] = [];
    const options = { queue: queue(redis), out: folder, concurrency: 2 };
    const [one] = workers(1, server, options, (worker, { type, message = '' }) => {
      if (type === 'page' && worker.of('page').length === 20) filling.push(client.config('SET', 'maxmemory', '100kb'));
      if (message.includes('is away')) filling.push(client.config('SET', 'maxmemory', '0'));
    });
    await one?.ended;
    expect(filling.length).toBeGreaterThan(1);
    expect(one?.of('error')).toEqual([]);
    expectEachOnce(await rows(), 60);
  });

  it('leaves after maxMinutes with what it has read written, and the rest to others', async () => {
    const server = await site(400);
    const redis = await redisServer();
    const options = { queue: queue(redis), out: folder, concurrency: 2 };
    const [one] = workers(1, server, { ...options, maxMinutes: 0.01 });
    await one?.ended;
    const [done] = one?.of('done') ?? [];
    expect(done).toMatchObject({ reason: 'max-minutes' });
    expectEachOnce(await rows(), done?.totals?.pages ?? -1);
    const [two] = workers(1, server, options);
    await two?.ended;
    expectEachOnce(await rows(), 400);
  });

  it('tells what Redis may lose', async () => {
    const server = await site(3);
    const redis = await redisServer(['--appendonly', 'no', '--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru']);
    const events = await crawled(server, { queue: queue(redis) });
    const notices = ofType(events, 'notice').map(({ message }) => message);
    expect(notices.join()).toMatch(/append-only.*allkeys-lru/s);
  });

  it('says that Redis cannot be reached, without its password', async () => {
    const server = await site(3);
    const redis = await redisServer();
    await redis.stop();
    const url = redis.url.replace('//', '//user:secret@');
    const failed = await crawled(server, { queue: url }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'QUEUE_UNREACHABLE' });
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  it('speaks TLS, and says that a password is wrong without saying it', async () => {
    const server = await site(10);
    const redis = await TestRedis.startSecure();
    closing.push(() => redis.close());
    const authority = path.join(folder, 'ca.pem');
    await writeFile(authority, TEST_CA);
    const run = (url: string, env: Readonly<Record<string, string>>) => {
      const worker = new Worker(`${server.origin}/`, optionsFor(server, { queue: { url } }), { env });
      return worker.ended.then(() => worker);
    };
    const trusting = { NODE_EXTRA_CA_CERTS: authority };
    expect((await run(redis.url, trusting)).of('done')).toMatchObject([{ totals: { pages: 10 } }]);
    expect((await run(redis.url, {})).of('error')).toMatchObject([{ code: 'QUEUE_UNREACHABLE' }]);
    const { told } = await run(redis.url.replace('secret', 'guessed'), trusting);
    expect(told).toMatchObject([{ type: 'error', code: 'QUEUE_UNREACHABLE' }]);
    expect(JSON.stringify(told)).not.toContain('guessed');
  });

  it('ends when Redis is away for too long, and goes on when called again', async () => {
    const server = await site(80);
    const redis = await redisServer();
    const options = { queue: { ...queue(redis), lostMs: 300 }, out: folder, concurrency: 2 };
    let stopping: Promise<void> | undefined;
    const [first] = workers(1, server, options, (worker) => {
      if (worker.of('page').length === 20) stopping ??= redis.stop();
    });
    await first?.ended;
    expect(first?.of('error')).toMatchObject([{ code: 'QUEUE_UNREACHABLE' }]);
    await stopping;
    await redis.start();
    const [second] = workers(1, server, options);
    await second?.ended;
    expect(second?.of('done')).toMatchObject([{ reason: 'complete', totals: { pages: 80 } }]);
    expectEachOnce(await rows(), 80);
  });

  it('does not believe what others write to its keys', async () => {
    const server = await site(80);
    const redis = await redisServer();
    const client = redis.client();
    closing.push(async () => client.disconnect());
    let spoiling: Promise<unknown> | undefined;
    const options = { queue: { ...queue(redis), name: 'spoilt' }, concurrency: 2 };
    const [one] = workers(1, server, options, (worker) => {
      if (worker.of('page').length === 5) {
        spoiling ??= client.hset(`pageward:{spoilt}:host:${server.host}`, 'pace', '{"__proto__":{"atATime":9}}');
      }
    });
    await one?.ended;
    expect(spoiling).toBeDefined();
    expect(one?.of('error')).toMatchObject([{ code: 'QUEUE_CORRUPT' }]);
  });

  it('joins no crawl that was begun otherwise', async () => {
    const server = await site(3);
    const redis = await redisServer();
    await crawled(server, { queue: { ...queue(redis), name: 'one' } });
    const other = crawled(server, { queue: { ...queue(redis), name: 'one' }, exclude: ['/x'] });
    await expect(other).rejects.toMatchObject({ code: 'JOURNAL_DIFFERS' });
  });
});
