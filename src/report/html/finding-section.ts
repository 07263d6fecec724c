import { type FindingGroup, findingsByKind, otherFailures } from '../groups.js';
import type { Finding, FindingKind, Report, ReportFailure } from '../report.js';
import { isFailing } from '../report-counts.js';
import { foreign, html, link, type Markup } from './markup.js';

/** Findings of a kind that the document shows, and bytes of them; the others are in `report.json`. */
const SHOWN = 200;
const MAX_BYTES = 250_000;

const TITLES: Readonly<Record<FindingKind, string>> = {
  'broken-link': 'Broken links',
  'broken-external-link': 'Broken links to other sites',
  'redirect-chain': 'Redirect chains',
  'mixed-content': 'Mixed content',
  'missing-title': 'Missing titles',
  'missing-description': 'Missing descriptions',
  'missing-alt': 'Images without alternative text',
  'orphan-page': 'Orphan pages: in the sitemap, linked from no page',
  'slow-page': 'Slow pages',
  'console-error': 'Console errors',
  'needs-javascript': 'Pages that need JavaScript',
  'refused-request': 'Requests that the guard refused',
  'duplicate-content': 'Near-duplicate content',
  expectation: 'Broken page contracts',
};

/** What is amiss, by kind; what fails the run stands open. Below it what was not read and is no fault. */
export function findingSection(report: Report): Markup {
  const groups = findingsByKind(report.findings);
  return html`<section aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>${
    groups.length === 0 ? html`<p class="good">Nothing is amiss.</p>` : groups.map(groupOf)
  }${[...otherFailures(report)].map(([code, failures]) => unreadOf(code, failures))}</section>`;
}

function groupOf({ kind, severity, findings }: FindingGroup): Markup {
  const { items, left } = shownOf(findings, itemOf);
  const open = findings.some((finding) => isFailing(finding)) ? html` open` : undefined;
  return html`<details class="kind ${severity}"${open}><summary><span class="badge ${severity}">${severity}</span> ${TITLES[kind]} <span class="count">${findings.length}</span></summary><ul>${items}</ul>${left}</details>`;
}

function unreadOf(code: string, failures: readonly ReportFailure[]): Markup {
  const { items, left } = shownOf(failures, ({ url, message, from }) => {
    const found = from === undefined ? undefined : html`<p class="note">Found on ${link(from)}</p>`;
    return html`<li><div>${link(url)}</div><p>${foreign(message)}</p>${found}</li>`;
  });
  return html`<details class="kind"><summary><span class="badge">not read</span> ${code} <span class="count">${failures.length}</span></summary><ul>${items}</ul>${left}</details>`;
}

/** The first items, as many as there is room for, and how many are left. */
function shownOf<Item>(items: readonly Item[], of: (item: Item) => Markup): { items: Markup[]; left?: Markup } {
  const shown: Markup[] = [];
  let bytes = 0;
  for (const item of items.slice(0, SHOWN)) {
    const made = of(item);
    bytes += Buffer.byteLength(made.html);
    if (bytes > MAX_BYTES) break;
    shown.push(made);
  }
  const left = items.length - shown.length;
  if (left === 0) return { items: shown };
  return { items: shown, left: html`<p class="note">${left} more are in report.json (--report json).</p>` };
}

function itemOf(finding: Finding): Markup {
  const { url, message, details = [], referrers = [], referrerCount = 0, baseline, failedRuns = 1, subject } = finding;
  const runs = failedRuns > 1 ? html` <span class="badge">${failedRuns} runs in a row</span>` : undefined;
  const known = baseline === undefined ? undefined : html` <span class="badge ${baseline}">${baseline}</span>`;
  const about = subject === undefined ? undefined : html` <span class="badge">${foreign(subject)}</span>`;
  return html`<li><div>${link(url)}${known}${runs}${about}</div><p>${foreign(message)}</p>${detailsOf(details)}${referrersOf(referrers, referrerCount)}</li>`;
}

function detailsOf(details: readonly string[]): Markup | undefined {
  if (details.length === 0) return undefined;
  return html`<ul class="details">${details.map((detail) => html`<li class="${toneOf(detail)}">${foreign(detail)}</li>`)}</ul>`;
}

/** Lines of a diff are told by their first sign. */
function toneOf(detail: string): string {
  if (detail.startsWith('- ')) return 'gone';
  return detail.startsWith('+ ') ? 'come' : '';
}

function referrersOf(
  referrers: readonly { readonly url: string; readonly text: string }[],
  count: number,
): Markup | undefined {
  if (referrers.length === 0) return undefined;
  const left = count - referrers.length;
  const more = left > 0 ? html`<li>and ${left} more</li>` : undefined;
  return html`<p class="note">Linked from</p><ul class="referrers">${referrers.map(({ url, text }) => html`<li>${link(url)} ${text === '' ? undefined : html`“${foreign(text)}”`}</li>`)}${more}</ul>`;
}
