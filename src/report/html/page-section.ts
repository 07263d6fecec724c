import type { Report, ReportPage } from '../report.js';
import type { ReportData } from './client/report-data.js';
import { foreign, html, link, type Markup } from './markup.js';

/** Pages that stand in the document itself, for whoever runs no scripts. */
const SHOWN = 100;

const COLUMNS: readonly (readonly [column: string, title: string])[] = [
  ['url', 'Page'],
  ['status', 'Status'],
  ['depth', 'Depth'],
  ['ms', 'ms'],
  ['words', 'Words'],
  ['linksIn', 'Links in'],
  ['findings', 'Findings'],
];

/** The table of pages, which the report's own program filters, sorts and goes on with. */
export function pageSection({ pages }: Report, data: ReportData): Markup {
  const shown = pages.length > SHOWN ? `The first ${SHOWN} of ${pages.length} pages` : `${pages.length} pages`;
  const columns = COLUMNS.map(([column, title]) => html`<th scope="col" data-column="${column}">${title}</th>`);
  return html`<section id="pages" aria-labelledby="pages-title"><h2 id="pages-title">Pages</h2>${filters(pages)}<div class="scroll"><table><caption id="page-count" aria-live="polite">${shown}</caption><thead><tr>${columns}</tr></thead><tbody id="page-rows">${pages.slice(0, SHOWN).map(rowOf)}</tbody></table></div><button id="more" hidden>Show more</button>${omission(data)}</section><dialog id="detail" aria-labelledby="detail-title"><div id="detail-body"></div><button id="close-detail">Close</button></dialog>`;
}

function filters(pages: readonly ReportPage[]): Markup {
  const statuses = numbers(pages.map(({ status }) => status));
  const depths = numbers(pages.map(({ depth }) => depth));
  return html`<div class="tools"><label>Title or address <input id="filter" type="search" autocomplete="off"></label><label>Show <select id="only"><option value="all">all</option><option value="findings">with findings</option><option value="rendered">read in a browser</option></select></label>${choice('status', 'Status', statuses)}${choice('depth', 'Depth', depths)}</div>`;
}

function choice(id: string, label: string, values: readonly number[]): Markup {
  return html`<label>${label} <select id="${id}"><option value="">any</option>${values.map((value) => html`<option>${value}</option>`)}</select></label>`;
}

function numbers(values: readonly number[]): number[] {
  return [...new Set(values)].sort((one, other) => one - other);
}

function rowOf(page: ReportPage): Markup {
  return html`<tr><th scope="row">${foreign(page.title || page.url)}<span class="address">${link(page.url)}</span></th><td>${page.status}</td><td>${page.depth}</td><td>${page.elapsedMs}</td><td>${page.words}</td><td>${page.linksIn}</td><td>${page.findings.length || undefined}</td></tr>`;
}

/** What was left out for the size of the file. */
function omission({ total, pages }: ReportData): Markup | undefined {
  const rows = total - pages.length;
  const details = pages.filter(({ detail }) => detail === undefined).length;
  const left = [...(rows > 0 ? [`${rows} pages`] : []), ...(details > 0 ? [`the details of ${details} pages`] : [])];
  if (left.length === 0) return undefined;
  return html`<p class="note">To keep this file small, ${left.join(' and ')} are in report.json alone (--report json).</p>`;
}
