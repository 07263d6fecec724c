import { auditDocument } from '../page/audit-document.js';
import { decodeText } from '../page/charset.js';
import { cleanMarkup } from '../page/clean-markup.js';
import { compactJson } from '../page/compact-json.js';
import type { ContentOptions } from '../page/content-options.js';
import { draftExtraction, type ExtractionDraft, markupOnly, writeExtraction } from '../page/extraction.js';
import { feedToHtml } from '../page/feed.js';
import { lightenMarkup } from '../page/lighten.js';
import { markupLinks } from '../page/markup-links.js';
import type { Extraction } from '../page/page.js';
import type { PageAudit } from '../page/page-audit.js';
import { plainMarkdown } from '../page/plain-markdown.js';
import { plainText } from '../page/plain-text.js';
import { readSearchPage, type SearchPage } from '../page/search-page.js';
import type { SitemapLimits } from '../page/sitemap-entries.js';
import { readSitemapText, type SitemapText } from '../page/sitemap-text.js';
import { countWords } from '../page/visible-text.js';
import { type DocumentParser, documentParser, MAX_ELEMENTS, parseXml } from './document-parser.js';
import type { DomKind } from './dom-kind.js';
import { type Extract, fullestReading } from './fullest-reading.js';
import { type LinkColumns, packLinks } from './link-columns.js';
import { reasonToRender } from './needs-browser.js';
import { type PdfText, pdfText } from './pdf.js';

/** A document's body as it came, and what is known about its encoding. */
export interface Encoded {
  readonly body: string | Uint8Array;
  /** The charset of the Content-Type header. */
  readonly charset?: string | undefined;
}

export interface HtmlInput extends Encoded, ContentOptions {
  /** The document's URL; without it, relative links and images are dropped. */
  readonly url?: string | undefined;
  /** Default `light`. */
  readonly dom?: DomKind | undefined;
  /** It came as XHTML, in which an element may close itself. */
  readonly isXml?: boolean;
  /** A browser made it. */
  readonly rendered?: boolean;
  /** Why its own program has spoilt it, and the HTML before that. */
  readonly failure?: string | undefined;
  readonly sent?: string | undefined;
}

export interface HtmlResult extends Extraction {
  /** The decoded HTML. Absent when the body was a string already. */
  readonly html?: string;
}

/**
 * The jobs that a worker thread does, by name. Values in and out are plain data, since a DOM does not cross threads.
 * A new job is a pure function in `page/` and a line here.
 */
export const DOM_JOBS = {
  html: readHtml,
  feed: readFeed,
  pdf: ({ bytes }: { bytes: Uint8Array }): Promise<PdfText> => pdfText(bytes),
  decode: ({ isMarkup, ...input }: Encoded & { isMarkup: boolean }): string => decoded(input, isMarkup),
  json: (input: Encoded): string => compactJson(decoded(input, false)),
  judge,
  plain: readPlainly,
  audit: auditHtml,
  clean: ({ html }: { html: string }): string => cleanMarkup(html),
  search: readSearch,
  sitemap: packedSitemap,
  links: packedLinks,
};

export type DomJobs = {
  readonly [Name in keyof typeof DOM_JOBS]: {
    readonly input: Parameters<(typeof DOM_JOBS)[Name]>[0];
    readonly output: Awaited<ReturnType<(typeof DOM_JOBS)[Name]>>;
  };
};

/** {@link HtmlResult} as it crosses from the thread. */
export type PackedHtml = Omit<HtmlResult, 'links'> & { readonly links: LinkColumns };

async function readHtml(input: HtmlInput): Promise<PackedHtml> {
  const html = decoded(input, true);
  const markup = lightenMarkup(html, { isXml: input.isXml ?? false, isSnapshot: input.rendered ?? false });
  // Each is opened and, as a rule, closed.
  if (tagsOf(markup) > 2 * MAX_ELEMENTS) throw new Error(`it has more than ${MAX_ELEMENTS} elements`);
  const extract: Extract = (source, narrowed) => extractMarkup(lightenMarkup(source), { ...input, ...narrowed });
  const shown = await extractMarkup(markup, input);
  const extraction = await fullestReading(shown, { ...input, html }, extract);
  const result = extraction.extraction.rung === 'none' ? markupOnly(html, extraction) : extraction;
  return { ...result, links: packLinks(result.links), ...(typeof input.body === 'string' ? {} : { html }) };
}

function tagsOf(markup: string): number {
  let count = 0;
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', at + 1)) count++;
  return count;
}

/** What can be had without a tree. */
function readPlainly({ url, ...input }: Encoded & { readonly url?: string | undefined }): PlainReading {
  const html = decoded(input, true);
  const { links, ...plain } = plainMarkdown(html, url);
  return { ...plain, text: plainText(html).text, links: packLinks(links) };
}

export interface PlainReading {
  readonly title?: string;
  readonly markdown: string;
  readonly text: string;
  readonly links: LinkColumns;
}

/** Why a browser is needed, in words: by the text that was read from the page, or by the words of its markup. */
function judge({ text, ...input }: Encoded & { readonly text?: string }): string | undefined {
  const html = decoded(input, true);
  return reasonToRender({ html, text: text ?? plainText(html).text });
}

async function readSearch(input: Encoded): Promise<SearchPage> {
  const parse = await parserOf('light');
  return readSearchPage(parse(decoded(input, true)));
}

/** The links alone, and what the page asks of crawlers. */
function packedLinks({ url, ...input }: Encoded & { readonly url: string }) {
  const { links, robots } = markupLinks(decoded(input, true), url);
  return { links: packLinks(links.map((link) => ({ ...link, text: '' }))), robots };
}

/** A sitemap as it crosses from the thread: a line of JSON for each entry, to be read one by one. */
export interface PackedSitemap extends Omit<SitemapText, 'entries'> {
  readonly lines: string;
}

interface SitemapInput extends Encoded {
  readonly url: string;
  readonly limits: SitemapLimits;
}

function packedSitemap({ url, limits, ...input }: SitemapInput): PackedSitemap {
  const { entries, ...sitemap } = readSitemapText(decoded(input, true), url, limits);
  return { ...sitemap, lines: entries.map((entry) => JSON.stringify(entry)).join('\n') };
}

interface AuditInput extends Encoded {
  readonly url: string;
  readonly dom?: DomKind | undefined;
  /** Of a rendered page, the HTML before its scripts ran. */
  readonly serverHtml?: string | undefined;
}

async function auditHtml({ url, dom = 'light', serverHtml, ...input }: AuditInput): Promise<PageAudit> {
  const parse = await parserOf(dom);
  const wordsIn = (html: string) =>
    countWords(draftExtraction(parse(lightenMarkup(html)), { url, content: 'full' }).text);
  const html = decoded(input, true);
  return {
    words: wordsIn(html),
    ...(serverHtml === undefined ? {} : { serverWords: wordsIn(serverHtml) }),
    ...auditDocument(parse(html), url),
  };
}

interface FeedInput {
  readonly xml: string;
  readonly url?: string | undefined;
  readonly links?: ContentOptions['links'];
}

/** Undefined when the text is not well-formed XML, as many feeds are not. */
async function readFeed({ xml, url, links }: FeedInput): Promise<Extraction | undefined> {
  try {
    const { html, base } = feedToHtml(await parseXml(xml), url);
    const content = { content: 'full' as const, ...(links === undefined ? {} : { links }) };
    return await extractMarkup(lightenMarkup(html), { url: base, ...content });
  } catch {
    return undefined;
  }
}

async function extractMarkup(
  markup: string,
  { url, dom = 'light', ...content }: Omit<HtmlInput, keyof Encoded>,
): Promise<Extraction> {
  const draft = draftOf(await parserOf(dom), markup, { ...content, ...(url === undefined ? {} : { url }) });
  // Lets go of the document before the tree is made that the Markdown is written from.
  await Promise.resolve();
  return writeExtraction(draft);
}

function draftOf(parse: DocumentParser, markup: string, options: ContentOptions & { url?: string }): ExtractionDraft {
  return draftExtraction(parse(markup), options);
}

/** Of this thread. */
const parsers: Partial<Record<DomKind, Promise<DocumentParser>>> = {};

function parserOf(dom: DomKind): Promise<DocumentParser> {
  parsers[dom] ??= documentParser(dom);
  return parsers[dom];
}

function decoded({ body, charset }: Encoded, isMarkup: boolean): string {
  return typeof body === 'string' ? body : decodeText(body, { header: charset, markup: isMarkup }).text;
}
