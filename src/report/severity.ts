import type { FindingKind, Severity } from './report.js';

/** How grave a finding is, or `off` where it is not to be looked for. */
export type SeveritySetting = Severity | 'off';

/** What a report makes of what it finds. */
export interface SeverityOptions {
  /** Instead of {@link SEVERITIES}, by kind. */
  readonly severity?: Partial<Readonly<Record<FindingKind, SeveritySetting>>>;
  /** Of broken links, by status: `403`, or `4xx` for all that begin so. The first that fits counts, before `severity`. */
  readonly statusCodes?: readonly StatusRule[];
}

export interface StatusRule {
  /** Three characters, `x` for any digit. */
  readonly status: string;
  readonly severity: SeveritySetting;
}

/** Of what a crawl finds by itself, only what the site can mend and a visitor meets fails a run. */
export const SEVERITIES: Readonly<Record<FindingKind, Severity>> = {
  'broken-link': 'error',
  expectation: 'error',
  // Other people's servers fail for a while, and no commit of yours has done it.
  'broken-external-link': 'warning',
  'redirect-chain': 'warning',
  'mixed-content': 'warning',
  'missing-title': 'warning',
  'orphan-page': 'warning',
  'slow-page': 'warning',
  'console-error': 'warning',
  'needs-javascript': 'warning',
  'refused-request': 'warning',
  'duplicate-content': 'warning',
  'missing-description': 'info',
  'missing-alt': 'info',
};

const GRAVITY: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Orders the graver first. */
export function byGravity(one: { readonly severity: Severity }, other: { readonly severity: Severity }): number {
  return GRAVITY[one.severity] - GRAVITY[other.severity];
}

/** The gravest of some findings; `info` of none. */
export function gravestOf(findings: readonly { readonly severity: Severity }[]): Severity {
  return [...findings].sort(byGravity)[0]?.severity ?? 'info';
}

export const FINDING_KINDS = Object.keys(SEVERITIES) as readonly FindingKind[];

/** How grave a finding of this kind is; of one with a status, by that. */
export function severityOf(
  kind: FindingKind,
  { severity = {}, statusCodes = [] }: SeverityOptions,
  status?: number,
): SeveritySetting {
  const rule = status === undefined ? undefined : statusCodes.find(({ status: like }) => isLike(status, like));
  return rule?.severity ?? severity[kind] ?? SEVERITIES[kind];
}

function isLike(status: number, pattern: string): boolean {
  const digits = String(status);
  return pattern.length === digits.length && [...pattern].every((sign, at) => sign === 'x' || sign === digits[at]);
}
