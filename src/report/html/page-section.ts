import type { Report } from '../report.js';
import { foreign, html, link, type Markup } from './markup.js';

/** Pages that stand in the document itself, for whoever runs no scripts. */
const SHOWN = 100;

const COLUMNS: readonly (readonly [column: string, title: string])[] = [
  ['url', 'Page'],
  ['status', 'Status'],
  ['depth', 'Clicks'],
  ['ms', 'ms'],
  ['words', 'Words'],
  ['linksIn', 'Links in'],
  ['findings', 'Findings'],
];

/** The table of pages, which the report's own program filters, sorts and goes on with. */
export function pageSection({ pages }: Report): Markup {
  const left = pages.length - SHOWN;
  const shown = left > 0 ? `The first ${SHOWN} of ${pages.length} pages` : `${pages.length} pages`;
  return html`<section id="pages" aria-labelledby="pages-title"><h2 id="pages-title">Pages</h2><div class="tools"><label>Title or address <input id="filter" type="search" autocomplete="off"></label><label>Show <select id="only"><option value="all">all</option><option value="findings">with findings</option><option value="rendered">read in a browser</option></select></label></div><div class="scroll"><table><caption id="page-count" aria-live="polite">${shown}</caption><thead><tr>${COLUMNS.map(
    ([column, title]) => html`<th scope="col" data-column="${column}"><button>${title}</button></th>`,
  )}</tr></thead><tbody id="page-rows">${pages
    .slice(0, SHOWN)
    .map(
      (page) =>
        html`<tr><th scope="row">${foreign(page.title ?? page.url)}<span class="address">${link(page.url)}</span></th><td>${page.status}</td><td>${page.depth}</td><td>${page.elapsedMs}</td><td>${page.words}</td><td>${page.linksIn}</td><td>${page.findings.length || undefined}</td></tr>`,
    )}</tbody></table></div><button id="more" hidden>Show more</button></section><dialog id="detail" aria-label="Page"><div id="detail-body"></div><button id="close-detail">Close</button></dialog>`;
}
