import { LIMITS } from '../base/limits.js';
import { asUrl, redactUrl } from '../base/url.js';
import type { Section } from '../page/outline.js';
import type { Page, PageImage } from '../page/page.js';
import { referencedWindow } from '../page/referenced-window.js';
import { disarm, fence } from './fence.js';
import type { FenceBoundary } from './fence-boundary.js';

/** More is no title, nor anything else that belongs on one line. */
const TITLE_CHARS = 300;

/** A page as one answer shows it: `text` is a window of it, or its outline. */
export interface FetchedPage extends Page {
  /** The sections that can be asked for; then `text` lists them. */
  readonly outline?: readonly Section[];
  /** The section that `text` is from. */
  readonly section?: number;
}

/** What to show of a page. Offsets count in its whole text. */
export interface Shown {
  readonly images: boolean;
  readonly offset: number;
  readonly maxChars: number;
  /** Nothing from there on. */
  readonly end?: number;
}

/** Whether the server gave what was asked for. */
export function isAnswer({ statusCode }: Page): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** The part of a page that one answer shows. The page itself is left as it is. */
export function pageWindow(page: Page, shown: Shown): Page {
  const maxChars = isAnswer(page) ? shown.maxChars : Math.min(shown.maxChars, LIMITS.errorBodyChars);
  const { nextOffset: _, images, ...whole } = page;
  return {
    ...whole,
    ...(shown.images && images && { images }),
    ...referencedWindow(page.text, shown.offset, maxChars, shown.end),
  };
}

/**
 * A page as a model reads it: where it came from and how it went in our words, what the page says within the fence, and
 * notices of where to go on.
 *
 * @param limits characters that the list of images may take, the bytes at which a capped download was cut, where they
 * are known, and the boundary of the fence
 */
export function renderPage(
  page: FetchedPage,
  limits: { maxChars: number; maxBytes?: number | undefined; boundary?: FenceBoundary | undefined },
  notices: readonly string[] = [],
): string {
  const title = oneLine(page.title);
  const fenced = [title ? `Title: ${title}` : '', page.text.trimEnd(), imageList(page.images ?? [], limits.maxChars)];
  const inside = fenced.filter((part) => part !== '').join('\n\n');
  const parts = [pageHead(page, limits.maxBytes), fence(inside, limits)];
  if (page.nextOffset !== undefined) {
    const section = page.section === undefined ? '' : `section=${page.section} and `;
    parts.push(`[... truncated. Continue with ${section}offset=${page.nextOffset}.]`);
  }
  return [...parts, ...notices].join('\n\n');
}

/** Where a page is from and how it went, in our words: what stands before the fence. */
export function pageHead(page: Page, maxBytes: number | undefined): string {
  return `URL: ${displayUrl(page.url)}\n${statusLine(page, maxBytes)}`;
}

/** What a page says of itself, as far as a line of an answer has room for it. */
export function oneLine(text = ''): string {
  return text.slice(0, TITLE_CHARS).replace(/\s+/g, ' ').trim();
}

/** Says of a text that is shown in part, in an answer that nobody can go on from, how much that is; else nothing. */
export function cutNotice(what: string, shown: string, whole: string): string[] {
  if (shown.length === whole.length) return [];
  return [`[... ${what} truncated: ${shown.length} of ${whole.length} characters are shown.]`];
}

function statusLine(page: Page, maxBytes: number | undefined): string {
  const notes = [`HTTP ${page.statusCode}`, mediaTypeOf(page)];
  if (page.sizeCapped) {
    notes.push(
      `download capped${maxBytes === undefined ? '' : ` at ${sizeOf(maxBytes)}`} (the rest of the page was never fetched)`,
    );
  }
  if (page.readiness?.reason === 'deadline') notes.push('partial: deadline reached');
  if (page.readiness?.failure !== undefined) notes.push('the page’s own program failed');
  if (page.extraction?.from === 'server-html') notes.push('text as the server sent it');
  if (page.extraction?.from === 'page-data') notes.push('text from the data of the page');
  if (page.extraction?.rung === 'markup') notes.push('no readable text in it, so its markup follows');
  return notes.join(' · ');
}

function sizeOf(bytes: number): string {
  return bytes < 50_000 ? `${bytes} bytes` : `${(bytes / 1_000_000).toFixed(1)}MB`;
}

/** RFC 6838 4.2: each of its two names has up to 127 characters. */
const MEDIA_TYPE = /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/;

/** The server chose it, and it stands outside the fence: no essay in one word, no copy of a marker. */
export function mediaTypeOf({ mediaType }: Page): string {
  return MEDIA_TYPE.test(mediaType) && disarm(mediaType) === mediaType ? mediaType : 'unknown';
}

/**
 * The site chose the address and it stands outside the fence, so it must be one word that nothing hides in: as the
 * URL standard writes it, and with percent signs for what would be a fence marker or a control token.
 */
export function displayUrl(url: string): string {
  const parsed = asUrl(url);
  const address = parsed === undefined ? url : redactUrl(parsed);
  if (parsed !== undefined && disarm(address) === address) return address;
  const origin = /^https?:\/\/[^/?#\s]*/.exec(address)?.[0] ?? '';
  return origin + address.slice(origin.length).replace(/[^\w/?&=#%.+:@,;]/gu, percentEncode);
}

function percentEncode(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** As many images as fit: a page could otherwise drown its text in long addresses. */
function imageList(images: readonly PageImage[], maxChars: number): string {
  if (images.length === 0) return '';
  let chars = 0;
  const shown = images.slice(0, LIMITS.imagesShown).filter(({ url, alt }) => {
    chars += url.length + alt.length;
    return chars <= maxChars;
  });
  const count = shown.length < images.length ? `${shown.length} of ${images.length}` : `${images.length}`;
  const lines = shown.map(({ url, alt }, index) => `${index + 1}. ${url}${alt === '' ? '' : ` — ${alt}`}`);
  return [`Images (${count}):`, ...lines].join('\n');
}
