// How much memory reads take: the largest resident set of the process tree, Node included, while four reads are under way,
// and whether it grows over many reads. Each contestant in a process of its own, one after the other. On Linux only.
//
//   node bench/memory.js [--reads 500] [floor read session]
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBenchSite } from './pages.js';
import { treeMemory } from './process-tree.js';
import { quantile } from './side-by-side.js';

const AT_ONCE = 4;
const LOOK_EVERY_MS = 100;
const PROGRAM = fileURLToPath(new URL('memory-contestant.js', import.meta.url));

const { values, positionals } = parseArgs({
  options: { reads: { type: 'string', default: '500' } },
  allowPositionals: true,
});
const reads = Number(values.reads);
const names = positionals.length > 0 ? positionals : ['floor', 'read', 'session'];
const site = await startBenchSite();

/** @param {string} name */
async function measure(name) {
  const child = spawn(process.execPath, ['--expose-gc', PROGRAM, name, site.origin, String(reads), String(AT_ONCE)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const samples = [];
  let done = 0;
  let heldMb = Number.NaN;
  const timer = setInterval(() => samples.push({ done, ...treeMemory(child.pid) }), LOOK_EVERY_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'done') done += 1;
    else heldMb = Number(line.split(' ')[1]) / 2 ** 20;
    if (done === reads) clearInterval(timer);
  }
  clearInterval(timer);
  const median = (from, to) => {
    const within = samples.filter((sample) => sample.done >= from * reads && sample.done < to * reads);
    return quantile(
      within.map(({ tree }) => tree),
      0.5,
    );
  };
  const largest = (count) => Math.max(...samples.map(count));
  return {
    peakMb: largest(({ tree }) => tree),
    nodeMb: largest(({ root }) => root),
    renderers: largest(({ renderers }) => renderers),
    earlyMb: median(0.1, 0.3),
    lateMb: median(0.8, 1),
    heldMb,
  };
}

const COLUMNS = {
  peak: ({ peakMb }) => peakMb.toFixed(0),
  'of it Node': ({ nodeMb }) => nodeMb.toFixed(0),
  'renderers at most': ({ renderers }) => String(renderers),
  'reads 10-30 %': ({ earlyMb }) => earlyMb.toFixed(0),
  '80-100 %': ({ lateMb }) => lateMb.toFixed(0),
  'late ÷ early': ({ earlyMb, lateMb }) => (lateMb / earlyMb).toFixed(2),
  'Node holds': ({ heldMb }) => heldMb.toFixed(0),
};

console.log(`${reads} reads, ${AT_ONCE} at once; resident MB of the process tree, median of the reads said`);
console.log(['contestant', ...Object.keys(COLUMNS)].join('  '));
for (const name of names) {
  const measured = await measure(name);
  const cells = Object.entries(COLUMNS).map(([title, cell]) => cell(measured).padStart(title.length));
  console.log([name.padEnd('contestant'.length), ...cells].join('  '));
}
await site.close();
