import { z } from 'zod';
import { isPagewardError, ResponseError } from '../base/errors.js';
import { type Page, type PageMetadata, windowOf } from '../page/page.js';
import { disarm, fence } from './fence.js';
import type { FenceBoundary } from './fence-boundary.js';
import { cutNotice, displayUrl, isAnswer, oneLine, pageHead } from './page-text.js';
import type { StructuredOutput } from './structured-output.js';
import type { ToolOutput } from './tool.js';
import { adviceLine, faultOf, isRefusal, type ToolFault } from './tool-failure.js';

/** The result of `crawl_url`, by the names that its model knows. What there is not is null. */
export interface CrawledPage {
  /** Where the page ended; of a failed call the URL that was asked for, or that the guard refused. */
  readonly url: string;
  /** Whether there was an answer, with a status from 200 to 299. */
  readonly success: boolean;
  readonly markdown: string | null;
  /** Without scripts, style sheets and hidden parts; only where it was asked for. */
  readonly html: string | null;
  readonly status_code: number | null;
  readonly metadata: (PageMetadata & { readonly title?: string }) | null;
  readonly error_message: string | null;
}

/** The result as a structure for a model. */
export const structuredCrawl: StructuredOutput<CrawledPage> = {
  schema: z.strictObject({ url: z.string(), status_code: z.number().nullable(), content: z.string() }),
  of: ({ text, data: { url, status_code } }) => ({ url: displayUrl(url), status_code, content: text }),
};

/** What of a page stands in what the model reads. */
export interface CrawlLimits {
  /** Characters of Markdown, and as many again of HTML. */
  readonly maxChars: number;
  /** Where a capped download was cut. */
  readonly maxBytes: number;
  readonly boundary: FenceBoundary | undefined;
}

/** The result of a page that was read, whatever its status. */
export function crawledPage(page: Page, limits: CrawlLimits): ToolOutput<CrawledPage> {
  const { url, statusCode, title, metadata } = page;
  const fault = isAnswer(page) ? undefined : faultOfStatus(statusCode);
  const data: CrawledPage = {
    url,
    success: fault === undefined,
    markdown: page.text,
    html: page.html ?? null,
    status_code: statusCode,
    metadata: title === undefined && metadata === undefined ? null : { ...(title && { title }), ...metadata },
    error_message: fault?.message ?? null,
  };
  const text = textOf(page, limits);
  return fault === undefined ? { data, text } : { data, text, error: fault };
}

/** The result of a call without a page. */
export function failedCrawl(asked: string, error: unknown): ToolOutput<CrawledPage> {
  const { details, ...fault } = isPagewardError(error)
    ? { ...faultOf(error), details: error.details }
    : { ...unforeseen(error), details: {} };
  const { url, redirectedFrom, statusCode } = details;
  const ended = redirectedFrom !== undefined && typeof url === 'string' ? url : undefined;
  const way = ended === undefined ? '' : `Redirected to ${displayUrl(ended)}. `;
  const message = `${isRefusal(fault.code) ? 'Refused: ' : ''}${way}${fault.message}`;
  const data = {
    ...{ url: ended ?? asked, success: false, markdown: null, html: null, metadata: null, error_message: message },
    status_code: typeof statusCode === 'number' ? statusCode : null,
  };
  // A message may name what a site chose: the address of a redirect, say.
  return { data, text: disarm(`${message}${adviceLine(fault.hint)}`), error: fault };
}

function faultOfStatus(status: number): ToolFault {
  const code = status === 429 ? 'RATE_LIMITED' : 'HTTP_STATUS';
  return faultOf(new ResponseError(`The server answered HTTP ${status}.`, { code }));
}

/** A reader that is not ours may throw anything, and this tool gives a result all the same. */
function unforeseen(error: unknown): ToolFault {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return { code: 'UNFORESEEN', message: `The reader failed: ${message}`, retryable: false };
}

function textOf(page: Page, { maxChars, maxBytes, boundary }: CrawlLimits): string {
  const { title, metadata = {}, html = '' } = page;
  const { description, byline, siteName, publishedTime } = metadata;
  const facts = { Title: title, Description: description, Author: byline, Site: siteName, Published: publishedTime };
  const lines = Object.entries(facts).flatMap(([name, fact]) => (fact ? [`${name}: ${oneLine(fact)}`] : []));
  const shown = windowOf(page.text, 0, maxChars).text;
  const markup = windowOf(html, 0, maxChars).text;
  const fenced = [lines.join('\n'), shown.trimEnd(), markup === '' ? '' : `HTML:\n${markup}`];
  const cuts = [...cutNotice('text', shown, page.text), ...cutNotice('HTML', markup, html)];
  const inside = fenced.filter((part) => part !== '').join('\n\n');
  return [pageHead(page, maxBytes), fence(inside, { boundary }), ...cuts].join('\n\n');
}
