import path from 'node:path';
import { CrawlDisk } from '../crawl/crawl-disk.js';
import { jsonReport } from './formats/json.js';
import { junitReport } from './formats/junit.js';
import { markdownReport } from './formats/markdown.js';
import type { Report } from './report.js';

/** Formats that are files, and what they are called. */
const FILES = { html: 'report.html', json: 'report.json', junit: 'junit.xml', markdown: 'report.md' } as const;
export type ReportFile = keyof typeof FILES;

/**
 * Writes a report into a folder, whole or not at all, and gives the file's path.
 *
 * @throws QueueError `JOURNAL_FAILED`
 */
export async function writeReport(
  folder: string,
  format: ReportFile,
  { report, failAfter }: { readonly report: Report; readonly failAfter: number },
): Promise<string> {
  const file = path.join(folder, FILES[format]);
  await new CrawlDisk().replace(file, Buffer.from(await textOf(format, report, failAfter)));
  return file;
}

async function textOf(format: ReportFile, report: Report, failAfter: number): Promise<string> {
  switch (format) {
    case 'json':
      return jsonReport(report);
    case 'junit':
      return junitReport(report, failAfter);
    case 'markdown':
      return markdownReport(report);
    case 'html':
      return (await import('./html/html-report.js')).htmlReport(report);
  }
}
