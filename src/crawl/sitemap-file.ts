import { Readable } from 'node:stream';
import { ContentError, ResponseError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { parseMediaType } from '../base/media-type.js';
import { redactUrl } from '../base/url.js';
import { abortable } from '../guard/abortable.js';
import { readCapped } from '../guard/capped-body.js';
import { decodeText } from '../page/charset.js';
import type { SitemapEntry } from '../page/sitemap-entries.js';
import { readSitemapText, type SitemapText } from '../page/sitemap-text.js';
import { runDomJob } from '../reader/dom.js';
import type { DocumentLoader } from '../reader/reader.js';

/** One sitemap, fetched, unpacked and read. */
export interface SitemapFile {
  readonly kind: Exclude<SitemapText['kind'], 'none'>;
  /** After redirects. */
  readonly url: string;
  readonly entries: Iterable<SitemapEntry>;
  /** Why these are not all. */
  readonly cut?: string;
}

export interface SitemapFileOptions {
  readonly loader: DocumentLoader;
  readonly signal: AbortSignal;
  /** Of the download; what has arrived by then is read. */
  readonly timeoutMs: number;
}

const ACCEPT = 'application/xml,text/xml,text/plain;q=0.9,*/*;q=0.5';
/** Smaller ones are read where they are, larger ones in a worker, off the caller's event loop. */
const INLINE_BYTES = 100_000;

/**
 * @throws as the loader does; ResponseError `HTTP_STATUS`, `UNSUPPORTED_TYPE` for a damaged gzip; ContentError `NO_CONTENT`
 * for what is no sitemap; `signal.reason`.
 */
export async function loadSitemap(sitemap: string, options: SitemapFileOptions): Promise<SitemapFile> {
  const { loader, signal, timeoutMs } = options;
  const limits = { signal, timeoutMs, maxBytes: LIMITS.sitemapBytes };
  const document = await abortable(loader.load({ url: sitemap, headers: { accept: ACCEPT } }, limits), signal);
  const { url, statusCode, contentType } = document;
  if (statusCode < 200 || statusCode >= 300) throw statusError(sitemap, statusCode);
  const { body, sizeCapped } = await unpacked(sitemap, document.body);
  const isLate = document.readiness?.reason === 'deadline';
  const isLarge = document.sizeCapped || sizeCapped;
  const text = await readText(body, { url, contentType, isPart: isLate || isLarge }, options);
  if (text.kind === 'none') throw noSitemap(sitemap, contentType);
  const cut = isLate
    ? `it had not arrived after ${timeoutMs} ms`
    : isLarge
      ? `it is larger than ${LIMITS.sitemapBytes} bytes`
      : text.isCut
        ? `it has more than ${LIMITS.sitemapUrls} entries`
        : undefined;
  return { kind: text.kind, url, entries: text.entries, ...(cut === undefined ? {} : { cut }) };
}

interface Unpacked {
  readonly body: string | Uint8Array;
  readonly sizeCapped: boolean;
}

/** By the first bytes, since names and types lie; twice, since some servers pack what is packed. */
async function unpacked(sitemap: string, body: string | Uint8Array): Promise<Unpacked> {
  let result: Unpacked = { body, sizeCapped: false };
  for (let layer = 0; layer < 2; layer += 1) {
    const packed = result.body;
    if (typeof packed === 'string' || packed[0] !== 0x1f || packed[1] !== 0x8b) break;
    const { sizeCapped } = result;
    const inner = await readCapped(Readable.from([packed]), 'gzip', { maxBytes: LIMITS.sitemapBytes }).catch(
      (cause: unknown) => {
        throw new ResponseError(`the gzip of ${redactUrl(sitemap)} is damaged`, { code: 'UNSUPPORTED_TYPE', cause });
      },
    );
    result = { body: inner.body, sizeCapped: sizeCapped || inner.sizeCapped };
  }
  return result;
}

interface Source {
  readonly url: string;
  readonly contentType: string;
  readonly isPart: boolean;
}

async function readText(
  body: string | Uint8Array,
  { url, contentType, isPart }: Source,
  { signal, timeoutMs }: SitemapFileOptions,
): Promise<{ kind: SitemapText['kind']; isCut: boolean; entries: Iterable<SitemapEntry> }> {
  const limits = { maxEntries: LIMITS.sitemapUrls, maxAlternates: LIMITS.sitemapAlternates, isPart };
  const { charset } = parseMediaType(contentType);
  if (body.length <= INLINE_BYTES) {
    const text = typeof body === 'string' ? body : decodeText(body, { header: charset, markup: true }).text;
    return readSitemapText(text, url, limits);
  }
  const { lines, ...sitemap } = await runDomJob('sitemap', { body, charset, url, limits }, { signal, timeoutMs });
  return { ...sitemap, entries: entriesOf(lines) };
}

function* entriesOf(lines: string): Generator<SitemapEntry, void, undefined> {
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf('\n', at);
    const line = lines.slice(at, end < 0 ? lines.length : end);
    // Our own worker wrote it.
    yield JSON.parse(line) as SitemapEntry;
    at += line.length + 1;
  }
}

function statusError(sitemap: string, statusCode: number): ResponseError {
  return new ResponseError(`${redactUrl(sitemap)} was answered with ${statusCode}`, {
    code: 'HTTP_STATUS',
    details: { statusCode },
  });
}

function noSitemap(sitemap: string, contentType: string): ContentError {
  const type = contentType === '' ? 'of no named type' : contentType;
  return new ContentError(`${redactUrl(sitemap)} is no sitemap (${type})`, { code: 'NO_CONTENT' });
}
