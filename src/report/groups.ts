import type { Finding, FindingKind, Report, ReportFailure, Severity } from './report.js';
import { gravestOf } from './severity.js';

/** Findings of one kind. */
export interface FindingGroup {
  readonly kind: FindingKind;
  /** Of the gravest among them. */
  readonly severity: Severity;
  readonly findings: readonly Finding[];
}

/** Findings by kind, in the order in which kinds come first. */
export function findingsByKind(findings: readonly Finding[]): FindingGroup[] {
  return [...grouped(findings, ({ kind }) => kind)].map(([kind, ofKind]) => {
    return { kind, severity: gravestOf(ofKind), findings: ofKind };
  });
}

/** What was not read and is no finding, by code: what robots.txt forbids, hosts left alone, kinds that are switched off. */
export function otherFailures({ failures, findings }: Report): Map<string, ReportFailure[]> {
  const told = new Set(findings.filter(({ code }) => code !== undefined).map(({ url }) => url));
  return grouped(
    failures.filter(({ url }) => !told.has(url)),
    ({ code }) => code,
  );
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
