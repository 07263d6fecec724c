import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding, Report, ReportPage } from '#src/report/report.js';
import { countsOf } from '#src/report/report-counts.js';

export const SITE = 'https://site.example';

/** A page as a report has it. */
export function reportPage(at: string, more: Partial<ReportPage> = {}): ReportPage {
  const url = `${SITE}${at}`;
  return {
    ...{ url, title: `Title of ${at}`, status: 200, depth: 1, mediaType: 'text/html', redirects: [] },
    ...{ fetchedAt: '2026-11-30T10:00:00.000Z', elapsedMs: 120, rendered: false, words: 100, linksOut: 1, linksIn: 1 },
    ...{ preview: '# A page', findings: [] },
    ...more,
  };
}

export function finding(id: string, more: Partial<Finding> = {}): Finding {
  return {
    id,
    kind: 'broken-link',
    severity: 'error',
    url: `${SITE}/${id}`,
    message: 'the server answered 404',
    ...more,
  };
}

export function reportOf(more: Partial<Report> = {}): Report {
  const { findings = [], pages = [reportPage('/')] } = more;
  return {
    ...{ schemaVersion: 1, generator: 'pageward 0', seeds: [`${SITE}/`], reason: 'complete' as const, isAudited: true },
    ...{ startedAt: '2026-11-30T10:00:00.000Z', endedAt: '2026-11-30T10:01:00.000Z' },
    ...{ totals: { pages: pages.length, failures: 0 }, failures: [], edges: [] },
    counts: countsOf(findings),
    ...more,
    findings,
    pages,
  };
}

/** Writes the files of a crawl's folder: lines of JSON, by the names that they have there. */
export async function writeCrawlFolder(
  folder: string,
  files: Readonly<Record<string, readonly object[]>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'journal.jsonl'), '');
  for (const [name, rows] of Object.entries(files)) {
    await writeFile(path.join(folder, `${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
}

/** A line of `pages.jsonl`. */
export function pageRow(at: string, more: object = {}): object {
  const url = `${SITE}${at}`;
  return {
    ...{ seq: 1, url, depth: 1, fetchedAt: '2026-11-30T10:00:00.000Z', hash: 'sha256:0', file: 'a.md', finalUrl: url },
    ...{ links: 2, statusCode: 200, mediaType: 'text/html', title: `Title of ${at}`, text: 'Some words.' },
    metadata: { description: 'What it is about.' },
    ...more,
  };
}
