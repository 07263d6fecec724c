import { LIMITS } from '../base/limits.js';
import { isHtmlType, isMarkdownType, isPdfType } from '../base/media-type.js';
import { redactUrl } from '../base/url.js';
import { type Page, type PageImage, windowOf } from '../page/page.js';
import { disarm, fence } from './fence.js';

/** The part of a page that one answer shows: a window of its text. The page itself is left as it is. */
export function pageWindow(page: Page, options: { offset: number; maxChars: number }): Page {
  const answered = page.statusCode >= 200 && page.statusCode < 300;
  const maxChars = answered ? options.maxChars : Math.min(options.maxChars, LIMITS.errorBodyChars);
  const { nextOffset: _, ...whole } = page;
  return { ...whole, ...windowOf(page.text, options.offset, maxChars) };
}

/**
 * A page as a model reads it: where it came from and how it went in our words, what the page says within the fence, and
 * where to go on.
 *
 * @param maxBytes the limit at which a capped download was cut, where it is known
 */
export function renderPage(page: Page, options: { maxBytes?: number | undefined } = {}): string {
  const title = page.title?.replace(/\s+/g, ' ').trim();
  const fenced = [title ? `Title: ${title}` : '', page.text.trimEnd(), imageList(page.images ?? [])];
  const parts = [
    `URL: ${displayUrl(page.url)}\n${statusLine(page, options.maxBytes)}`,
    fence(fenced.filter((part) => part !== '').join('\n\n')),
  ];
  if (page.nextOffset !== undefined) parts.push(`[... truncated. Continue with offset=${page.nextOffset}.]`);
  return parts.join('\n\n');
}

/** Where a download of this kind is cut when the operator set no limit of their own. */
export function defaultMaxBytes(mediaType: string): number {
  if (isPdfType(mediaType)) return LIMITS.pdfBytes;
  return isHtmlType(mediaType) || isMarkdownType(mediaType) || mediaType === '' ? LIMITS.htmlBytes : LIMITS.textBytes;
}

function statusLine(page: Page, maxBytes: number | undefined): string {
  const notes = [`HTTP ${page.statusCode}`, mediaTypeOf(page)];
  if (page.sizeCapped) {
    notes.push(
      `download capped${maxBytes === undefined ? '' : ` at ${sizeOf(maxBytes)}`} (the rest of the page was never fetched)`,
    );
  }
  if (page.readiness?.reason === 'deadline') notes.push('partial: deadline reached');
  if (page.extraction?.rung === 'markup') notes.push('no readable text in it, so its markup follows');
  return notes.join(' · ');
}

function sizeOf(bytes: number): string {
  return bytes < 50_000 ? `${bytes} bytes` : `${(bytes / 1_000_000).toFixed(1)}MB`;
}

/** The server chose it, and it stands outside the fence. */
function mediaTypeOf({ mediaType }: Page): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'unknown';
}

/**
 * The site chose the address and it stands outside the fence, so it must be one word that nothing hides in: as the
 * URL standard writes it, and with percent signs for what would be a fence marker or a control token.
 */
function displayUrl(url: string): string {
  const address = URL.canParse(url) ? redactUrl(new URL(url)) : url;
  if (URL.canParse(url) && disarm(address) === address) return address;
  const origin = /^https?:\/\/[^/?#\s]*/.exec(address)?.[0] ?? '';
  return origin + address.slice(origin.length).replace(/[^\w/?&=#%.+:@,;]/gu, percentEncode);
}

function percentEncode(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

function imageList(images: readonly PageImage[]): string {
  if (images.length === 0) return '';
  const shown = images.slice(0, LIMITS.imagesShown);
  const count = shown.length < images.length ? `${shown.length} of ${images.length}` : `${images.length}`;
  const lines = shown.map(({ url, alt }, index) => {
    return `${index + 1}. ${url}${alt === '' ? '' : ` — ${alt}`}`;
  });
  return [`Images (${count}):`, ...lines].join('\n');
}
