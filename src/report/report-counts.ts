import type { Finding, Report } from './report.js';

/** How many findings there are of each severity, and how many of them fail the run. */
export function countsOf(findings: readonly Finding[], failAfter = 1): Report['counts'] {
  const counts = { error: 0, warning: 0, info: 0, failing: 0 };
  for (const finding of findings) {
    counts[finding.severity] += 1;
    if (isFailing(finding, failAfter)) counts.failing += 1;
  }
  return counts;
}

/** Whether a finding fails the run: an error that the baseline does not know, seen in enough runs in a row. */
export function isFailing({ severity, baseline, failedRuns = 1 }: Finding, failAfter = 1): boolean {
  return severity === 'error' && baseline !== 'known' && failedRuns >= failAfter;
}

/** What the crawl left aside, and why: `1 outside, 3 robots`. */
export function skippedText({ skipped = {} }: Report['totals']): string {
  return Object.entries(skipped)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');
}
