import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { QueueError } from '../base/errors.js';
import { jsonReport } from './formats/json.js';
import { junitReport } from './formats/junit.js';
import { markdownReport } from './formats/markdown.js';
import type { Report } from './report.js';

/** Formats that are files, and what they are called. */
const FILES = { html: 'report.html', json: 'report.json', junit: 'junit.xml', markdown: 'report.md' } as const;
export type ReportFile = keyof typeof FILES;

/** Writes a report into a folder, whole or not at all, and gives the file's path. */
export async function writeReport(
  folder: string,
  format: ReportFile,
  { report, failAfter }: { readonly report: Report; readonly failAfter: number },
): Promise<string> {
  const file = path.join(folder, FILES[format]);
  await writeWhole(file, await textOf(format, report, failAfter));
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

/**
 * Puts a file in its place whole: whoever opens it finds all of it or what was there before.
 *
 * @throws QueueError `JOURNAL_FAILED`
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  try {
    await writeFile(`${file}.tmp`, text);
    await rename(`${file}.tmp`, file);
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    throw new QueueError(`cannot write ${file}${reason}`, {
      code: 'JOURNAL_FAILED',
      hint: 'See that the folder is there, and that there is room and the right to write.',
      cause,
    });
  }
}
