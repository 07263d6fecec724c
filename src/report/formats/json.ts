import type { Report } from '../report.js';

/** The report itself, with `schemaVersion`. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
