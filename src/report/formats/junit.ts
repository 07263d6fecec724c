import { asUrl } from '../../base/url.js';
import type { Finding, Report } from '../report.js';
import { isFailing } from '../report-counts.js';

/** One URL as JUnit sees it. */
interface Case {
  readonly url: string;
  readonly seconds: number;
  readonly findings: Finding[];
}

/**
 * JUnit's XML, which every CI draws: a suite for each host, a case for each URL, its failing findings as its failure, the
 * others in its output.
 */
export function junitReport(report: Report, failAfter = 1): string {
  const suites = [...suitesOf(casesOf(report))];
  const failing = (cases: readonly Case[]) => cases.filter((one) => failuresOf(one, failAfter).length > 0).length;
  const all = suites.flatMap(([, cases]) => cases);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="pageward" tests="${all.length}" failures="${failing(all)}" time="${total(all)}">`,
    ...suites.flatMap(([host, cases]) => [
      `  <testsuite name="${xml(host)}" tests="${cases.length}" failures="${failing(cases)}" errors="0" skipped="0" time="${total(cases)}">`,
      ...cases.flatMap((one) => caseLines(host, one, failAfter)),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function casesOf({ pages, findings }: Report): Map<string, Case> {
  const cases = new Map<string, Case>();
  for (const { url, elapsedMs = 0 } of pages) cases.set(url, { url, seconds: elapsedMs / 1_000, findings: [] });
  for (const finding of findings) {
    const known = cases.get(finding.url) ?? { url: finding.url, seconds: 0, findings: [] };
    known.findings.push(finding);
    cases.set(finding.url, known);
  }
  return cases;
}

function suitesOf(cases: ReadonlyMap<string, Case>): Map<string, Case[]> {
  const suites = new Map<string, Case[]>();
  for (const one of cases.values()) {
    const host = asUrl(one.url)?.host ?? 'elsewhere';
    const suite = suites.get(host);
    if (suite === undefined) suites.set(host, [one]);
    else suite.push(one);
  }
  return suites;
}

function caseLines(host: string, one: Case, failAfter: number): string[] {
  const failures = failuresOf(one, failAfter);
  const others = one.findings.filter((finding) => !failures.includes(finding));
  const [first] = failures;
  const start = `    <testcase classname="${xml(host)}" name="${xml(one.url)}" time="${one.seconds.toFixed(3)}"`;
  if (one.findings.length === 0) return [`${start}/>`];
  return [
    `${start}>`,
    ...(first === undefined
      ? []
      : [`      <failure message="${xml(first.message)}" type="${first.kind}">${textOf(failures)}</failure>`]),
    ...(others.length === 0 ? [] : [`      <system-out>${textOf(others)}</system-out>`]),
    '    </testcase>',
  ];
}

function failuresOf({ findings }: Case, failAfter: number): Finding[] {
  return findings.filter((finding) => isFailing(finding, failAfter));
}

function textOf(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ kind, severity, message, details = [], referrers = [] }) => [
    `${kind} (${severity}): ${message}`,
    ...details.map((detail) => `  ${detail}`),
    ...referrers.map(({ url, text }) => `  linked from ${url} (${text})`),
  ]);
  return xml(lines.join('\n'));
}

function total(cases: readonly Case[]): string {
  return cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text in XML 1.0, which has no place for most control characters, nor for halves of characters. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
