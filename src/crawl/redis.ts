import { parseUrl } from '../base/url.js';
import { RedisConnection } from './redis-connection.js';
import { RedisCrawl } from './redis-crawl.js';
import type { RedisQueueOptions } from './redis-options.js';

/**
 * Where a crawl of several processes is kept, for `crawl(seeds, { queue })`.
 *
 * @example
 * for await (const event of crawl('https://example.com/', { queue: redisQueue('redis://localhost'), out: 'example' })) {
 *   if (event.type === 'done') console.log(event.totals.pages);
 * }
 */
export function redisQueue(url: string, options: Omit<RedisQueueOptions, 'url'> = {}): RedisQueueOptions {
  return { ...options, url: parseUrl(url).href };
}

/**
 * Takes a crawl out of Redis, whatever state it is in. No process may be at work on it.
 *
 * @throws UsageError `PEER_MISSING`, `INVALID_OPTION`; QueueError `QUEUE_UNREACHABLE`
 */
export async function removeCrawl({ url, name }: { readonly url: string; readonly name: string }): Promise<void> {
  const connection = await RedisConnection.open(url);
  try {
    const crawl = new RedisCrawl(connection, name, new AbortController().signal);
    await crawl.clear();
    await connection.client.unlink(crawl.key('meta'), crawl.key('skips'));
  } finally {
    connection.close();
  }
}
