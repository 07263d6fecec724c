import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedisConnection } from '#src/crawl/redis-connection.js';
import { RedisCrawl } from '#src/crawl/redis-crawl.js';
import { hasRedis, TestRedis } from '../support/redis.js';
import { CrawlModel, hostOf, type ModelLimits, type ModelPage } from './redis-model.js';

const IDS = Array.from({ length: 24 }, (_, index) => `h${index % 3}-${index}`);
const id = fc.constantFrom(...IDS);

const page = fc.record<ModelPage>({
  final: id,
  content: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'),
  words: fc.constantFrom(3, 300),
  bytes: fc.integer({ min: 1, max: 20 }),
  links: fc.array(id, { maxLength: 5 }),
});
/** `which` picks one of the reads that some process holds, or has held. */
const which = fc.nat(1_000);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('feed' as const), want: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('commit' as const), which, page, stays: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), which }) },
);
const most = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(1_000));
const limits = fc.record<ModelLimits>({
  maxPages: most,
  maxPagesPerHost: most,
  maxBytes: fc.oneof(fc.integer({ min: 20, max: 60 }), fc.constant(1_000_000)),
  maxFailures: most,
});

/** A read as one process holds it: killed or late, it may still speak after another has it. */
interface Held {
  readonly read: { readonly id: string; readonly attempt: string };
  readonly start: number;
}

describe.skipIf(!hasRedis())('the scripts of a crawl in Redis', { timeout: 120_000 }, () => {
  let redis: TestRedis;
  let connection: RedisConnection;
  let crawls = 0;

  beforeAll(async () => {
    redis = await TestRedis.start(['--appendonly', 'no']);
    connection = await RedisConnection.open(redis.url);
  });

  afterAll(async () => {
    connection.close();
    await redis.close();
  });

  async function begun(given: ModelLimits, seeds: readonly string[]): Promise<RedisCrawl> {
    crawls += 1;
    const crawl = new RedisCrawl(connection, `model-${crawls}`, new AbortController().signal);
    const pace = { spacingMs: 0, maxPerHost: 100, maxQuietMs: 600_000, firstAtATime: 100 };
    const fields = {
      id: 'x',
      begun: '{}',
      ...given,
      ...pace,
      order: 'breadth',
      kept: 1,
      maxStreamBytes: 1e9,
      listed: '1',
    };
    await crawl.open(fields, seeds.map(linkOf));
    return crawl;
  }

  it('decide as a plain program does, whoever is killed, late, or asks twice', async () => {
    const seeds = ['h0-0', 'h1-1', 'h2-2'];
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { minLength: 20, maxLength: 80 }), async (given, steps) => {
        const crawl = await begun(given, seeds);
        const model = new CrawlModel(given, seeds);
        const jobs: { id: string; attempt: string }[] = [];
        const held: Held[] = [];
        const feed = async (want: number) => {
          const { ended, jobs: fed } = await crawl.feed(want, 15_000);
          for (const job of fed) {
            const [id = '', attempt = ''] = job.split('.');
            expect(model.feed(id, Number(attempt))).toBeUndefined();
            jobs.push({ id, attempt });
          }
          if (ended !== '') model.ended = ended;
        };
        const begin = async (read: { id: string; attempt: string }) => {
          await crawl.look(read);
          const { answer, value } = await crawl.begin(read, 60_000);
          if (answer === 'lost') return;
          const start = model.begin(read.id, Number(read.attempt));
          expect(answer === 'go' ? value : undefined).toBe(start);
          if (start !== undefined) held.push({ read, start });
        };
        const commit = async ({ read, start }: Held, got: ModelPage) => {
          const told = await crawl.commit(read, start, factsOf(got), PAYLOAD);
          const verdict = told.verdict === 'page' ? `page ${told.seq}` : told.verdict;
          expect(verdict).toBe(model.commit(read.id, Number(read.attempt), start, got));
        };
        for (const one of steps) {
          if (one.do === 'feed') await feed(one.want);
          else if (one.do === 'begin') {
            const read = jobs[one.which % Math.max(1, jobs.length)];
            if (read !== undefined) await begin(read);
          } else {
            const index = one.which % Math.max(1, held.length);
            const mine = held[index];
            if (mine === undefined) continue;
            const { read, start } = mine;
            if (one.do === 'commit') await commit(mine, one.page);
            if (one.do === 'fail') {
              const { verdict } = await crawl.commit(read, start, { ...factsOf(NO_PAGE), kind: 'failure' }, PAYLOAD);
              const told = model.fail(read.id, Number(read.attempt), start);
              // A page that was recorded under this start is told again, whatever is said of it now.
              if (verdict !== 'page') expect(verdict).toBe(told);
            }
            if (one.do === 'release') {
              await crawl.release(read, start, 0);
              model.release(read.id, Number(read.attempt), start);
            }
            if (!('stays' in one && one.stays)) held.splice(index, 1);
          }
          await expectAlike(crawl, model);
        }
        // Whatever was left, others finish it.
        for (let round = 0; round < 200 && model.ended === undefined; round += 1) {
          await feed(10);
          for (const [id, { attempt }] of [...model.handed]) {
            held.length = 0;
            await begin({ id, attempt: String(attempt) });
            for (const mine of held) await commit(mine, { ...NO_PAGE, final: id, content: id });
            if (held.length === 0 && model.handed.has(id)) {
              // It has been started too often.
              const { start } = model.handed.get(id) ?? { start: 0 };
              await crawl.release({ id, attempt: String(attempt) }, start, 0);
              model.release(id, attempt, start);
            }
          }
        }
        await expectAlike(crawl, model);
        expect(model.ended).toBe(endOf(model));
        const results = (await crawl.results({}, 10_000)).filter(({ kind }) => kind === 'page');
        expect(results.map(({ seq }) => seq)).toEqual(model.recorded.map((_, index) => index + 1));
      }),
      { numRuns: Number(process.env.PAGEWARD_MODEL_RUNS ?? 60) },
    );
  });

  it('give up a page that kills whoever reads it', async () => {
    const crawl = await begun({ maxPages: 9, maxPagesPerHost: 9, maxBytes: 99, maxFailures: 9 }, ['h0-0']);
    const [job = ''] = (await crawl.feed(1, 15_000)).jobs;
    const [id = '', attempt = ''] = job.split('.');
    const answers: string[] = [];
    for (let start = 0; start < 6; start += 1) answers.push((await crawl.begin({ id, attempt }, 60_000)).answer);
    expect(answers).toEqual(['go', 'go', 'go', 'go', 'go', 'lost']);
  });

  it('hand out again what BullMQ has lost', async () => {
    const crawl = await begun({ maxPages: 9, maxPagesPerHost: 9, maxBytes: 99, maxFailures: 9 }, ['h0-0']);
    const { jobs } = await crawl.feed(1, 15_000);
    expect((await crawl.feed(1, 15_000)).jobs).toEqual([]);
    await connection.client.zadd(crawl.key('out'), 0, jobs[0] ?? '');
    expect((await crawl.feed(0, 15_000)).jobs).toEqual(jobs);
  });

  it('hand out the hosts that are ready, however many URLs wait for one that is not', async () => {
    const crawl = await begun({ maxPages: 1e6, maxPagesPerHost: 1e6, maxBytes: 1e9, maxFailures: 1e6 }, []);
    await crawl.discover(
      Array.from({ length: 5_000 }, (_, index) => linkOf(`h0-${index}`)),
      1,
      '',
    );
    await crawl.discover(['h1-1', 'h2-1'].map(linkOf), 9, '');
    await crawl.setDelay('h0', 60_000);
    const fed = [await crawl.feed(10, 15_000), await crawl.feed(10, 15_000)];
    expect(fed.flatMap(({ jobs }) => jobs.map(hostOf)).toSorted()).toEqual(['h0', 'h1', 'h2']);
  });
});

const PAYLOAD = { payload: 'payload', repeated: '' };
const NO_PAGE: ModelPage = { final: '', content: '', words: 0, bytes: 1, links: [] };

function linkOf(url: string): [string, string, string] {
  return [url, `http://${hostOf(url)}/${url}`, hostOf(url)];
}

function factsOf({ final, content, words, bytes, links }: ModelPage) {
  return {
    kind: 'page' as const,
    depth: 0,
    finalId: final,
    finalHost: hostOf(final),
    canonicalId: '',
    content,
    words,
    leastWords: 25,
    bytes,
    rendered: false,
    reason: '',
    repeatsFollowed: 1_000,
    at: '',
    links: links.map(linkOf),
  };
}

async function expectAlike(crawl: RedisCrawl, model: CrawlModel): Promise<void> {
  const meta = await crawl.meta();
  const { pages, failures, bytes } = model;
  const counts = { pages, failures, bytes, waiting: model.in('waiting').length, handed: model.handed.size };
  expect(meta).toMatchObject(counts);
  expect(pages + model.handed.size).toBeLessThanOrEqual(model.limits.maxPages);
  for (const host of ['h0', 'h1', 'h2']) expect(model.pagesOf(host)).toBeLessThanOrEqual(model.limits.maxPagesPerHost);
  expect(new Set(model.recorded).size).toBe(pages);
}

function endOf(model: CrawlModel): string {
  if (model.limit !== undefined) return model.limit;
  if (model.pages >= model.limits.maxPages && model.in('waiting').length > 0) return 'max-pages';
  return model.in('waiting').length > 0 ? 'max-pages-per-host' : 'complete';
}
