// How much memory reads take: the largest resident set of the browser's processes while four reads are under way, and
// whether it grows over many reads. One contestant after the other, each with a browser of its own. On Linux only.
//
//   node bench/memory.js [--reads 500]
import { parseArgs } from 'node:util';
import { floor, pageward } from './contestants.js';
import { BENCH_PAGES, startBenchSite } from './pages.js';
import { residentMb } from './process-tree.js';
import { quantile } from './side-by-side.js';

const AT_ONCE = 4;
const LOOK_EVERY_MS = 100;

const { values } = parseArgs({ options: { reads: { type: 'string', default: '500' } } });
const reads = Number(values.reads);
const site = await startBenchSite();
const policy = { allowPrivate: [site.host] };
const spa = BENCH_PAGES.find(({ name }) => name === 'spa');

/** @param {import('./contestants.js').Contestant} contestant */
async function measure(contestant) {
  const samples = [];
  let peakMb = 0;
  let done = 0;
  const timer = setInterval(() => {
    const mb = residentMb(process.pid);
    peakMb = Math.max(peakMb, mb);
    samples.push({ done, mb });
  }, LOOK_EVERY_MS);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let count = lane; count < reads; count += AT_ONCE, done += 1) {
        await contestant.read(`${site.origin}${spa.path}?${count}`, spa);
      }
    }),
  );
  clearInterval(timer);
  const within = (from, to) => samples.filter((sample) => sample.done >= from * reads && sample.done < to * reads);
  const early = quantile(
    within(0.1, 0.3).map(({ mb }) => mb),
    0.5,
  );
  const late = quantile(
    within(0.8, 1).map(({ mb }) => mb),
    0.5,
  );
  return { peakMb, early, late, nodeMb: process.memoryUsage.rss() / 2 ** 20 };
}

console.log(`${reads} reads, ${AT_ONCE} at once; the browser's processes, in MB`);
console.log('contestant  peak  median of reads 10-30 %  of reads 80-100 %  late ÷ early  Node afterwards');
for (const open of [
  floor,
  () => pageward('read', { ...policy, isolation: 'read' }),
  () => pageward('session', { ...policy, isolation: 'session' }),
]) {
  const contestant = await open();
  const { peakMb, early, late, nodeMb } = await measure(contestant);
  await contestant.close();
  console.log(
    contestant.name.padEnd(10),
    peakMb.toFixed(0).padStart(5),
    early.toFixed(0).padStart(24),
    late.toFixed(0).padStart(18),
    (late / early).toFixed(2).padStart(13),
    nodeMb.toFixed(0).padStart(16),
  );
}
await site.close();
