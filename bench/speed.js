// How long a read takes beside a bare Playwright script on the same browser binary that knows what to wait for (the
// floor), and how much of the floor's time is the page's own. One run, turns interleaved, ratios to the floor.
//
//   node bench/speed.js [--rounds 15] [--pages spa,timers] [--modes pause,back-to-back,four]
import { parseArgs } from 'node:util';
import { floor, pageItself, pageward } from './contestants.js';
import { BENCH_PAGES, startBenchSite } from './pages.js';
import { quantile, takeTurns, timed } from './side-by-side.js';

/** As long as a model thinks at the very least. */
const PAUSE_MS = 600;
const AT_ONCE = 4;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    pages: { type: 'string', default: BENCH_PAGES.map(({ name }) => name).join() },
    modes: { type: 'string', default: 'pause,back-to-back,four' },
  },
});
const rounds = Number(values.rounds);
const site = await startBenchSite();
const policy = { allowPrivate: [site.host] };
const base = await floor();
const alone = await pageItself();
const readers = [
  pageward('read', { ...policy, isolation: 'read' }),
  pageward('session', { ...policy, isolation: 'session' }),
];
const contestants = [base, alone, ...readers];
const incomplete = new Map();

async function read(contestant, page) {
  const text = await contestant.read(`${site.origin}${page.path}`, page);
  if (text.includes(page.lastWords)) return;
  const key = `${page.name} by ${contestant.name}`;
  incomplete.set(key, (incomplete.get(key) ?? 0) + 1);
}

const modes = {
  pause: (page) =>
    takeTurns(contestants, { rounds, pauseMs: PAUSE_MS }, async (one) => {
      await one.prepare?.();
      return [await timed(() => read(one, page))];
    }),
  // Several reads a turn: of one alone, what it leaves to do would fall into the turn of the next contestant.
  'back-to-back': (page) =>
    takeTurns(contestants, { rounds: Math.ceil(rounds / 4) }, async (one) => {
      const times = [];
      for (let count = 0; count < 4; count += 1) {
        await one.prepare?.();
        times.push(await timed(() => read(one, page)));
      }
      return times;
    }),
  four: (page) =>
    takeTurns([base, ...readers], { rounds: Math.ceil(rounds / 4) }, async (one) => {
      const each = [];
      const all = await timed(() =>
        Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            for (let count = 0; count < 3; count += 1) each.push(await timed(() => read(one, page)));
          }),
        ),
      );
      // What one read costs when four are under way: the inverse of the throughput.
      return each.map((ms) => (ms / each.reduce((sum, other) => sum + other, 0)) * all);
    }),
};

console.log('median and p95; the readers as multiples of the floor');
for (const page of BENCH_PAGES.filter(({ name }) => values.pages.split(',').includes(name))) {
  for (const mode of values.modes.split(',')) {
    const times = [...(await modes[mode](page))].map(([name, each]) => [
      name,
      quantile(each, 0.5),
      quantile(each, 0.95),
    ]);
    const [[, median, p95], ...others] = times;
    const ratios = others.map(([name, ...each]) => {
      const written = [each[0] / median, each[1] / p95].map((ratio) => ratio.toFixed(2).padStart(5));
      return `${name} ${written.join(' ')}`;
    });
    const floorMs = [median, p95].map((ms) => ms.toFixed(0).padStart(5)).join(' ');
    console.log(page.name.padEnd(9), mode.padEnd(13), `floor ${floorMs} ms `, ratios.join('   '));
  }
}
console.log(`incomplete reads: ${[...incomplete].map(([what, count]) => `${what} ${count}`).join(', ') || 'none'}`);
for (const contestant of contestants) await contestant.close();
await site.close();
