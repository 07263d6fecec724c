/**
 * `pageward/report`: what a crawl's folder comes to, as a value and in every format.
 */

export {
  acceptAll,
  type Baseline,
  type BaselineOptions,
  baselineText,
  compareWithBaseline,
  EMPTY_BASELINE,
  nextBaseline,
  readBaseline,
} from './baseline.js';
export { buildReport, type ReportOptions } from './build-report.js';
export { githubCommands } from './formats/github.js';
export { jsonReport } from './formats/json.js';
export { junitReport } from './formats/junit.js';
export { markdownReport } from './formats/markdown.js';
export { htmlReport } from './html/html-report.js';
export type {
  BaselineDiff,
  Finding,
  FindingKind,
  Referrer,
  Report,
  ReportEdge,
  ReportFailure,
  ReportPage,
  Severity,
} from './report.js';
export { FINDING_KINDS, SEVERITIES, type SeverityOptions, type SeveritySetting, type StatusRule } from './severity.js';
