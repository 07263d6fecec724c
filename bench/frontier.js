// What the frontier of a crawl costs: microseconds and bytes for each URL it has met, at several sizes, side by side. No I/O:
// a site that is nothing but a rule, each page with links to a menu, to new pages and to old ones, with parameters, and with
// a fingerprint. The last column is the cost against that of the smallest size: 1 is flat.
//
//   node --expose-gc bench/frontier.js [--sizes 1000,5000,20000,100000] [--rounds 2] [--links 20] [--order breadth|depth|best]
import { parseArgs } from 'node:util';
import { Frontier } from '../dist/crawl/frontier.js';
import { createScope } from '../dist/crawl/scope.js';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,5000,20000,100000' },
    rounds: { type: 'string', default: '2' },
    links: { type: 'string', default: '20' },
    order: { type: 'string', default: 'breadth' },
  },
});
if (globalThis.gc === undefined) throw new Error('Run with --expose-gc, or the memory cannot be told.');

const HOME = 'https://www.example.com';
const NEW_LINKS = 3;
const scope = await createScope([`${HOME}/`]);

/** A number that looks drawn by lot, the same every time. */
const drawn = (seed) => Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) >>> 0;
const nameOf = (page) => `${HOME}/section-${page % 50}/article-about-something-${page}.html?lang=en&id=${page}`;

/** Links of a page: a menu, pages before and after it, new pages. */
function linksOf(page, size, count) {
  const links = Array.from({ length: NEW_LINKS }, (_, index) => page * NEW_LINKS + index + 1).filter((to) => to < size);
  for (let index = 0; links.length < count; index += 1)
    links.push(index < 15 ? index : drawn(page * 64 + index) % (page + 2));
  return links.map((to) => ({ url: nameOf(to), text: 'a link' }));
}

function fingerprint(page) {
  const half = (salt) =>
    drawn(page * 31 + salt)
      .toString(16)
      .padStart(8, '0');
  return { hash: half(1) + half(2), simhash: half(3) + half(4), words: 400 };
}

function memory() {
  // Buffers are freed a collection after the objects that hold them.
  for (let times = 0; times < 4; times += 1) globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Crawls so many pages; gives the frontier too, so that its memory can be taken. */
function crawl(size, linkCount) {
  const frontier = new Frontier({ scope, order: values.order, score: ({ url }) => url.length });
  let spentMs = 0;
  const told = (event) => {
    const start = performance.now();
    const answer = event();
    spentMs += performance.now() - start;
    return answer;
  };
  told(() => frontier.seeded([nameOf(0)]));
  let page = 0;
  for (let handout = told(() => frontier.next()); handout; handout = told(() => frontier.next())) {
    const links = linksOf(Number(/id=(\d+)/.exec(handout.url)[1]), size, linkCount);
    const facts = { finalUrl: handout.url, fingerprint: fingerprint(page) };
    told(() => {
      frontier.started(handout.key);
      frontier.finished(handout.key, facts);
      frontier.discovered(links, handout.key);
    });
    page += 1;
  }
  const { pages } = frontier.counts();
  return { frontier, pages, microsPerUrl: (spentMs * 1_000) / pages };
}

/** The memory of a frontier is what is free when it is gone. */
function measured(size, linkCount) {
  const result = crawl(size, linkCount);
  const full = memory();
  delete result.frontier;
  return { ...result, bytesPerUrl: (full - memory()) / result.pages };
}

const sizes = values.sizes.split(',').map(Number);
const best = new Map();
crawl(Math.min(...sizes), Number(values.links));
// Rounds over all sizes, not sizes over all rounds: what disturbs the machine then disturbs all alike.
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const size of sizes) {
    const result = measured(size, Number(values.links));
    const known = best.get(size);
    if (known === undefined || result.microsPerUrl < known.microsPerUrl) best.set(size, result);
  }
}
const first = best.get(sizes[0]);
console.log('    URLs   pages   bytes/URL   µs/URL   against the first');
for (const [size, { pages, bytesPerUrl, microsPerUrl }] of best) {
  const row = [
    size,
    pages,
    bytesPerUrl.toFixed(0),
    microsPerUrl.toFixed(1),
    (microsPerUrl / first.microsPerUrl).toFixed(2),
  ];
  console.log(row.map((cell, index) => String(cell).padStart([8, 8, 12, 9, 12][index])).join(''));
}
