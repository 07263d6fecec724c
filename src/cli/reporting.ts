import { appendFile, stat } from 'node:fs/promises';
import { UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { CrawlDisk } from '../crawl/crawl-disk.js';
import type { Baseline } from '../report/baseline.js';
import type { ReportOptions } from '../report/build-report.js';
import type { Report } from '../report/report.js';
import { type ExitCode, exitCodeOfCrawl } from './exit-codes.js';
import type { FlagValues } from './flag.js';
import { openOutput, printNote, type Terminal } from './output.js';
import type { REPORT_FLAGS } from './report-flags.js';

export type ReportValues = FlagValues<typeof REPORT_FLAGS>;

/** Whether anything of a report was asked for. */
export function isReporting({ report, baseline, updateBaseline, failAfter }: ReportValues): boolean {
  return report !== undefined || baseline !== undefined || updateBaseline === true || failAfter !== undefined;
}

/**
 * What can be known to be wrong before anything is crawled.
 *
 * @throws UsageError `INVALID_OPTION`
 */
export async function readyToReport(values: ReportValues): Promise<Baseline | undefined> {
  const { baseline: file, updateBaseline, failAfter } = values;
  if (file === undefined) {
    const idle = updateBaseline ? '--update-baseline' : failAfter === undefined ? undefined : '--fail-after';
    if (idle === undefined) return undefined;
    throw new UsageError(`${idle} needs --baseline`, {
      code: 'INVALID_OPTION',
      hint: 'Name its file by --baseline FILE.',
    });
  }
  const { readBaseline } = await import('../report/baseline.js');
  const baseline = await readBaseline(file);
  if (baseline === undefined && !updateBaseline && failAfter === undefined) {
    throw new UsageError(`--baseline: there is no ${file}`, {
      code: 'INVALID_OPTION',
      hint: 'Make it with --update-baseline, look through it, and commit it.',
    });
  }
  return baseline;
}

/** Reports on the crawl in a folder as the flags say. A crawl that was cut short by a limit says so by its exit code. */
export async function reportOn(
  folder: string,
  {
    values,
    before,
    terminal,
  }: { readonly values: ReportValues; readonly before: Baseline | undefined; readonly terminal: Terminal },
): Promise<ExitCode> {
  const { report: formats = [], baseline: file, updateBaseline = false, failAfter = 1 } = values;
  const [
    { buildReport },
    { acceptAll, baselineText, compareWithBaseline, EMPTY_BASELINE, nextBaseline },
    { writeReport },
  ] = await Promise.all([
    import('../report/build-report.js'),
    import('../report/baseline.js'),
    import('../report/write-report.js'),
  ]);
  const built = await buildReport(folder, reportOptionsOf(values));
  // The first run has nothing to compare with.
  const compared = file === undefined ? built : compareWithBaseline(built, before ?? EMPTY_BASELINE, { failAfter });
  const report = updateBaseline ? acceptAll(compared) : compared;
  for (const format of formats) {
    if (format === 'github') await annotate(report, failAfter, terminal);
    else printNote(terminal, `wrote ${await writeReport(folder, format, { report, failAfter })}`);
  }
  if (file !== undefined && (updateBaseline || failAfter > 1)) {
    const text = baselineText(nextBaseline(compared, before, updateBaseline));
    await new CrawlDisk().replace(file, Buffer.from(text));
  }
  printNote(terminal, summaryOf(report));
  return exitCodeOfCrawl(report.reason, { isFailing: report.counts.failing > 0 || report.totals.pages === 0 });
}

function reportOptionsOf({ external, severity, statusCode, slow }: ReportValues): ReportOptions {
  const externals = { warn: 'warning', error: 'error', off: 'off' } as const;
  return {
    severity: { ...(external !== undefined && { 'broken-external-link': externals[external] }), ...severity },
    ...(statusCode !== undefined && { statusCodes: statusCode }),
    ...(slow !== undefined && { slowMs: slow }),
  };
}

/** Annotations into the log, and the summary into the file that GitHub names. */
async function annotate(report: Report, failAfter: number, terminal: Terminal): Promise<void> {
  const [{ githubCommands }, { markdownReport }] = await Promise.all([
    import('../report/formats/github.js'),
    import('../report/formats/markdown.js'),
  ]);
  await (await openOutput(terminal)).write(githubCommands(report, failAfter));
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  await appendFile(file, markdownReport(report, LIMITS.githubSummaryBytes - size));
}

function summaryOf({ counts, totals, baseline, reason, isAudited }: Report): string {
  if (totals.pages === 0) return 'no page was read';
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const parts = [
    [counted(counts.error, 'error'), counted(counts.warning, 'warning'), counted(counts.info, 'note')].join(', '),
  ];
  if (baseline !== undefined) parts.push(`${baseline.newFindings} new, ${baseline.fixed.length} fixed`);
  parts.push(counts.failing === 0 ? 'nothing fails' : `${counts.failing} fail${counts.failing === 1 ? 's' : ''}`);
  if (!isAudited) parts.push('crawled without --audit, which sees more');
  if (reason === undefined) parts.push('the crawl was broken off before its end');
  return parts.join('; ');
}
