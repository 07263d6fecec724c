import type { Finding, FindingKind } from '../report.js';
import { foreign, html, link, type Markup } from './markup.js';

/** Findings of a kind that the document shows; the others are in `report.json`. */
const SHOWN = 200;

const TITLES: Readonly<Record<FindingKind, string>> = {
  'broken-link': 'Broken links',
  'broken-external-link': 'Broken links to other sites',
  'redirect-chain': 'Chains of redirects',
  'mixed-content': 'Mixed content',
  'missing-title': 'No title',
  'missing-description': 'No description',
  'missing-alt': 'Images without a text',
  'orphan-page': 'Pages that only the sitemap names',
  'slow-page': 'Slow pages',
  'console-error': 'Errors of programs',
  'needs-javascript': 'Pages that need JavaScript',
  'refused-request': 'Refused by the guard',
  'duplicate-content': 'Pages that say nearly the same',
  expectation: 'Not as expected',
};

/** What is amiss, by kind; what fails the run stands open. */
export function findingSection(findings: readonly Finding[]): Markup {
  const kinds = new Map<FindingKind, Finding[]>();
  for (const finding of findings) {
    const ofKind = kinds.get(finding.kind);
    if (ofKind === undefined) kinds.set(finding.kind, [finding]);
    else ofKind.push(finding);
  }
  return html`<section aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>${
    findings.length === 0
      ? html`<p class="good">Nothing is amiss.</p>`
      : [...kinds].map(([kind, ofKind]) => kindOf(kind, ofKind))
  }</section>`;
}

function kindOf(kind: FindingKind, findings: readonly Finding[]): Markup {
  const gravest = findings[0]?.severity ?? 'info';
  const isOpen = findings.some(({ severity, baseline }) => severity === 'error' && baseline !== 'known');
  const left = findings.length - SHOWN;
  const more = left > 0 ? html`<p class="note">${left} more are in report.json.</p>` : undefined;
  return html`<details class="kind ${gravest}"${isOpen ? html` open` : undefined}><summary><span class="badge ${gravest}">${gravest}</span> ${TITLES[kind]} <span class="count">${findings.length}</span></summary><ul>${findings.slice(0, SHOWN).map(itemOf)}</ul>${more}</details>`;
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
