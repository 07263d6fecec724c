// How the time of an extraction grows with the page. One run, a line for each shape of page: milliseconds per megabyte at
// each size, the power of the size that the time grows with (1 is linear), and how long Node's own thread was held up at
// most.
//
//   node bench/extraction-size.js [--sizes 0.25,0.5,1,2,4,8] [--shapes article,table] [--rounds 1] [--dom light]
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { extract } from '../dist/index.js';
import { quantile, timed } from './side-by-side.js';

const WORDS = 'Some words of a sentence that says little, in a page that is long. ';
const nested = (levels) => (index) =>
  `${'<div>'.repeat(levels)}<p>${index}. ${WORDS.repeat(3)}</p>${'</div>'.repeat(levels)}`;

/** @type {Record<string, { each(index: number): string, around?: [string, string] }>} what is repeated, and what is around it */
const SHAPES = {
  article: {
    each: (index) =>
      `<h2>Part ${index}</h2><p>${WORDS.repeat(4)}<a href="/part/${index}">a link</a> and <em>more</em>. ${WORDS}</p><p>${WORDS.repeat(6)}</p>`,
    around: ['<article><h1>An article</h1>', '</article>'],
  },
  table: {
    each: (index) =>
      `<tr><td>${index}</td><td><a href="/row/${index}">Row ${index}</a></td><td>${WORDS}</td><td>12.50</td></tr>`,
    around: ['<table><tr><th>No.</th><th>Name</th><th>Text</th><th>Price</th></tr>', '</table>'],
  },
  divs: { each: (index) => `<div class="item"><div>Item ${index}</div><div><span>${WORDS}</span></div></div>` },
  links: { each: (index) => `<li><a href="/page/${index}">Page ${index}</a></li>`, around: ['<ul>', '</ul>'] },
  lists: {
    each: (index) =>
      `<ul><li>One ${index}<ul><li>Two, ${WORDS}<ol><li>Three</li><li>Four</li></ol></li></ul></li><li>Five</li></ul>`,
  },
  inline: {
    each: (index) => `<b>${index}</b> <i>some words</i> <code>a_${index}</code> <span>of a line</span> `,
    around: ['<p>', '</p>'],
  },
  breaks: { each: (index) => `Line ${index}, ${WORDS}<br>\n` },
  text: { each: () => WORDS, around: ['<p>', '</p>'] },
  code: {
    each: (index) => `<span class="line">const value${index} = call(${index});</span>\n`,
    around: ['<pre>', '</pre>'],
  },
  images: { each: (index) => `<p><img src="/image/${index}.png" alt="Image ${index}"> ${WORDS}</p>` },
  deep100: { each: nested(100) },
  deep1000: { each: nested(1_000) },
  deep10000: { each: nested(10_000) },
  unclosed: { each: (index) => `<div><span>${index} ${WORDS}` },
};

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '0.25,0.5,1,2,4,8' },
    shapes: { type: 'string', default: Object.keys(SHAPES).join() },
    rounds: { type: 'string', default: '1' },
    dom: { type: 'string', default: 'light' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const options = { url: 'https://example.com/', timeoutMs: 120_000, dom: values.dom };
const MEGABYTE = 1_000_000;

await extract(pageOf('article', 0.2), options);
console.log('shape'.padEnd(10), ...sizes.map((size) => `${size} MB`.padStart(9)), '  power  stall ms');
for (const shape of values.shapes.split(',')) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const times = [];
  const rungs = new Set();
  for (const size of sizes) {
    const html = pageOf(shape, size);
    const each = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      delay.enable();
      each.push(
        await timed(async () => {
          const { extraction, warnings } = await extract(html, options);
          rungs.add(
            warnings.length === 0 ? extraction.rung : `${extraction.rung} (${warnings.join(' ').slice(0, 60)})`,
          );
        }),
      );
      delay.disable();
    }
    times.push(quantile(each, 0.5));
  }
  const perMb = times.map((ms, index) => (ms / sizes[index]).toFixed(0).padStart(9));
  const stall = (delay.max / 1e6).toFixed(0).padStart(9);
  console.log(
    shape.padEnd(10),
    ...perMb,
    power(sizes, times).toFixed(2).padStart(7),
    stall,
    ` ${[...rungs].join(', ')}`,
  );
}

function pageOf(shape, megabytes) {
  const { each, around: [before, after] = ['<main>', '</main>'] } = SHAPES[shape];
  const parts = [];
  for (let index = 0, length = 0; length < megabytes * MEGABYTE; index += 1) {
    const part = each(index);
    parts.push(part);
    length += part.length;
  }
  return `<!doctype html><title>A page</title><body>${before}${parts.join('')}${after}`;
}

/** The slope of a line through the logarithms: the power of the size that the time grows with. */
function power(sizes, times) {
  const points = sizes.map((size, index) => [Math.log(size), Math.log(times[index])]);
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const across = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return across / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
