import { createHash, randomUUID } from 'node:crypto';
import { REAL_CLOCK } from '../base/clock.js';
import { UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { invalidOption } from '../base/options.js';
import { USER_AGENT } from '../base/version.js';
import type { Completion } from './crawl-completion.js';
import type { CrawlEvent, CrawlNotice } from './crawl-event.js';
import { type CrawlOptions, concurrencyBounds, recordedOptions } from './crawl-options.js';
import { openCrawlReader } from './crawl-reader.js';
import { firstPace } from './host-pace.js';
import { politeLoader } from './polite-loader.js';
import { productTokenOf } from './product-token.js';
import { optionsThatDiffer, type RecordedOptions } from './recorded-options.js';
import { LinkRules } from './redis-commit.js';
import { RedisConnection, spoilt } from './redis-connection.js';
import { RedisCrawl } from './redis-crawl.js';
import { redisDangers } from './redis-dangers.js';
import type { RedisQueueOptions } from './redis-options.js';
import { ROBOTS_FRESH_MS, redisRobotsLoader } from './redis-robots.js';
import { RedisRun } from './redis-run.js';
import { RedisTurns } from './redis-turns.js';
import type { RedisMeta } from './redis-values.js';
import { RobotsFiles } from './robots-file.js';
import { createScope, type Scope } from './scope.js';
import { visitTimeoutMs } from './visit.js';

/** {@link crawl} with `queue`: this process's part of a crawl that others may share. */
export async function* crawlInRedis(
  seeds: readonly string[],
  options: CrawlOptions,
  queue: RedisQueueOptions,
): AsyncGenerator<CrawlEvent, void, undefined> {
  refuseUnshared(options);
  const ending = new AbortController();
  const connection = await RedisConnection.open(queue.url, queue);
  const recorded = recordedOptions(seeds, options);
  const name = queue.name ?? createHash('sha256').update(JSON.stringify(recorded)).digest('hex').slice(0, 16);
  const crawl = new RedisCrawl(connection, name, ending.signal);
  const bounds = concurrencyBounds(options);
  const { readerOptions = {} } = options;
  const reader = openCrawlReader(options.reader ?? 'auto', readerOptions, {
    concurrency: bounds.max,
    seed: seeds.join(' '),
  });
  try {
    const { scope, include, exclude, hashRoutes, dropParams, keepParams, maxDepth } = options;
    const inScope = await createScope(seeds, {
      ...(scope && { scope }),
      ...(include && { include }),
      ...(exclude && { exclude }),
    });
    const rules = new LinkRules({
      seeds,
      scope: inScope,
      ...(hashRoutes && { hashRoutes }),
      ...(dropParams && { dropParams }),
      ...(keepParams && { keepParams }),
      ...(maxDepth !== undefined && { maxDepth }),
    });
    const meta = await joined(crawl, { seeds, options, queue, recorded, rules });
    const notices = [...(await redisDangers(connection)), ...endedBefore(meta, connection.shownUrl)];
    const token = randomUUID();
    const isPolite = options.robots !== 'ignore';
    const productToken = productTokenOf(readerOptions.userAgent ?? USER_AGENT);
    const running: { run: RedisRun | undefined } = { run: undefined };
    const { spacingMs, maxPerHost, maxQuietMs } = meta;
    const turns = new RedisTurns(crawl, { spacingMs, maxPerHost, maxQuietMs }, (error) => running.run?.break(error));
    const robots = isPolite
      ? new RobotsFiles({
          loader: redisRobotsLoader(reader.loader, crawl, token),
          productToken,
          freshMs: ROBOTS_FRESH_MS,
          onFile: ({ state, origin, reason }) => {
            if (state !== 'unreachable') return;
            const message = `its robots.txt cannot be had, so nothing of it may be read: ${reason ?? 'no answer'}`;
            running.run?.notice(origin, message);
          },
        })
      : undefined;
    const run = new RedisRun({
      crawl,
      reader,
      rules,
      robots,
      loader: politeLoader({ loader: reader.loader, turns, robots }),
      reads: {
        crawl,
        rules,
        turns,
        robots,
        productToken,
        reader: reader.reader,
        visit: {
          timeoutMs: visitTimeoutMs(options.timeoutMs, readerOptions.timeoutMs),
          images: options.images ?? options.assets ?? false,
          audit: options.audit ?? false,
          clock: REAL_CLOCK,
        },
        retries: options.retries ?? LIMITS.crawlRetries,
        skipNofollow: options.skipNofollow ?? false,
        skipLinks: options.sitemap === 'only',
        isKept: meta.kept === '1',
      },
      out:
        options.out === undefined
          ? undefined
          : { folder: options.out, begun: begunOf(recorded, name, meta), completion: completionOf(options, inScope) },
      sitemapsOf: options.sitemap === 'skip' ? [] : [...new Set(seeds.map((url) => `${new URL(url).origin}/`))],
      bounds,
      lockMs: queue.lockMs ?? LIMITS.queueLockMs,
      maxMinutes: options.maxMinutes,
      clock: REAL_CLOCK,
      token,
      ending,
    });
    running.run = run;
    const about = connection.shownUrl;
    connection.on('down', (reason) => run.notice(about, `Redis is away (${reason}); the crawl waits for it`));
    connection.on('up', () => run.notice(about, 'Redis is there again'));
    connection.on('lost', (error) => run.break(error));
    yield* run.events(notices, options.signal);
  } finally {
    ending.abort(new Error('the crawl has ended'));
    connection.close();
    await reader.close();
  }
}

/** Of a crawl that is over nothing more is read, which must not look like a crawl. */
function endedBefore({ ended }: RedisMeta, about: string): CrawlNotice[] {
  if (ended === '') return [];
  const message =
    ended === 'complete'
      ? 'this crawl has ended; Redis remembers it for an hour, and another --crawl-name begins anew'
      : `this crawl has ended by ${ended}; --resume and a higher limit go on with it`;
  return [{ type: 'notice', about, message }];
}

interface Joining {
  readonly seeds: readonly string[];
  readonly options: CrawlOptions;
  readonly queue: RedisQueueOptions;
  readonly recorded: RecordedOptions;
  readonly rules: LinkRules;
}

/** Begins the crawl, or joins the one that there is, if it is the same. */
async function joined(crawl: RedisCrawl, { seeds, options, queue, recorded, rules }: Joining): Promise<RedisMeta> {
  const limits = limitsOf(options);
  const pace = { maxPerHost: options.maxPerHost ?? LIMITS.hostRequests, spacingMs: options.spacingMs ?? 0 };
  await crawl.open(
    {
      id: randomUUID(),
      begun: JSON.stringify(recorded),
      ...limits,
      ...pace,
      maxQuietMs: options.maxQuietMs ?? LIMITS.hostQuietMs,
      firstAtATime: Math.floor(firstPace(pace).atATime),
      order: options.order ?? 'breadth',
      kept: options.out === undefined ? 0 : 1,
      maxStreamBytes: queue.maxWaitingBytes ?? LIMITS.queueResultBytes,
      listed: options.sitemap === 'skip' ? '1' : '',
    },
    seeds.flatMap((seed) => {
      const named = rules.named(seed);
      return named === undefined ? [] : [named];
    }),
  );
  if (options.resume === true) await crawl.reopen(limits);
  const meta = await crawl.meta();
  if (meta === undefined) throw spoilt('it was taken away', crawl.connection.shownUrl);
  const differing = optionsThatDiffer(begunIn(meta, crawl), recorded);
  if (differing.length > 0) {
    throw new UsageError(`the crawl of this name was begun with other options: ${differing.join('; ')}`, {
      code: 'JOURNAL_DIFFERS',
      hint: 'Join it with the options that it was begun with, or begin another by --crawl-name.',
      details: { differing },
    });
  }
  if (options.out !== undefined && meta.kept === '0') {
    const hint = 'Begin another by --crawl-name.';
    throw invalidOption('crawl: out: the crawl was begun without a folder, so its pages are not kept', 'out', hint);
  }
  return meta;
}

function begunIn({ begun }: RedisMeta, crawl: RedisCrawl): RecordedOptions {
  try {
    const { seeds, options } = JSON.parse(begun);
    if (Array.isArray(seeds) && typeof options === 'object' && options !== null)
      return { seeds: seeds.map(String), options };
  } catch {
    // As below.
  }
  throw spoilt('its options', crawl.connection.shownUrl);
}

/** What the journal keeps, so that no other crawl goes on in the folder. */
function begunOf({ seeds, options }: RecordedOptions, name: string, { id }: RedisMeta): RecordedOptions {
  return { seeds, options: { ...options, queue: name, crawl: id } };
}

function limitsOf({ maxPages, maxPagesPerHost, maxBytes, maxFailures }: CrawlOptions): Record<string, string | number> {
  return {
    maxPages: maxPages ?? LIMITS.crawlPages,
    maxPagesPerHost: maxPagesPerHost ?? '',
    maxBytes: maxBytes ?? '',
    maxFailures: maxFailures ?? '',
  };
}

function completionOf({ assets, llmsTxt, llmsFull, externalLinks }: CrawlOptions, scope: Scope): Completion {
  const links = externalLinks === true ? { externalLinks: scope } : {};
  return { assets: assets ?? false, llmsTxt: llmsTxt ?? false, llmsFull: llmsFull ?? false, ...links };
}

/** What takes all of a crawl in one process. */
function refuseUnshared({ since, score, order, expect }: CrawlOptions): void {
  const unshared =
    expect !== undefined
      ? 'expect'
      : since !== undefined
        ? 'since'
        : score !== undefined
          ? 'score'
          : order === 'best'
            ? 'order'
            : undefined;
  if (unshared === undefined) return;
  throw invalidOption(`crawl: ${unshared}: is not for a crawl with a queue`, unshared, 'Leave it out, or the queue.');
}
