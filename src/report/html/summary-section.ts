import type { Report } from '../report.js';
import { skippedText } from '../report-counts.js';
import { html, link, type Markup } from './markup.js';

/** Whose report it is, whether it fails, and the figures that say how the site stands. */
export function summarySection(report: Report): Markup {
  const { seeds, startedAt, endedAt, generator, counts, reason } = report;
  const isGood = counts.failing === 0;
  const verdict = isGood
    ? 'Nothing fails this run'
    : `${counts.failing} fail${counts.failing === 1 ? 's' : ''} this run`;
  return html`<header><p class="verdict ${isGood ? 'good' : 'bad'}">${verdict}</p><h1>${seeds.length === 0 ? html`Crawl` : seeds.slice(0, 3).map((seed) => html`${link(seed)} `)}</h1><p class="note"><time datetime="${startedAt}">${dateOf(startedAt)}</time>, ${spanOf(startedAt, endedAt)}; ${endOf(reason)}; ${generator}</p>${tiles(report)}${leftAside(report)}</header>`;
}

function tiles({ totals, counts, findings, baseline, pages }: Report): Markup {
  const known = findings.filter((finding) => finding.baseline === 'known').length;
  const shown: [label: string, value: number, tone?: string][] = [
    ['pages', totals.pages],
    ['in a browser', totals.rendered ?? pages.filter(({ rendered }) => rendered).length],
    ['not read', totals.failures, totals.failures > 0 ? 'bad' : ''],
    ['errors', counts.error, counts.error > 0 ? 'bad' : ''],
    ['warnings', counts.warning, counts.warning > 0 ? 'warn' : ''],
    ['notes', counts.info],
    ...(baseline === undefined
      ? []
      : ([
          ['new', baseline.newFindings, baseline.newFindings > 0 ? 'bad' : ''],
          ['known', known],
          ['fixed', baseline.fixed.length, baseline.fixed.length > 0 ? 'good' : ''],
        ] satisfies [string, number, string?][])),
  ];
  return html`<dl class="tiles">${shown.map(
    ([label, value, tone = '']) =>
      html`<div><dt>${label}</dt><dd class="${tone}">${value.toLocaleString('en')}</dd></div>`,
  )}</dl>`;
}

/** What was met and not asked for, by the crawl's own rules. */
function leftAside({ totals }: Report): Markup | undefined {
  const text = skippedText(totals);
  return text === '' ? undefined : html`<p class="note">Left aside: ${text}.</p>`;
}

function endOf(reason: Report['reason']): string {
  if (reason === undefined) return 'broken off before its end';
  return reason === 'complete' ? 'nothing was left to read' : `stopped at ${reason}`;
}

function dateOf(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function spanOf(startedAt: string, endedAt: string): string {
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000);
  if (!Number.isFinite(seconds)) return '';
  return seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
