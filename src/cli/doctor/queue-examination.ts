import { isPagewardError } from '../../base/errors.js';
import type { Examination } from './examination.js';

/** Whether the Redis of shared crawls answers, and in what it may lose one. */
export async function examineQueue(url: string): Promise<Examination[]> {
  const subject = 'queue';
  try {
    // Both need packages that not everybody has.
    const { RedisConnection } = await import('../../crawl/redis-connection.js');
    const { redisDangers } = await import('../../crawl/redis-dangers.js');
    const connection = await RedisConnection.open(url);
    try {
      const dangers = await redisDangers(connection);
      if (dangers.length === 0) return [{ subject, state: 'ok', detail: `Redis answers at ${connection.shownUrl}` }];
      const cure = 'Change that in the configuration of Redis.';
      return dangers.map(({ about, message }) => ({ subject, state: 'warning', detail: `${about}: ${message}`, cure }));
    } finally {
      connection.close();
    }
  } catch (error) {
    if (!isPagewardError(error)) throw error;
    return [{ subject, state: 'fault', detail: error.message, ...(error.hint && { cure: error.hint }) }];
  }
}
