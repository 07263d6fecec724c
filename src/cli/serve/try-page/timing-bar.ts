import { milliseconds } from './readable.js';
import type { TryResult } from './try-result.js';
import { make } from './views.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const WIDTH = 1_000;

/** Where the time of a read went, as one bar with its legend. Extraction may begin while the page still loads. */
export function timingBar({ page, waitedMs }: TryResult): HTMLElement {
  const { totalMs = 0, loadMs = totalMs, extractMs = 0 } = page.timing ?? {};
  const spans = [
    { name: 'queue', title: 'waiting for a turn', ms: waitedMs },
    { name: 'load', title: 'loading', ms: loadMs },
    { name: 'extract', title: 'extraction', ms: extractMs },
    { name: 'rest', title: 'everything else', ms: Math.max(0, totalMs - loadMs - extractMs) },
  ].filter(({ ms }) => ms > 0);
  const sum = spans.reduce((total, { ms }) => total + ms, 0);
  const label = spans.map(({ title, ms }) => `${title} ${milliseconds(ms)}`).join(', ');
  const bar = svg('svg', { class: 'bar', viewBox: `0 0 ${WIDTH} 10`, preserveAspectRatio: 'none', role: 'img' });
  bar.setAttribute('aria-label', `${milliseconds(waitedMs + totalMs)} in all: ${label}`);
  let x = 0;
  for (const { name, ms } of spans) {
    const width = (ms / sum) * WIDTH;
    bar.append(svg('rect', { class: name, x: String(x), y: '0', width: String(width), height: '10' }));
    x += width;
  }
  const legend = spans.map(({ name, title, ms }) =>
    make('li', {}, make('i', { class: name }), `${title} ${milliseconds(ms)}`),
  );
  const total = make('li', {}, make('strong', {}, `${milliseconds(waitedMs + totalMs)} in all`));
  return make('div', { class: 'timing' }, bar, make('ul', { class: 'legend' }, total, ...legend));
}

function svg(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
