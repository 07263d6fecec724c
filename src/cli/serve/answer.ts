import { createHash } from 'node:crypto';
import { LIMITS } from '../../base/limits.js';
import { withoutEscapes } from '../../base/terminal-text.js';
import { redactUrl } from '../../base/url.js';
import type { Page } from '../../page/page.js';
import { referencedWindow } from '../../page/referenced-window.js';
import { READ_PLAINLY } from '../../reader/needs-browser.js';
import { oneLine, pageWindow, renderPage } from '../../tools/page-text.js';
import { pageMarkdown } from '../page-markdown.js';
import { type Format, MEDIA_TYPES } from './format.js';
import type { Problem } from './problem.js';
import type { RequestOptions } from './request-options.js';

/** A page that was read for a request. */
export interface Reading {
  readonly page: Page;
  readonly options: RequestOptions & { readonly format: Format };
  /** For its turn. */
  readonly waitedMs: number;
}

/** What goes back over the wire, whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/**
 * With every answer. What a page says is never to run here: what a browser takes for a document, whatever its type, is one
 * of no origin, without scripts and without requests; no type is guessed at; and no other site may load any of it.
 */
export const SAFE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * A page as it was asked for. The status is 200 whatever the site's was, which is in `X-Pageward-Status`: that of an answer
 * of ours says how the reading went.
 */
export function pageAnswer(reading: Reading): Answer {
  const { page, waitedMs } = reading;
  const { body, mediaType, nextOffset } = bodyOf(reading);
  return {
    status: 200,
    headers: {
      ...SAFE_HEADERS,
      'content-type': typeof body === 'string' ? `${mediaType}; charset=utf-8` : mediaType,
      'cache-control': 'private, no-cache',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      vary: 'Accept, Sec-Fetch-Mode',
      ...factsOf(page),
      ...(nextOffset !== undefined && { 'x-pageward-next-offset': String(nextOffset) }),
      'server-timing': serverTiming(page, waitedMs),
    },
    body,
  };
}

/** Something of ours that is no page. */
export function textAnswer(body: string): Answer {
  return ownAnswer('text', body);
}

export function jsonAnswer(value: unknown): Answer {
  return ownAnswer('json', `${JSON.stringify(value)}\n`);
}

function ownAnswer(format: 'text' | 'json', body: string): Answer {
  const type = `${MEDIA_TYPES[format]}; charset=utf-8`;
  return { status: 200, headers: { ...SAFE_HEADERS, 'content-type': type, 'cache-control': 'no-store' }, body };
}

/** A failure, as JSON for whoever wanted JSON, and as plain text for everybody else. */
export function problemAnswer(problem: Problem, format?: Format): Answer {
  const { status, code, message, hint, retryAfterSeconds } = problem;
  const isJson = format === 'json';
  return {
    status,
    headers: {
      ...SAFE_HEADERS,
      'content-type': `${MEDIA_TYPES[isJson ? 'json' : 'text']}; charset=utf-8`,
      'cache-control': 'no-store',
      vary: 'Accept, Sec-Fetch-Mode',
      'x-pageward-error': code,
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="pageward"' }),
      ...(status === 405 && { allow: 'GET, HEAD' }),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: isJson
      ? `${JSON.stringify({ code, message, hint })}\n`
      : `${message} [${code}]\n${hint === undefined ? '' : `${hint}\n`}`,
  };
}

function bodyOf({ page, options }: Reading): Body {
  const { format, offset = 0, maxChars = format === 'tool' ? LIMITS.maxChars : Number.POSITIVE_INFINITY } = options;
  const mediaType = MEDIA_TYPES[format];
  if (format === 'html' && page.html !== undefined) return { body: page.html, mediaType };
  if (format === 'png' && page.screenshot !== undefined) {
    return { body: Buffer.from(page.screenshot.base64, 'base64'), mediaType };
  }
  if (format === 'tool') {
    const shown = pageWindow(page, { images: options.images ?? false, offset, maxChars });
    return { body: `${renderPage(shown, { maxChars })}\n`, mediaType, nextOffset: shown.nextOffset };
  }
  const window = referencedWindow(page.text, offset, maxChars);
  const { nextOffset } = window;
  if (format === 'json') return { body: `${JSON.stringify({ ...page, ...window })}\n`, mediaType, nextOffset };
  // What curl gets it writes to a terminal, and escape sequences of a page would drive that.
  const text = `${withoutEscapes(pageMarkdown(page, window, offset)).trimEnd()}\n`;
  // What is not HTML has none, and of what cannot be seen there is no picture.
  return { body: text, mediaType: MEDIA_TYPES[format === 'markdown' ? 'markdown' : 'text'], nextOffset };
}

interface Body {
  readonly body: string | Uint8Array;
  readonly mediaType: string;
  readonly nextOffset?: number | undefined;
}

/** Clients take 16 kB of headers, all together. A longer address is in the Page. */
const HEADER_CHARS = 4_000;

/** What of a page is of use before its text is read, safe in a header whatever a site put there. */
function factsOf(page: Page): Record<string, string> {
  const title = oneLine(page.title);
  const url = redactUrl(page.url).replace(/[^!-~]/gu, encodeURIComponent);
  return {
    ...(url.length <= HEADER_CHARS && { 'x-pageward-url': url }),
    'x-pageward-status': String(page.statusCode),
    'x-pageward-rendered': String(page.rendered ?? false),
    'x-pageward-warnings': String(warningsOf(page).length),
    'x-pageward-refusals': String(page.refusals?.length ?? 0),
    ...(title !== '' && { 'x-pageward-title': encodeURIComponent(title.replace(/\p{Surrogate}/gu, '\ufffd')) }),
  };
}

/** The warnings of a page, without the note that there was nothing to warn of. */
export function warningsOf({ warnings = [] }: Page): string[] {
  return warnings.filter((warning) => warning !== READ_PLAINLY);
}

function serverTiming({ timing }: Page, waitedMs: number): string {
  const { loadMs, extractMs, totalMs } = timing ?? {};
  const spans = { queue: Math.round(waitedMs), load: loadMs, extract: extractMs, total: totalMs };
  return Object.entries(spans)
    .flatMap(([name, ms]) => (ms === undefined ? [] : [`${name};dur=${ms}`]))
    .join(', ');
}
