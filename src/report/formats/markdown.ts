import { type FindingGroup, findingsByKind, otherFailures } from '../groups.js';
import type { Report } from '../report.js';
import { skippedText } from '../report-counts.js';
import { plainLine } from './plain-line.js';

/** Findings shown of each kind; the others are counted. */
const SHOWN_OF_KIND = 25;
const MAX_CHARS = 200;

/** A summary for a person: totals, and the findings by kind with who links there. Within `maxBytes` of UTF-8. */
export function markdownReport(report: Report, maxBytes = Number.POSITIVE_INFINITY): string {
  for (const shown of [SHOWN_OF_KIND, 5, 1, 0]) {
    const text = markdownOf(report, shown);
    if (Buffer.byteLength(text) <= maxBytes || shown === 0) return text;
  }
  return '';
}

function markdownOf(report: Report, shown: number): string {
  const { totals, counts, findings, seeds, reason, baseline } = report;
  const end = reason === undefined ? 'broken off' : reason === 'complete' ? 'complete' : `stopped at ${reason}`;
  const known = findings.filter((finding) => finding.baseline === 'known').length;
  return [
    `# ${counts.failing === 0 ? '✅' : '❌'} ${cell(seeds.join(', '))}`,
    '',
    '| pages | failed | errors | warnings | notes | fail the run | crawl |',
    '| --: | --: | --: | --: | --: | --: | --- |',
    `| ${totals.pages} | ${totals.failures} | ${counts.error} | ${counts.warning} | ${counts.info} | ${counts.failing} | ${end} |`,
    '',
    ...(baseline === undefined
      ? []
      : [
          `Against the baseline: ${baseline.newFindings} new, ${known} known, ${baseline.fixed.length} fixed; ` +
            `${baseline.newPages.length} pages came, ${baseline.vanishedPages.length} went.`,
          '',
        ]),
    ...findingsByKind(findings).flatMap((group) => kindLines(group, shown)),
    ...otherLines(report),
  ].join('\n');
}

/** How many were not read for reasons that are no fault. */
function otherLines(report: Report): string[] {
  const counts = [...otherFailures(report)].map(([code, { length }]) => `${length} ${cell(code)}`);
  const skipped = cell(skippedText(report.totals));
  return [
    ...(counts.length === 0 ? [] : [`Not read, and no finding: ${counts.join(', ')}.`, '']),
    ...(skipped === '' ? [] : [`Left aside: ${skipped}.`, '']),
  ];
}

function kindLines({ kind, severity, findings }: FindingGroup, shown: number): string[] {
  const rows = findings.slice(0, shown).map((finding) => {
    const { url, message, referrers: [referrer] = [], referrerCount = 0, baseline = '' } = finding;
    const more = referrerCount > 1 ? ` and ${referrerCount - 1} more` : '';
    const from = referrer === undefined ? '' : `${cell(referrer.url)}${more}`;
    return `| ${cell(url)} | ${cell(message)} | ${from} | ${baseline} |`;
  });
  const left = findings.length - rows.length;
  return [
    `## ${kind}: ${findings.length} (${severity})`,
    '',
    ...(rows.length === 0 ? [] : ['| URL | what | linked from | |', '| --- | --- | --- | --- |', ...rows, '']),
    ...(left === 0 ? [] : [`… and ${left} more.`, '']),
  ];
}

/** Text of a page in a cell: it ends no cell, begins no link, no markup and no mention. */
function cell(text: string): string {
  const line = plainLine(text);
  const cut = line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line;
  return cut.replace(/[\\`*_{}[\]()<>#+\-!|~@:&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
