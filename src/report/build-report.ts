import { z } from 'zod';
import { LIMITS } from '../base/limits.js';
import { checkOptions } from '../base/options.js';
import { VERSION } from '../base/version.js';
import type { CrawlEnd, CrawlTotals } from '../crawl/crawl-event.js';
import { type CrawlRow, checkCrawlFolder, crawlRows, crawlSummary } from './crawl-rows.js';
import { Findings, type FoundFault } from './findings.js';
import { type LinkTarget, LinkTargets } from './link-targets.js';
import { chainFaults, expectationFault, pageFaults } from './page-faults.js';
import { PageList } from './page-list.js';
import type { Report, ReportFailure } from './report.js';
import { countsOf } from './report-counts.js';
import { FINDING_KINDS, type SeverityOptions } from './severity.js';

export interface ReportOptions extends SeverityOptions {
  /** A page that took longer is slow, in milliseconds (default 3 000). */
  readonly slowMs?: number;
}

const setting = z.enum(['error', 'warning', 'info', 'off']);
const reportShape = {
  severity: z.partialRecord(z.enum(FINDING_KINDS), setting).optional(),
  statusCodes: z
    .array(
      z.strictObject({ status: z.string().regex(/^[1-9x][\dx]{2}$/, 'must be like 403 or 4xx'), severity: setting }),
    )
    .optional(),
  slowMs: z.number().min(0).optional(),
} satisfies Record<keyof ReportOptions, z.ZodType>;

/** What is told of a URL that could not be read and that a link leads to. */
type Broken = Pick<ReportFailure, 'url' | 'code' | 'message'> & { readonly status?: number };

/** What keeps a URL from being read and is no fault of its link; that of the operator's own policy least of all. */
const NO_FAULT: ReadonlySet<string> = new Set(['REFUSED_ROBOTS', 'REFUSED_DOMAIN', 'RATE_LIMITED', 'NO_CONTENT']);

/**
 * Makes the report of the crawl in a folder, from its files: the same after any number of resumed runs. Pages are kept in
 * memory without their texts, links are not.
 *
 * @throws UsageError `JOURNAL_MISSING`, `INVALID_OPTION`; QueueError `JOURNAL_CORRUPT`
 * @example
 * const report = await buildReport('site');
 * console.log(report.counts.failing, report.findings[0]?.message);
 */
export async function buildReport(folder: string, options: ReportOptions = {}): Promise<Report> {
  checkOptions(z.strictObject(reportShape), options, 'buildReport');
  checkCrawlFolder(folder);
  const { slowMs = LIMITS.reportSlowMs } = options;
  const findings = new Findings(options);
  const pages = new PageList();
  let isAudited = false;
  for await (const row of crawlRows(folder, 'pages')) {
    isAudited ||= row.audit !== undefined;
    const ids = pageFaults(row, { slowMs }).map((fault) => findings.add(fault));
    pages.add(
      row,
      ids.filter((id) => id !== undefined),
    );
  }
  for await (const { url, finalUrl } of crawlRows(folder, 'redirected')) pages.alias(url, finalUrl);
  const { unmet, expected } = await judgedIn(folder);
  for (const row of unmet) pages.note(pages.placeOf(row.url), findings.add(expectationFault(row)));
  const targets = new LinkTargets();
  const broken = await brokenIn(folder, pages, targets);
  const external = await externalIn(folder, targets);
  const chains = await chainsIn(folder, targets);
  await followLinks(folder, pages, targets);

  for (const { failure, target } of broken) {
    if (!expected.has(failure.url)) addBroken(findings, failure, { target, isExternal: false });
  }
  for (const { row, target } of external) {
    if (!row.ok) addBroken(findings, brokenExternal(row), { target, isExternal: true });
  }
  for (const { fault, target } of [...chains, ...external.flatMap(chainOf)])
    findings.add({ ...fault, ...told(target) });
  const summary = await crawlSummary(folder);
  addUnmatched(findings, summary);
  await addOrphans(folder, { findings, pages, seeds: summary.seeds ?? [] });
  const sorted = findings.sorted();
  const listed = pages.pages();
  const times = listed.map(({ fetchedAt }) => fetchedAt).sort();
  return {
    schemaVersion: 1,
    generator: `pageward ${VERSION}`,
    seeds: summary.seeds ?? listed.filter(({ depth }) => depth === 0).map(({ url }) => url),
    startedAt: summary.startedAt ?? times[0] ?? '',
    endedAt: summary.endedAt ?? times.at(-1) ?? '',
    // As the crawl wrote them.
    ...(summary.reason === undefined ? {} : { reason: summary.reason as CrawlEnd }),
    isAudited,
    totals: { pages: listed.length, failures: broken.length, ...(summary.totals as Partial<CrawlTotals> | undefined) },
    findings: sorted,
    counts: countsOf(sorted),
    pages: listed,
    failures: broken.map(({ failure }) => failure),
    edges: pages.edges(),
  };
}

interface BrokenTarget {
  readonly failure: ReportFailure;
  readonly target: LinkTarget;
}

/** Failures that no later try has mended, each URL once. */
async function brokenIn(folder: string, pages: PageList, targets: LinkTargets): Promise<BrokenTarget[]> {
  const failures = new Map<string, ReportFailure>();
  for await (const { url, depth, from, code, message, status } of crawlRows(folder, 'failures')) {
    if (pages.placeOf(url) !== undefined) continue;
    const known = { url, depth, code, message };
    failures.set(url, {
      ...known,
      ...(from === undefined ? {} : { from }),
      ...(status === undefined ? {} : { status }),
    });
  }
  return [...failures.values()].map((failure) => ({ failure, target: targets.want(failure.url) }));
}

interface ExternalTarget {
  readonly row: CrawlRow<'external'>;
  readonly target: LinkTarget;
}

async function externalIn(folder: string, targets: LinkTargets): Promise<ExternalTarget[]> {
  const external: ExternalTarget[] = [];
  for await (const row of crawlRows(folder, 'external')) {
    const isChain = (row.redirects?.length ?? 0) > 1;
    if (!row.ok || isChain) external.push({ row, target: targets.want(row.url) });
  }
  return external;
}

async function followLinks(folder: string, pages: PageList, targets: LinkTargets): Promise<void> {
  for await (const { from, to, text } of crawlRows(folder, 'links')) {
    pages.link(from, to);
    targets.link(from, to, text);
  }
}

function brokenExternal({ url, status, code = 'UNEXPECTED', message }: CrawlRow<'external'>): Broken {
  const said = message ?? (status === undefined ? 'there was no answer' : `the server answered ${status}`);
  return { url, code, message: said, ...(status === undefined ? {} : { status }) };
}

function addBroken(
  findings: Findings,
  { url, code, message, status }: Broken,
  { target, isExternal }: { readonly target: LinkTarget; readonly isExternal: boolean },
): void {
  if (NO_FAULT.has(code)) return;
  const isRefused = code.startsWith('REFUSED_');
  const kind = isRefused ? 'refused-request' : isExternal ? 'broken-external-link' : 'broken-link';
  findings.add({ kind, url, message, code, ...(status === undefined ? {} : { status }), ...told(target) });
}

interface Chain {
  readonly fault: FoundFault;
  readonly target: LinkTarget;
}

async function chainsIn(folder: string, targets: LinkTargets): Promise<Chain[]> {
  const chains: Chain[] = [];
  for await (const { url, redirects } of crawlRows(folder, 'redirected')) {
    for (const fault of chainFaults(url, redirects)) chains.push({ fault, target: targets.want(url) });
  }
  return chains;
}

function chainOf({ row, target }: ExternalTarget): Chain[] {
  return chainFaults(row.url, row.redirects ?? []).map((fault) => ({ fault, target }));
}

/** How URLs stand to what is expected of them, by the last that each expectation says of one that was read again. */
async function judgedIn(folder: string) {
  const unmet = new Map<string, Map<string, CrawlRow<'expectations'>>>();
  const expected = new Set<string>();
  for await (const row of crawlRows(folder, 'expectations')) {
    const { url, name, ok, status = 0 } = row;
    const ofUrl = unmet.get(url) ?? new Map<string, CrawlRow<'expectations'>>();
    if (ok) ofUrl.delete(name);
    else unmet.set(url, ofUrl.set(name, row));
    if (status >= 400 && ofUrl.size === 0) expected.add(url);
    else expected.delete(url);
  }
  return {
    unmet: [...unmet.values()].flatMap((ofUrl) => [...ofUrl.values()]),
    /** Answers of 400 and above that are as expected. */
    expected,
  };
}

/** Expectations that no page of a whole crawl has met. */
function addUnmatched(findings: Findings, { reason, totals }: Awaited<ReturnType<typeof crawlSummary>>): void {
  if (reason !== 'complete') return;
  for (const { name, url } of totals?.expectations?.unmatched ?? []) {
    findings.add({ kind: 'expectation', url, subject: name, message: 'no page is like its pattern' });
  }
}

/** Pages that the sitemap names and no page links to. */
async function addOrphans(
  folder: string,
  {
    findings,
    pages,
    seeds,
  }: { readonly findings: Findings; readonly pages: PageList; readonly seeds: readonly string[] },
): Promise<void> {
  const begun = new Set(seeds.map((seed) => pages.placeOf(seed)));
  for await (const { url, sitemap } of crawlRows(folder, 'sitemap')) {
    const place = pages.placeOf(url);
    if (place === undefined || begun.has(place) || pages.linksInOf(place) > 0) continue;
    const message = `is named by ${sitemap}, and no page links to it`;
    pages.note(place, findings.add({ kind: 'orphan-page', url, message }));
  }
}

function told({ referrers, referrerCount }: LinkTarget) {
  return referrerCount === 0 ? {} : { referrers, referrerCount };
}
