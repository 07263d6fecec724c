/**
 * One process of a crawl in Redis, of a site on the loopback. Run as `node redis-crawl-program.js SEED OPTIONS-AS-JSON`; writes a line
 * of JSON for each page, failure and notice, and for the end.
 */
import { crawl } from '#src/crawl/crawler.js';

const [seed = '', options = '{}'] = process.argv.slice(2);
try {
  for await (const event of crawl(seed, JSON.parse(options))) {
    if (event.type === 'progress' || event.type === 'skipped') continue;
    const { page: _, ...told } = { page: undefined, ...event };
    console.log(JSON.stringify(told));
  }
} catch (error) {
  console.log(JSON.stringify({ type: 'error', code: error.code, message: error.message }));
  process.exitCode = 1;
}
