import type { CrawlNotice } from './crawl-event.js';
import type { RedisConnection } from './redis-connection.js';

/** In what this Redis may lose a crawl, as far as it lets us see. */
export async function redisDangers({ client, shownUrl }: RedisConnection): Promise<CrawlNotice[]> {
  const notice = (message: string): CrawlNotice => ({ type: 'notice', about: shownUrl, message });
  const [persistence, memory] = await Promise.all([
    client.info('persistence').catch(() => ''),
    client.info('memory').catch(() => ''),
  ]);
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
