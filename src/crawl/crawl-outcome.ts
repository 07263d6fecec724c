import type { Page } from '../page/page.js';
import type { CrawlEvent } from './crawl-event.js';
import type { Outcome } from './crawl-folder.js';
import { fingerprintOf } from './fingerprint.js';
import type { PageFacts } from './frontier-events.js';
import type { NewRecord } from './journal-record.js';
import { jsonLine } from './json-line.js';
import { type CrawlFacts, pageFileOf, pageRow } from './page-row.js';

/** What a step of the crawl is to leave behind, and then to tell. */
export interface Step {
  /** Absent when nothing is to be kept. */
  readonly outcome?: Outcome;
  readonly events: readonly CrawlEvent[];
}

/** A page that counts, and its file's name. */
export interface CountedPage {
  readonly facts: CrawlFacts;
  readonly page: Page;
  readonly file: string;
  /** Of its text in UTF-8. */
  readonly bytes: number;
}

/** What is kept of a page that counts. */
export function pageOutcome(
  record: Extract<NewRecord, { type: 'page' }>,
  { facts, page, file, bytes }: CountedPage,
): Outcome {
  const content = pageFileOf(facts, page);
  const { seq, hash } = facts;
  const { etag, lastModified } = page.revisit ?? {};
  const kept = {
    seq,
    status: page.statusCode,
    hash,
    rendered: page.rendered ?? false,
    bytes,
    file,
    fileBytes: content.length,
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
  return {
    record: { ...record, kept },
    lines: { pages: pageRow(facts, file, page), ...linkLines(page, facts) },
    page: { name: file, content },
  };
}

/** The lines of a page's links: from where to where, and what stands there. */
function linkLines({ links = [], url: from }: Page, asked: { readonly url: string }): { links: string } {
  const requested = from === asked.url ? {} : { asked: asked.url };
  return { links: links.map(({ url, ...link }) => jsonLine({ from, ...requested, to: url, ...link })).join('') };
}

/** Where a URL led that is no page of its own, by which redirects. */
export function redirectedLine({ url }: { readonly url: string }, page: Page): Pick<Outcome, 'lines'> {
  const { url: finalUrl, redirects = [] } = page;
  return redirects.length === 0 ? {} : { lines: { redirected: jsonLine({ url, finalUrl, redirects }) } };
}

/** What the frontier is told of a page. */
export function factsOf({ url, title, metadata, text }: Page): PageFacts {
  const canonicalUrl = metadata?.canonicalUrl;
  return {
    finalUrl: url,
    ...(canonicalUrl === undefined ? {} : { canonicalUrl }),
    ...(text === '' ? {} : { fingerprint: fingerprintOf({ title, text }) }),
  };
}
