import { LIMITS } from '../../base/limits.js';
import type { Finding, Report } from '../report.js';
import { isFailing } from '../report-counts.js';
import { plainLine } from './plain-line.js';

/**
 * Commands for the log of GitHub Actions, which shows them as annotations: the gravest findings, as many as GitHub shows of
 * a kind. What fails the run is an error, the rest a warning.
 */
export function githubCommands({ findings }: Report, failAfter = 1): string {
  const failing = findings.filter((finding) => isFailing(finding, failAfter));
  const others = findings.filter((finding) => !failing.includes(finding) && finding.severity !== 'info');
  const lines = [
    ...shown(failing).map((one) => command('error', one)),
    ...shown(others).map((one) => command('warning', one)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function shown(findings: readonly Finding[]): readonly Finding[] {
  return findings.slice(0, LIMITS.githubAnnotations);
}

function command(name: 'error' | 'warning', { kind, url, message, referrers: [referrer] = [] }: Finding): string {
  const from = referrer === undefined ? '' : `, linked from ${referrer.url}`;
  return `::${name} title=${property(`pageward: ${kind}`)}::${data(plainLine(`${url}: ${message}${from}`))}`;
}

/** As the runner undoes it. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
