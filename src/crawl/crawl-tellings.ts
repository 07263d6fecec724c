import { redactUrl } from '../base/url.js';
import type { CrawlEnd, CrawlEvent, CrawlTotals } from './crawl-event.js';
import type { CrawlNews, Discovery, Handout, PageVerdict, SkippedUrl } from './frontier-events.js';

/** What is to be told of links: those that are not followed, and what they gave away. */
export function discovered({ links, ...news }: Discovery, from?: string): CrawlEvent[] {
  const skips = links.flatMap(({ url, verdict, reason, trap }): CrawlEvent[] =>
    verdict !== 'skipped' || reason === undefined
      ? []
      : [{ type: 'skipped', url, reason, ...(from === undefined ? {} : { from }), ...(trap ? { detail: trap } : {}) }],
  );
  return [...skips, ...newsTold(news)];
}

/** URLs that need not be read any more, and traps. */
export function newsTold({ skipped, traps }: CrawlNews): CrawlEvent[] {
  return [...skipped.map(skippedTold), ...traps.map((trap): CrawlEvent => ({ type: 'trap', ...trap }))];
}

/** A URL that is left aside without having been read. */
export function skippedTold({ url, reason, trap, of }: SkippedUrl): CrawlEvent {
  const detail = of ?? trap;
  return { type: 'skipped', url, reason, ...(detail === undefined ? {} : { detail }) };
}

/** A page that was read and is none of its own; of a seed that leads out of the crawl, also what to do about it. */
export function repeated(
  { url, depth }: Handout,
  verdict: Exclude<PageVerdict, { verdict: 'page' }>,
  { from, endedAt }: { readonly from: string | undefined; readonly endedAt: string },
): CrawlEvent[] {
  const about = { type: 'skipped', url, ...(from === undefined ? {} : { from }) } as const;
  if (verdict.verdict !== 'outside') return [{ ...about, reason: 'duplicate', detail: verdict.of }];
  const { reason, key } = verdict;
  const message = `it leads to ${redactUrl(endedAt)}, which is outside the scope: begin the crawl there`;
  const notice = { type: 'notice', about: url, message } as const;
  return [{ ...about, reason, detail: key }, ...(depth === 0 && reason === 'outside' ? [notice] : [])];
}

/** Expectations of a whole crawl whose pattern no page is like. */
export function unmatchedTold(reason: CrawlEnd, { expectations }: CrawlTotals): CrawlEvent[] {
  const faults = [{ what: 'pages', expected: 'at least 1', actual: '0' }];
  const unmatched = reason === 'complete' ? (expectations?.unmatched ?? []) : [];
  return unmatched.map(({ name, url }) => ({ type: 'expectation', url, name, faults }));
}
