import type { Report } from '../report.js';
import { html, type Markup } from './markup.js';

/** Pages that are drawn, those nearest to the start; more of them could not be told apart. */
const NODES = 300;
const EDGES = 3_000;
const WIDTH = 960;
const ROW = 110;
const MARGIN = 24;
const TOP = 48;

interface Node {
  readonly place: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Which page links to which: a row for each depth, the larger the more pages link there. */
export function linkGraph({ pages, edges }: Report): Markup {
  const places = [...pages.keys()].sort((one, other) => depthOf(one) - depthOf(other) || one - other).slice(0, NODES);
  if (places.length < 2) return html``;
  function depthOf(place: number): number {
    return pages[place]?.depth ?? 0;
  }
  const nodes = new Map<number, Node>();
  const rows = [...new Set(places.map(depthOf))];
  for (const [row, depth] of rows.entries()) {
    const inRow = places.filter((place) => depthOf(place) === depth);
    const step = (WIDTH - 2 * MARGIN) / inRow.length;
    for (const [at, place] of inRow.entries()) {
      // In a full row neighbours stand at different heights, so that they do not cover each other.
      const shift = step < 14 ? ((at % 5) - 2) * 14 : 0;
      const size = Math.min(11, 3 + Math.sqrt(pages[place]?.linksIn ?? 0));
      nodes.set(place, { place, row, x: MARGIN + step * (at + 0.5), y: TOP + row * ROW + shift, size });
    }
  }
  const drawn = edges.filter(([from, to]) => nodes.has(from) && nodes.has(to));
  const lines = drawn.slice(0, EDGES).map(([from, to]) => edge(nodes.get(from), nodes.get(to)));
  const left = pages.length - places.length;
  const omitted = [
    ...(left > 0 ? [`${left} pages further away are not drawn`] : []),
    ...(drawn.length > EDGES ? [`${drawn.length - EDGES} links are not drawn`] : []),
  ];
  const note = omitted.length === 0 ? undefined : html`<p class="note">${omitted.join('; ')}.</p>`;
  const height = (rows.length - 1) * ROW + 2 * TOP;
  return html`<section aria-labelledby="graph-title"><h2 id="graph-title">Links</h2><p class="note">A row for each depth; the larger, the more pages link there. Point at a page, or go there by Tab and arrow keys, to see its links.</p><div class="graph"><svg viewBox="0 0 ${WIDTH} ${height}" role="group" aria-label="Which page links to which; the table of pages has the same in words">${lines}${[
    ...nodes.values(),
  ].map(({ place, row, x, y, size }) => {
    const { url = '', title = '', findings = [], linksIn = 0 } = pages[place] ?? {};
    const tone = findings.length > 0 ? 'warn' : 'plain';
    return html`<circle data-place="${place}" data-row="${row}" cx="${x.toFixed(1)}" cy="${y}" r="${size.toFixed(1)}" class="${tone}"><title>${`${title.slice(0, 100)} ${url.slice(0, 200)}, linked from ${linksIn}`}</title></circle>`;
  })}</svg></div>${note}</section>`;
}

function edge(from: Node | undefined, to: Node | undefined): Markup {
  if (from === undefined || to === undefined) return html``;
  return html`<line data-from="${from.place}" data-to="${to.place}" x1="${from.x.toFixed(1)}" y1="${from.y}" x2="${to.x.toFixed(1)}" y2="${to.y}"/>`;
}
