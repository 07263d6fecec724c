import { isPagewardError } from '../base/errors.js';
import { parseMediaType } from '../base/media-type.js';
import { type BodyKind, kindOfBody } from '../page/body-kind.js';
import { decodeText } from '../page/charset.js';
import { compactJson } from '../page/compact-json.js';
import { isFeed } from '../page/feed.js';
import type { ExtractionSummary, PageImage, PageLink, PageMetadata } from '../page/page.js';
import type { Row } from '../page/row-rules.js';
import { type Content, isSelective } from './content.js';
import { runDomJob } from './dom.js';
import type { DomKind } from './dom-kind.js';
import type { DomJobOptions } from './dom-pool.js';
import { readHtml } from './html.js';
import type { ReadableDocument } from './reader.js';

/** The part of a page that comes from its body. Fields that this kind of body does not have are absent. */
export interface BodyContent {
  /** As the server declared it; empty when it declared none. */
  readonly mediaType: string;
  /** Markdown for HTML and feeds, the text itself otherwise. */
  readonly text: string;
  readonly title?: string;
  readonly images?: readonly PageImage[];
  readonly links?: readonly PageLink[];
  readonly metadata?: PageMetadata;
  readonly extraction?: ExtractionSummary;
  readonly data?: readonly Row[];
  /** The decoded HTML, when it was HTML. */
  readonly html?: string;
  readonly warnings: readonly string[];
}

export interface BodyOptions extends DomJobOptions {
  readonly content: Content;
  readonly dom?: DomKind | undefined;
}

/** Bodies up to this size are decoded where they are; larger ones in a worker, off the caller's event loop. */
const INLINE_BYTES = 250_000;

/**
 * Reads a body by its media type, the same for every reader: HTML and feeds as Markdown, JSON without spaces, PDF as its
 * text, other text as it is, and of anything else the type and size. Reads what a cap left of a body; one that cannot be
 * read gives a warning.
 *
 * @throws UsageError `INVALID_OPTION` for a selector that cannot be read; TimeoutError or ContentError `NO_CONTENT` when a
 * large plain text cannot be decoded; `signal.reason` on abort.
 */
export async function readBody(document: ReadableDocument, options: BodyOptions): Promise<BodyContent> {
  options.signal?.throwIfAborted();
  const { essence: mediaType, charset } = parseMediaType(document.contentType);
  const kind = kindOfBody(mediaType, document.body);
  const content = await readKind(kind, document, { mediaType, charset }, options);
  return { ...content, mediaType, warnings: [...content.warnings, ...notHonoured(kind, mediaType, options.content)] };
}

async function readKind(
  kind: BodyKind,
  document: ReadableDocument,
  { mediaType, charset }: { readonly mediaType: string; readonly charset: string | undefined },
  { content, dom, ...job }: BodyOptions,
): Promise<Omit<BodyContent, 'mediaType'>> {
  const { body, url, rendered, sent, readiness } = document;
  switch (kind) {
    case 'html': {
      const isXml = mediaType === 'application/xhtml+xml';
      const failure = readiness?.failure;
      const input = { body, charset, url, ...content, dom, isXml, rendered, sent, failure };
      const { markdown, text: _words, html, ...rest } = await readHtml(input, job);
      const source = html ?? (typeof body === 'string' ? body : undefined);
      return { text: markdown, ...rest, ...(source === undefined ? {} : { html: source }) };
    }
    case 'markdown': {
      const text = await decodeBody(body, charset, job);
      return { text, ...titled(titleOfMarkdown(text)), warnings: [] };
    }
    case 'json':
      return { text: await compactBody(body, charset, job), warnings: [] };
    case 'xml':
      return readXml(await decodeBody(body, charset, job, true), { url, links: content.links }, job);
    case 'text':
      return { text: await decodeBody(body, charset, job), warnings: [] };
    case 'pdf':
      return readPdf(document, mediaType, job);
    case 'binary':
      return { text: notShown(mediaType, body), warnings: [] };
  }
}

/** What was asked of the text and cannot be had from this kind of body. */
function notHonoured(kind: BodyKind, mediaType: string, content: Content): string[] {
  if (kind === 'html') return [];
  const whole = isSelective(content)
    ? [`include and exclude select from HTML, and this is ${mediaType || 'of no named type'}: it is given whole.`]
    : [];
  const rowless =
    content.extract === undefined ? [] : ['extract takes rows from HTML, and this is none: there is no data.'];
  const asWritten =
    kind === 'markdown' && content.links === 'referenced'
      ? ['The server sent Markdown, which is given as it is: its links are not made references.']
      : [];
  return [...whole, ...rowless, ...asWritten];
}

/** A body's text; a large one is decoded in a worker. */
export async function decodeBody(
  body: string | Uint8Array,
  charset: string | undefined,
  job: DomJobOptions,
  isMarkup = false,
): Promise<string> {
  if (typeof body === 'string') return body;
  if (body.length <= INLINE_BYTES) return decodeText(body, { header: charset, markup: isMarkup }).text;
  return runDomJob('decode', { body, charset, isMarkup }, job);
}

async function compactBody(
  body: string | Uint8Array,
  charset: string | undefined,
  job: DomJobOptions,
): Promise<string> {
  if (body.length > INLINE_BYTES) return runDomJob('json', { body, charset }, job);
  return compactJson(await decodeBody(body, charset, job));
}

/** XML as it is, unless it is a feed, which reads as the list of its entries. */
async function readXml(
  xml: string,
  options: { readonly url: string; readonly links: Content['links'] },
  job: DomJobOptions,
): Promise<Omit<BodyContent, 'mediaType'>> {
  if (!isFeed(xml)) return { text: xml, warnings: [] };
  const feed = await orUndefined(runDomJob('feed', { xml, ...options }, job), job);
  if (feed === undefined)
    return { text: xml, warnings: ['The feed is not well-formed, so its XML is shown as it is.'] };
  const { markdown, text: _words, ...rest } = feed;
  return { text: markdown, ...rest };
}

async function readPdf(
  document: ReadableDocument,
  mediaType: string,
  job: DomJobOptions,
): Promise<Omit<BodyContent, 'mediaType'>> {
  const { body, sizeCapped } = document;
  const unread = (warning: string) => ({ text: notShown(mediaType, body), warnings: [warning] });
  // A PDF's index is at its end.
  if (sizeCapped) return unread('The PDF is larger than the download limit, and a part of one cannot be read.');
  if (typeof body === 'string') return unread('The PDF arrived as text and cannot be read.');
  const pdf = await orUndefined(runDomJob('pdf', { bytes: body }, job), job);
  if (pdf === undefined) return unread('The PDF could not be read: it is encrypted, damaged or too large.');
  const warnings = pdf.text === '' ? [`The PDF holds no text on its ${pdf.pages} pages; it may be scanned.`] : [];
  return { text: pdf.text, ...titled(pdf.title), warnings };
}

/** What a job gives, or undefined when it failed for a reason that lies in the document. */
async function orUndefined<T>(job: Promise<T>, { signal }: DomJobOptions): Promise<T | undefined> {
  try {
    return await job;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (!isPagewardError(error)) throw error;
    return undefined;
  }
}

/** What stands for a body that is no text. */
export function notShown(mediaType: string, body: string | Uint8Array): string {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
  return `(binary content not shown: ${mediaType || 'unknown type'}, ${bytes} bytes)`;
}

function titleOfMarkdown(markdown: string): string | undefined {
  const heading = /^ {0,3}#{1,6}[ \t]+(.+)$/m.exec(markdown)?.[1];
  return heading?.replace(/\s+#+\s*$/, '').trim();
}

function titled(title: string | undefined): { title?: string } {
  return title ? { title } : {};
}
