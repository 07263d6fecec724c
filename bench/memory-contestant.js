// One contestant of memory.js in a process of its own: says `done` after each read and `held BYTES` at the end.
import { floor, pageward } from './contestants.js';
import { BENCH_PAGES } from './pages.js';

const [name, origin, reads, atOnce] = process.argv.slice(2);
const spa = BENCH_PAGES.find((page) => page.name === 'spa');
const policy = { allowPrivate: [new URL(origin).host] };
const contestant = name === 'floor' ? await floor() : pageward(name, { ...policy, isolation: name });

await Promise.all(
  Array.from({ length: Number(atOnce) }, async (_, lane) => {
    for (let count = lane; count < Number(reads); count += Number(atOnce)) {
      await contestant.read(`${origin}${spa.path}?${count}`, spa);
      process.stdout.write('done\n');
    }
  }),
);
globalThis.gc?.();
const { heapUsed, external } = process.memoryUsage();
process.stdout.write(`held ${heapUsed + external}\n`);
await contestant.close();
