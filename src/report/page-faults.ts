import { isHtmlType } from '../base/media-type.js';
import type { CrawlRow } from './crawl-rows.js';
import type { FoundFault } from './findings.js';

/** A page shows next to nothing without its program: less than this share of its words. */
const BARE_SHARE = 0.2;
/** A page of fewer words may well have got all of them from a program. */
const BARE_WORDS = 50;

/** What a page's own row says is amiss with it. */
export function pageFaults(row: CrawlRow<'pages'>, { slowMs }: { readonly slowMs: number }): FoundFault[] {
  const { finalUrl: url } = row;
  return [
    ...(isHtmlType(row.mediaType) ? headFaults(row) : []),
    ...auditFaults(row),
    ...slowFaults(row, slowMs),
    ...chainFaults(row.url, row.redirects ?? []),
    ...refusalFaults(row),
    ...(row.nearDuplicateOf === undefined
      ? []
      : [{ kind: 'duplicate-content' as const, url, message: `says nearly the same as ${row.nearDuplicateOf}` }]),
  ];
}

/** What the head lacks; of a page without audit, what nothing on it could be taken for. */
function headFaults({ finalUrl: url, audit, ...row }: CrawlRow<'pages'>): FoundFault[] {
  const title = audit === undefined ? row.title : audit.documentTitle;
  const description = audit === undefined ? row.metadata?.description : audit.metaDescription;
  const faults: FoundFault[] = [];
  if (!title?.trim()) faults.push({ kind: 'missing-title', url, message: 'has no title' });
  if (!description?.trim()) {
    faults.push({ kind: 'missing-description', url, message: 'has no description for search results' });
  }
  return faults;
}

function auditFaults({ finalUrl: url, audit, rendered }: CrawlRow<'pages'>): FoundFault[] {
  if (audit === undefined) return [];
  const { words, serverWords, imagesWithoutAlt, mixedContent, consoleErrors } = audit;
  const faults: FoundFault[] = [];
  if (imagesWithoutAlt !== undefined && imagesWithoutAlt.count > 0) {
    const message = `${counted(imagesWithoutAlt.count, 'image')} without alternative text`;
    faults.push({ kind: 'missing-alt', url, message, details: imagesWithoutAlt.urls });
  }
  if (mixedContent !== undefined && mixedContent.count > 0) {
    const message = `includes ${counted(mixedContent.count, 'file')} by http on a page of https`;
    faults.push({ kind: 'mixed-content', url, message, details: mixedContent.urls });
  }
  if (consoleErrors !== undefined && consoleErrors.count > 0) {
    const message = `reports ${counted(consoleErrors.count, 'console error')}`;
    faults.push({ kind: 'console-error', url, message, details: consoleErrors.messages });
  }
  if (rendered && serverWords !== undefined && words >= BARE_WORDS && serverWords < words * BARE_SHARE) {
    const message = `shows ${serverWords} of its ${words} words without JavaScript`;
    faults.push({ kind: 'needs-javascript', url, message });
  }
  return faults;
}

function slowFaults({ finalUrl: url, timing }: CrawlRow<'pages'>, slowMs: number): FoundFault[] {
  const tookMs = timing?.loadMs ?? timing?.totalMs ?? 0;
  return tookMs > slowMs ? [{ kind: 'slow-page', url, message: `took ${(tookMs / 1_000).toFixed(1)} s` }] : [];
}

/** A link that leads over several redirects costs its visitor a round trip each. */
export function chainFaults(url: string, redirects: CrawlRow<'redirected'>['redirects']): FoundFault[] {
  if (redirects.length < 2) return [];
  const end = redirects.at(-1)?.location ?? '';
  const details = redirects.map(({ statusCode, kind, location }) => {
    return `${kind === 'http' ? statusCode : kind} → ${location}`;
  });
  return [{ kind: 'redirect-chain', url, message: `leads to ${end} over ${redirects.length} redirects`, details }];
}

function refusalFaults({ finalUrl: url, refusals = [] }: CrawlRow<'pages'>): FoundFault[] {
  if (refusals.length === 0) return [];
  const details = refusals.map((refusal) => `${refusal.url}: ${refusal.reason} [${refusal.code}]`);
  const message = `asked for ${counted(refusals.length, 'thing')} that the guard refused`;
  return [{ kind: 'refused-request', url, message, details }];
}

/** What is otherwise than expected, as the lines of a diff. */
export function expectationFault({ url, finalUrl = url, name, faults = [] }: CrawlRow<'expectations'>): FoundFault {
  const details = faults.flatMap(({ what, expected, actual }) => [what, `- ${expected}`, `+ ${actual}`]);
  return { kind: 'expectation', url: finalUrl, subject: name, message: `is not as ${name} expects`, details };
}

/** `1 image`, `2 images`. */
function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
