/**
 * Crawls a site that is in memory into a folder, and dies by SIGKILL at one step of what it does to its files, in the middle
 * of what it writes. Run as `node crash-program.js FOLDER STEP PAGES MAX-PAGES [resume]`; STEP 0 dies at none, and says how many there were.
 */
import { appendFileSync } from 'node:fs';
import { CrawlDisk } from '#src/crawl/crawl-disk.js';
import { crawlOn } from '#src/crawl/crawler.js';
import { memorySite } from './memory-site.js';

const [folder = '', step = '0', pages = '0', maxPages = '0', resume] = process.argv.slice(2);
let steps = 0;
const disk = new CrawlDisk(({ kind, file, data }) => {
  steps += 1;
  if (steps !== Number(step)) return;
  if (kind === 'write' && data !== undefined) appendFileSync(file, data.subarray(0, data.length / 2));
  process.kill(process.pid, 'SIGKILL');
});

const site = memorySite(Number(pages));
const options = {
  reader: site.reader,
  out: folder,
  resume: resume === 'resume',
  maxPages: Number(maxPages),
  concurrency: 4,
  robots: /** @type {const} */ ('ignore'),
  sitemap: /** @type {const} */ ('skip'),
};
for await (const _ of crawlOn({ disk }, site.seed, options));
console.log(steps);
