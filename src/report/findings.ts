import { createHash } from 'node:crypto';
import { LIMITS } from '../base/limits.js';
import type { Finding, FindingKind } from './report.js';
import { byGravity, type SeverityOptions, severityOf } from './severity.js';

/** A finding before it is known how grave it is. */
export type FoundFault = Omit<Finding, 'id' | 'severity' | 'baseline' | 'failedRuns'>;

/** Collects what is amiss: once for each kind, URL and subject. */
export class Findings {
  readonly #options: SeverityOptions;
  readonly #found = new Map<string, Finding>();

  constructor(options: SeverityOptions) {
    this.#options = options;
  }

  /** Adds a finding unless its kind is switched off, and gives its id. */
  add(fault: FoundFault): string | undefined {
    const severity = severityOf(fault.kind, this.#options, fault.status);
    if (severity === 'off') return undefined;
    const id = findingId(fault);
    const details = fault.details?.slice(0, LIMITS.reportDetails);
    if (!this.#found.has(id)) this.#found.set(id, { id, severity, ...fault, ...(details && { details }) });
    return id;
  }

  /** Errors first, then by kind and URL: the same findings in the same order. */
  sorted(): Finding[] {
    return [...this.#found.values()].sort(
      (one, other) =>
        byGravity(one, other) ||
        compare(one.kind, other.kind) ||
        compare(one.url, other.url) ||
        compare(one.subject ?? '', other.subject ?? ''),
    );
  }
}

function findingId({ kind, url, subject = '' }: { kind: FindingKind; url: string; subject?: string }): string {
  return createHash('sha256').update([kind, url, subject].join('\0')).digest('hex').slice(0, 16);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
