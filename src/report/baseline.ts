import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UsageError } from '../base/errors.js';
import type { BaselineDiff, Finding, Report } from './report.js';
import { countsOf } from './report-counts.js';
import { FINDING_KINDS } from './severity.js';

/** A change of a page's words by less than this share is none. */
const CHANGED_SHARE = 0.1;

const baselineSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** By id. */
  findings: z.record(
    z.string(),
    z.strictObject({
      kind: z.enum(FINDING_KINDS),
      url: z.string(),
      subject: z.string().optional(),
      message: z.string(),
      /** Accepted: it fails no run. Others are only counted, for `failAfter`. */
      isKnown: z.boolean(),
      /** Runs in a row that found it. */
      failedRuns: z.number().int().min(1),
    }),
  ),
  /** By URL. */
  pages: z.record(z.string(), z.strictObject({ title: z.string().optional(), words: z.number() })),
});

/** What a site was like when somebody accepted it: to be committed, and compared with. */
export type Baseline = z.infer<typeof baselineSchema>;

export const EMPTY_BASELINE: Baseline = { schemaVersion: 1, findings: {}, pages: {} };

export interface BaselineOptions {
  /** An error fails the run only when so many runs in a row have found it (default 1). */
  readonly failAfter?: number;
}

/** @throws UsageError `INVALID_OPTION` when the file is none; undefined when there is no file. */
export async function readBaseline(file: string): Promise<Baseline | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw noBaseline(file, 'it cannot be read', cause);
  }
  try {
    return baselineSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw noBaseline(file, 'it is not what --update-baseline writes', cause);
  }
}

/** The report, with what the baseline says of it: only what is new fails. */
export function compareWithBaseline(
  report: Report,
  baseline: Baseline,
  { failAfter = 1 }: BaselineOptions = {},
): Report {
  const findings = report.findings.map((finding): Finding => {
    const before = baseline.findings[finding.id];
    const failedRuns = (before?.failedRuns ?? 0) + 1;
    return { ...finding, baseline: before?.isKnown ? 'known' : 'new', failedRuns };
  });
  return {
    ...report,
    findings,
    counts: countsOf(findings, failAfter),
    baseline: differences(findings, report, baseline),
  };
}

/** The report, where somebody accepts all that it found. */
export function acceptAll(report: Report): Report {
  const findings = report.findings.map((finding): Finding => ({ ...finding, baseline: 'known' }));
  const { baseline } = report;
  return {
    ...report,
    findings,
    counts: countsOf(findings),
    ...(baseline && { baseline: { ...baseline, newFindings: 0 } }),
  };
}

/**
 * What is kept for the next run. With `accept`, all that this one found is known from now on; otherwise only the counts of
 * what is not known move on.
 */
export function nextBaseline(compared: Report, before: Baseline | undefined, accept: boolean): Baseline {
  const isWhole = compared.reason === 'complete';
  const found = compared.findings.map((finding) => {
    const { id, kind, url, subject, message } = finding;
    const known = before?.findings[id];
    const isKnown = accept || known?.isKnown === true;
    return [
      id,
      {
        kind,
        url,
        ...(subject === undefined ? {} : { subject }),
        message,
        isKnown,
        failedRuns: finding.failedRuns ?? 1,
      },
    ] as const;
  });
  // What was accepted stays so until somebody accepts that it is gone; of a crawl cut short nobody knows.
  const kept = Object.entries(before?.findings ?? {}).filter(([, { isKnown }]) => !accept && (isKnown || !isWhole));
  const pages = compared.pages.map(
    ({ url, title, words }) => [url, { ...(title === undefined ? {} : { title }), words }] as const,
  );
  return {
    schemaVersion: 1,
    findings: sorted([...kept, ...found]),
    pages: accept || before === undefined ? sorted(pages) : before.pages,
  };
}

/** As it is written: sorted, so that a commit shows what has changed and nothing else. */
export function baselineText(baseline: Baseline): string {
  return `${JSON.stringify(baseline, undefined, 2)}\n`;
}

function differences(
  findings: readonly Finding[],
  report: Report,
  { findings: before, pages }: Baseline,
): BaselineDiff {
  const now = new Map(report.pages.map((page) => [page.url, page]));
  const ids = new Set(findings.map(({ id }) => id));
  // A page that the crawl did not come to has neither been mended nor has it vanished.
  const isWhole = report.reason === 'complete';
  const both = [...now.values()].flatMap((page) => {
    const then = pages[page.url];
    return then === undefined ? [] : [{ page, then }];
  });
  return {
    newFindings: findings.filter(({ baseline }) => baseline === 'new').length,
    fixed: Object.entries(before)
      .filter(([id, { isKnown }]) => isWhole && isKnown && !ids.has(id))
      .map(([id, { kind, url, message }]) => ({ id, kind, url, message })),
    newPages: [...now.keys()].filter((url) => pages[url] === undefined),
    vanishedPages: isWhole ? Object.keys(pages).filter((url) => !now.has(url)) : [],
    changedTitles: both
      .filter(({ page, then }) => page.title !== then.title)
      .map(({ page: { url, title: after }, then: { title: previous } }) => ({
        url,
        ...(previous === undefined ? {} : { before: previous }),
        ...(after === undefined ? {} : { after }),
      })),
    changedWords: both
      .filter(({ page, then }) => Math.abs(page.words - then.words) > CHANGED_SHARE * Math.max(then.words, 1))
      .map(({ page, then }) => ({ url: page.url, before: then.words, after: page.words })),
  };
}

function sorted<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const inOrder = [...new Map(entries)].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(inOrder);
}

function noBaseline(file: string, why: string, cause: unknown): UsageError {
  return new UsageError(`baseline: ${file}: ${why}`, {
    code: 'INVALID_OPTION',
    hint: 'Make it anew with --update-baseline.',
    cause,
  });
}
