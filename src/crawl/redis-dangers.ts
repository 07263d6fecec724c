import { QueueError } from '../base/errors.js';
import type { CrawlNotice } from './crawl-event.js';
import type { RedisConnection } from './redis-connection.js';

/** Of Redis: the first with `XRANGE` from after an entry. */
const OLDEST = { major: 6, minor: 2 };

/**
 * In what this Redis may lose a crawl, as far as it lets us see.
 *
 * @throws QueueError `QUEUE_UNREACHABLE` for a Redis that is too old
 */
export async function redisDangers({ client, shownUrl }: RedisConnection): Promise<CrawlNotice[]> {
  const notice = (message: string): CrawlNotice => ({ type: 'notice', about: shownUrl, message });
  const [server, persistence, memory] = await Promise.all([
    client.info('server').catch(() => ''),
    client.info('persistence').catch(() => ''),
    client.info('memory').catch(() => ''),
  ]);
  const [, major, minor] = /^redis_version:(\d+)\.(\d+)/m.exec(server) ?? [];
  if (major !== undefined && Number(major) * 100 + Number(minor) < OLDEST.major * 100 + OLDEST.minor) {
    throw new QueueError(`Redis at ${shownUrl} is ${major}.${minor}, and the oldest that will do is 6.2`, {
      code: 'QUEUE_UNREACHABLE',
      hint: 'Take a newer Redis.',
    });
  }
  const [, policy = ''] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
  const hasMost = !/^maxmemory:0\b/m.test(memory);
  const isAppending = /^aof_enabled:1/m.test(persistence);
  const notices: CrawlNotice[] = [];
  if (persistence !== '' && !isAppending) {
    notices.push(
      notice('this Redis keeps no append-only file: if it is restarted, the crawl is lost in part (appendonly yes)'),
    );
  }
  if (policy !== '' && policy !== 'noeviction') {
    const when = hasMost ? '' : ' once it has a maxmemory';
    notices.push(
      notice(`this Redis throws data away when its memory is full (${policy})${when}: set maxmemory-policy noeviction`),
    );
  }
  return notices;
}
