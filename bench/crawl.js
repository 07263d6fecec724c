// Whole crawls side by side with Crawlee doing the same work (Readability and Turndown in its handlers) and linkinator, which
// only follows links: pages a second as ratios, and the processor time and peak memory of the process tree. One run, turns interleaved.
//
//   node bench/crawl.js [--rounds 3] [--static 500] [--spa 300] [--concurrency 0,4,8] [--sites static,spa] [--only pageward]
//
// 0 is each crawler's own choice. A contestant counts by its best concurrency. Peers are installed from npm into a folder under
// the temporary one, with no install scripts, and run in a network namespace in which nothing but loopback exists.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { locateBrowser } from '../dist/browser/locate.js';
import { runCrawl } from './crawl/run-crawl.js';
import { installPackages } from './install-packages.js';
import { runAgainOnLoopbackOnly } from './loopback-only.js';
import { quantile } from './side-by-side.js';

const PEERS = [
  'crawlee@3.18.1',
  'playwright@1.65.1',
  'linkinator@7',
  'jsdom@29',
  '@mozilla/readability@0.6.0',
  'turndown@7.2.5',
];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    static: { type: 'string', default: '500' },
    spa: { type: 'string', default: '300' },
    concurrency: { type: 'string', default: '0,4,8' },
    sites: { type: 'string', default: 'static,spa' },
    only: { type: 'string' },
  },
});

const folder = path.join(os.tmpdir(), `pageward-crawl-peers-${process.getuid?.() ?? ''}`);
if (process.env.CRAWL_BENCH === undefined) {
  installPackages(folder, PEERS, { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' });
  const { path: browserPath } = await locateBrowser();
  runAgainOnLoopbackOnly(fileURLToPath(import.meta.url), { CRAWL_BENCH: browserPath });
}

const here = (file) => fileURLToPath(new URL(`crawl/${file}`, import.meta.url));
const server = spawn(process.execPath, [here('site.js'), values.static, values.spa], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(server.stdout, 'data');
const [staticSite, appSite] = JSON.parse(String(line));
// Whatever happens, it goes with us.
process.on('exit', () => server.kill());
const job = { folder, browserPath: process.env.CRAWL_BENCH };
const sites = {
  static: {
    url: `${staticSite}/`,
    kind: 'http',
    pages: Number(values.static),
    contestants: ['pageward', 'crawlee', 'linkinator'],
  },
  spa: { url: `${appSite}/`, kind: 'browser', pages: Number(values.spa), contestants: ['pageward', 'crawlee'] },
};

for (const name of values.sites.split(',')) {
  const { contestants, pages, ...site } = sites[name];
  const runs = contestants
    .filter((contestant) => values.only === undefined || values.only.split(',').includes(contestant))
    .flatMap((contestant) =>
      values.concurrency.split(',').map((concurrency) => ({
        contestant,
        concurrency: Number(concurrency),
        rates: [],
        peaks: [],
        costs: [],
        faults: 0,
      })),
    );
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const run of runs) {
      const result = await runCrawl(here(`${run.contestant}.js`), { ...job, ...site, concurrency: run.concurrency });
      run.rates.push((result.pages * 1_000) / result.ms);
      run.peaks.push(result.peakMb);
      run.costs.push(result.cpuMs / result.pages);
      const isLinksOnly = run.contestant === 'linkinator';
      if (!isLinksOnly && result.complete < pages) run.faults += 1;
    }
  }
  const best = contestants.flatMap((contestant) =>
    runs
      .filter((run) => run.contestant === contestant)
      .sort((one, other) => quantile(other.rates, 0.5) - quantile(one.rates, 0.5))
      .slice(0, 1),
  );
  console.log(`\n${name}: ${pages} pages`);
  const ours = best.find(({ contestant }) => contestant === 'pageward');
  for (const run of runs) {
    const rate = quantile(run.rates, 0.5);
    const ratio = quantile(ours?.rates ?? [], 0.5) / rate;
    console.log(
      [
        run.contestant.padEnd(11),
        `concurrency ${run.concurrency || 'own'}`.padEnd(16),
        `${rate.toFixed(1).padStart(7)} pages/s`,
        `${quantile(run.costs, 0.5).toFixed(0).padStart(4)} ms of processor a page`,
        `peak ${quantile(run.peaks, 0.5).toFixed(0).padStart(5)} MB`,
        best.includes(run) ? `best; Pageward at its best is ${ratio.toFixed(2)} times this` : '',
        run.faults > 0 ? `INCOMPLETE in ${run.faults} rounds` : '',
      ].join('  '),
    );
  }
}
server.kill();
