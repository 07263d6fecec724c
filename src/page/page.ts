import { LIMITS } from '../base/limits.js';
import type { Redirect } from '../base/redirect.js';
import type { Refusal } from '../base/refusal.js';
import type { PageKind } from './kinds/page-kind.js';
import type { PageAudit } from './page-audit.js';
import type { Renditions } from './renditions.js';
import type { Row } from './row-rules.js';

export interface PageImage {
  /** Absolute http(s) URL. */
  readonly url: string;
  /** Whitespace collapsed, at most 200 characters; empty when the page gives none. */
  readonly alt: string;
}

export interface PageLink {
  /** Absolute http(s) URL, fragment kept. */
  readonly url: string;
  readonly text: string;
  readonly rel?: string;
  /** A place that no link leads to, only a click handler, or of which only the router of the page knows. */
  readonly kind?: 'route';
}

export interface AlternatePage {
  readonly url: string;
  readonly language?: string;
  readonly mediaType?: string;
  readonly title?: string;
}

/** A move that a page announces in a `<meta http-equiv="refresh">` or a Refresh header. */
export interface PageRefresh {
  readonly url: string;
  readonly delaySeconds: number;
}

export interface PageMetadata {
  readonly description?: string;
  readonly byline?: string;
  readonly siteName?: string;
  readonly language?: string;
  /**
   * ISO 8601, with the time and its zone as far as the page states them; as the page writes it where that cannot be told
   * without guessing (`03/04/2024`).
   */
  readonly publishedTime?: string;
  /** Likewise. */
  readonly modifiedTime?: string;
  /** The picture that stands for the page. */
  readonly imageUrl?: string;
  readonly canonicalUrl?: string;
  /** The pages before and after it in a series. */
  readonly prevUrl?: string;
  readonly nextUrl?: string;
  /** The same in other languages and forms, feeds included; at most `LIMITS.alternates`. */
  readonly alternates?: readonly AlternatePage[];
  /** Where the page sends its visitor after a while; a rendered page has been followed there already if it was soon. */
  readonly refresh?: PageRefresh;
  /**
   * What the page asks of crawlers, each as the header X-Robots-Tag says it, which is the last: `noindex, nofollow`, or
   * `examplebot: noindex` where it is for one of them.
   */
  readonly robots?: readonly string[];
  /** Open Graph's properties (`og:`, `article:` and the like), by their full name. The first value of each wins. */
  readonly openGraph?: Readonly<Record<string, string>>;
  /** `twitter:` properties likewise. */
  readonly twitter?: Readonly<Record<string, string>>;
  readonly jsonLd?: readonly unknown[];
}

/** How far a page was scrolled, and what stopped it: nothing more came, as many screens as allowed, the time, the size. */
export interface Scrolled {
  readonly screens: number;
  readonly stoppedBy: 'end' | 'limit' | 'deadline' | 'size';
}

/** Why a page was taken when it was, and what was still going on. On every rendered page, and where a deadline cut a download. */
export interface Readiness {
  readonly reason:
    | 'settled'
    | 'selector'
    | 'expression'
    | 'delay'
    | 'commit'
    | 'domcontentloaded'
    | 'load'
    | 'deadline'
    | 'crashed';
  /** What was still pending, in words. Empty when nothing was. */
  readonly pending: readonly string[];
  /** Lengths of the visible text, each time a look at the rendered page found it changed. */
  readonly growth?: readonly number[];
  readonly elapsedMs: number;
  /** Time that passed for the page, when its clock was made to run ahead of the real one. */
  readonly virtualMs?: number;
  /** Why the page counts as spoilt by its own program: it shows an error, or nothing, where there should be a page. */
  readonly failure?: string;
  /** Where it was scrolled. */
  readonly scrolled?: Scrolled;
}

/** A part of a page that was left out of its content. */
export interface DroppedPart {
  /** Its own heading, at most 120 characters; absent for all that have none, taken together. */
  readonly heading?: string;
  readonly words: number;
}

/** How the text was won from the document. */
export interface ExtractionSummary {
  /** Which step of the ladder gave the text; `selector` when `include` or `exclude` left nothing to choose. */
  readonly rung: 'selector' | 'readability' | 'container' | 'visible-text' | 'full' | 'markup' | 'none';
  /** Words kept ÷ words visible in the document, 0 to 1. */
  readonly coverage: number;
  /** What the page was taken for, which decides what of it is content. Absent where nothing was chosen. */
  readonly kind?: PageKind;
  /** What was left out of the content, by its heading where it had one; the rest together, without a heading. */
  readonly dropped?: readonly DroppedPart[];
  /**
   * Whence the text is, where the document itself has none worth the name: the HTML as the server sent it, of a page whose
   * program failed; or the data that the page carries for its program.
   */
  readonly from?: 'server-html' | 'page-data';
}

/** What was read from an HTML document. Plain JSON. */
export interface Extraction {
  readonly title?: string;
  readonly markdown: string;
  /**
   * The words of the Markdown without its markup: a line for each block. A heading put back on top of the Markdown is not in
   * it when `title` has it word for word.
   */
  readonly text: string;
  readonly images: readonly PageImage[];
  readonly links: readonly PageLink[];
  readonly metadata: PageMetadata;
  readonly extraction: ExtractionSummary;
  /** What `extract` took from the document; absent where it was not asked for, or there was no document to take it from. */
  readonly data?: readonly Row[];
  readonly warnings: readonly string[];
}

/** What a server says about asking again: what has changed since, and not before when. As sent. */
export interface Revisit {
  readonly etag?: string;
  readonly lastModified?: string;
  readonly retryAfter?: string;
}

export interface Timing {
  readonly totalMs: number;
  /** From the request to the last byte, or to the settled page. */
  readonly loadMs?: number;
  readonly extractMs?: number;
}

/**
 * A page as read: plain JSON. `url`, `statusCode`, `mediaType` and `text` are always there; a field that a reader cannot
 * know is absent, never invented.
 */
export interface Page extends Renditions {
  /** Where the page ended, WHATWG-serialised; never what `rel=canonical` claims. */
  readonly url: string;
  readonly requestedUrl?: string;
  readonly redirects?: readonly Redirect[];
  readonly statusCode: number;
  /** Lower-case `type/subtype`; empty when the server named none. */
  readonly mediaType: string;
  readonly title?: string;
  /** Markdown for HTML, the text itself otherwise. */
  readonly text: string;
  readonly images?: readonly PageImage[];
  readonly links?: readonly PageLink[];
  readonly metadata?: PageMetadata;
  /** The download was cut at the byte limit and more was there. */
  readonly sizeCapped?: boolean;
  /** Where the next window of the text starts, when `text` is a window and more follows. */
  readonly nextOffset?: number;
  /** Whether a browser made it. */
  readonly rendered?: boolean;
  readonly readiness?: Readiness;
  readonly extraction?: ExtractionSummary;
  /** What `extract` took from the document; absent where it was not asked for, or there was no document to take it from. */
  readonly data?: readonly Row[];
  readonly html?: string;
  readonly revisit?: Revisit;
  /** What was noted of it for whoever looks after the site; of a read with `audit`. */
  readonly audit?: PageAudit;
  readonly refusals?: readonly Refusal[];
  /** What was dropped, cut or done otherwise than asked, in words. */
  readonly warnings?: readonly string[];
  readonly timing?: Timing;
}

/** A slice of a text, in UTF-16 code units. */
export interface TextWindow {
  readonly text: string;
  /** Present when more text follows. */
  readonly nextOffset?: number;
}

/**
 * Cuts at most `maxChars` out of `text` from `offset` on. The cut moves back to the last line break within
 * `LIMITS.windowBacktrackChars` of the limit (of a small window at most half of it), and never splits a surrogate pair, so that windows laid end to end
 * are the text again. An `offset` past the end gives an empty window.
 */
export function windowOf(text: string, offset: number, maxChars: number): TextWindow {
  if (offset >= text.length) return { text: '' };
  const end = offset + maxChars;
  if (end >= text.length) return { text: text.slice(offset) };
  const cut = cutBefore(text, offset, end);
  return { text: text.slice(offset, cut), nextOffset: cut };
}

function cutBefore(text: string, offset: number, end: number): number {
  const lineBreak = text.lastIndexOf('\n', end - 1) + 1;
  if (lineBreak > offset && end - lineBreak <= Math.min(LIMITS.windowBacktrackChars, (end - offset) / 2))
    return lineBreak;
  const splitsPair = isHighSurrogate(text.charCodeAt(end - 1)) && end - 1 > offset;
  return splitsPair ? end - 1 : end;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
