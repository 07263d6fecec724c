/**
 * What a crawl costs Redis: memory for each URL, page and host, commands for each page, and how fast one Redis takes the steps of a
 * crawl. Starts a redis-server of its own. `node bench/redis.js [pages]`, after a build; the numbers in `docs/scaling.md` are from it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { idOfKey } from '#src/crawl/redis-commit.js';
import { RedisConnection } from '#src/crawl/redis-connection.js';
import { RedisCrawl } from '#src/crawl/redis-crawl.js';
import { ReadQueue } from '#src/crawl/redis-queue.js';

const PAGES = Number(process.argv[2] ?? 20_000);
const LINKS = 10;
const HOSTS = 1_000;
const PORT = 7_399;

const folder = await mkdtemp(path.join(tmpdir(), 'pageward-bench-'));
const settings = ['--port', String(PORT), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'];
const server = spawn('redis-server', settings, { stdio: 'ignore' });
const exited = once(server, 'exit');
try {
  const connection = await opened();
  await measure(connection);
  connection.close();
} finally {
  server.kill();
  await exited;
  await rm(folder, { recursive: true, force: true });
}

async function opened() {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await RedisConnection.open(`redis://127.0.0.1:${PORT}/`);
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** @param {RedisConnection} connection */
async function measure(connection) {
  const crawl = new RedisCrawl(connection, 'bench', new AbortController().signal);
  const pace = { spacingMs: 0, maxPerHost: 8, maxQuietMs: 600_000, firstAtATime: 8 };
  const fields = {
    id: 'x',
    begun: '{}',
    maxPages: 1e9,
    ...pace,
    order: 'breadth',
    kept: 0,
    maxStreamBytes: 1e9,
    listed: '1',
  };
  await crawl.open(fields, []);
  const empty = await bytes(connection);
  await crawl.discover(
    Array.from({ length: HOSTS }, (_, index) => linkOf(index)),
    0,
    '',
  );
  const hosts = await bytes(connection);
  const count = PAGES * LINKS;
  const started = performance.now();
  for (let from = HOSTS; from < count; from += 1_000) {
    const links = Array.from({ length: 1_000 }, (_, index) => linkOf(from + index));
    await crawl.discover(links, 3, 'https://host-17.example/some/section/page-123');
  }
  const discoverMs = performance.now() - started;
  const waiting = await bytes(connection);
  const before = await commands(connection);
  const cpuBefore = await cpuMs(connection);
  const stepsMs = await readAll(crawl);
  const stepsCpuMs = (await cpuMs(connection)) - cpuBefore;
  const done = (await commands(connection)) - before;
  const after = await bytes(connection);
  const left = count - PAGES;
  const perWaiting = (waiting - hosts) / (count - HOSTS);
  const numbers = {
    'bytes for a host': (hosts - empty) / HOSTS,
    'bytes for a URL that waits': perWaiting,
    'bytes for a page that is read': (after - hosts - left * perWaiting) / PAGES,
    'URLs taken in, a second': ((count - HOSTS) / discoverMs) * 1_000,
    'pages handed out, begun and committed, a second': (PAGES / stepsMs) * 1_000,
    'microseconds of the processor of Redis for a page, by our scripts': (stepsCpuMs / PAGES) * 1_000,
    'the same, by BullMQ': (await queueCpuMs(connection)) * 1_000,
    'commands for a page, those inside our scripts counted': done / PAGES,
  };
  for (const [name, value] of Object.entries(numbers)) console.log(`${value.toFixed(1).padStart(12)}  ${name}`);
}

/** @param {RedisCrawl} crawl */
async function readAll(crawl) {
  const started = performance.now();
  let left = PAGES;
  const one = async () => {
    while (left > 0) {
      const { jobs } = await crawl.feed(20, 15_000);
      for (const job of jobs) {
        if (left <= 0) return;
        left -= 1;
        const [id = '', attempt = ''] = job.split('.');
        const looked = await crawl.look({ id, attempt });
        if (looked === undefined) continue;
        const { value } = await crawl.begin({ id, attempt }, 60_000);
        const { pace } = await crawl.pace(looked.host);
        const next = JSON.stringify({ atATime: 8, spacingMs: 0, quietUntil: 0, usualMs: left, failures: 0 });
        await crawl.setPace(looked.host, pace, next, 0);
        // Half of the links of a page are known already, half are new.
        const links = Array.from({ length: LINKS }, (_, index) => linkOf(left + index));
        await crawl.commit({ id, attempt }, value, factsOf(id, looked.host, links), { payload: '', repeated: '' });
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
  return performance.now() - started;
}

/** @param {number} index @returns {[string, string, string]} */
function linkOf(index) {
  const host = `host-${index % HOSTS}.example`;
  const url = `https://${host}/section-${index % 97}/a-page-with-a-usual-name-${index}`;
  return [idOfKey(url), url, host];
}

/** @param {string} id @param {string} host @param {[string, string, string][]} links */
function factsOf(id, host, links) {
  const content = { content: id.slice(0, 16), words: 300, leastWords: 25, bytes: 5_000 };
  const about = { finalId: id, finalHost: host, canonicalId: '', rendered: false, reason: '', repeatsFollowed: 20 };
  return { kind: /** @type {const} */ ('page'), depth: 3, ...about, ...content, at: `https://${host}/`, links };
}

/** Of a job that does nothing. @param {RedisConnection} connection */
async function queueCpuMs(connection) {
  const jobs = 5_000;
  let read = 0;
  /** @type {(value?: unknown) => void} */
  let finished = () => undefined;
  const all = new Promise((resolve) => {
    finished = resolve;
  });
  const queue = await ReadQueue.open(connection, {
    prefix: 'pageward:{bench}',
    concurrency: 32,
    lockMs: 15_000,
    read: async () => {
      read += 1;
      if (read === jobs) finished();
      return undefined;
    },
    onError: (error) => console.error(error),
  });
  const before = await cpuMs(connection);
  // As a crawl does: no more at once than are read.
  for (let from = 0; from < jobs; from += 20) {
    await queue.put(Array.from({ length: 20 }, (_, index) => `job-${from + index}`));
  }
  await all;
  const took = (await cpuMs(connection)) - before;
  await queue.close(false);
  return took / jobs;
}

/** @param {RedisConnection} connection */
async function cpuMs({ client }) {
  const info = await client.info('cpu');
  const of = (/** @type {string} */ name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
  return (of('used_cpu_sys') + of('used_cpu_user')) * 1_000;
}

/** @param {RedisConnection} connection */
async function bytes({ client }) {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
}

/** @param {RedisConnection} connection */
async function commands({ client }) {
  const info = await client.info('commandstats');
  return [...info.matchAll(/calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
}
