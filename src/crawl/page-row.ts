import { z } from 'zod';
import type { Page } from '../page/page.js';
import type { JudgedPage } from './expectation.js';
import { jsonLine } from './json-line.js';
import { type FrontMatter, pageFile } from './page-file.js';

/** What a crawl knows of a page besides the page. */
export interface CrawlFacts {
  /** In the order in which the pages were finished, from 1. */
  readonly seq: number;
  /** As it was asked for. */
  readonly url: string;
  /** Links from the seeds. */
  readonly depth: number;
  /** The page on which its address was found first. */
  readonly from?: string;
  /** ISO 8601. */
  readonly fetchedAt: string;
  /** `sha256:` of the text. */
  readonly hash: string;
  /** An earlier page with nearly the same wording. */
  readonly nearDuplicateOf?: string;
}

/** A line of `pages.jsonl`: the facts, its file where it has one, then the page as read, without its HTML and what other files have of it. */
export function pageRow(facts: CrawlFacts, file: string | undefined, page: Page): string {
  const ours = { ...facts, file, finalUrl: page.url, links: page.links?.length ?? 0 };
  // At the beginning for the eye, and again since a page of somebody else's reader may have fields of these names.
  return jsonLine({ ...ours, ...rowOf(page), ...ours });
}

/** What stands of a page itself in its line. */
export function rowOf(page: JudgedPage): object {
  const {
    links: _,
    html: __,
    screenshot: ___,
    pdf: ____,
    mhtml: _____,
    url: ______,
    expectations: _______,
    ...rest
  } = page;
  return rest;
}

/** A page's own file. */
export function pageFileOf(facts: CrawlFacts, page: Pick<Page, 'url' | 'title' | 'statusCode' | 'text'>): Uint8Array {
  const front: FrontMatter = {
    url: page.url,
    ...(page.url === facts.url ? {} : { requestedUrl: facts.url }),
    ...(page.title === undefined ? {} : { title: page.title }),
    status: page.statusCode,
    depth: facts.depth,
    fetchedAt: facts.fetchedAt,
    hash: facts.hash,
  };
  return Buffer.from(pageFile(front, page.text));
}

const rowSchema = z.looseObject({
  seq: z.number(),
  url: z.string(),
  finalUrl: z.string(),
  title: z.string().optional(),
  statusCode: z.number(),
  depth: z.number(),
  fetchedAt: z.string(),
  hash: z.string(),
  file: z.string(),
  text: z.string(),
});

/** A page's file and its name again, from its line in `pages.jsonl`. */
export function pageFileOfRow(line: string): { readonly name: string; readonly content: Uint8Array } {
  const { finalUrl, title, file, ...row } = rowSchema.parse(JSON.parse(line));
  return { name: file, content: pageFileOf(row, { ...row, url: finalUrl, ...(title === undefined ? {} : { title }) }) };
}
