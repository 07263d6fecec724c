import { isHtmlType, isJsonType, isMarkdownType, isPdfType, isXmlType } from '../base/media-type.js';

/** How a body is read. */
export type BodyKind = 'html' | 'markdown' | 'json' | 'xml' | 'text' | 'pdf' | 'binary';

const BINARY_TYPE =
  /^(?:image|video|audio|font)\/|^application\/(?:octet-stream|zip|gzip|wasm|x-7z|x-rar|vnd\.ms|vnd\.openxml)/;
/** What HTML begins with, by the WHATWG MIME Sniffing standard; a byte order mark may come first. */
const HTML_START =
  /^(?:\u00ef\u00bb\u00bf|\ufeff)?\s*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\s>-]/i;
/** Bytes looked at when the declared type does not decide. */
const SNIFF_BYTES = 1_024;
const HTML_WITHIN_BYTES = 512;

/**
 * How to read a body of this media type (lower case, empty when none was declared). What a server declares as text, HTML
 * or data stays that, whatever it holds, so that a text file about HTML is not run through an HTML reader; only the
 * absence of a type, `application/octet-stream` and types that say nothing to us are decided by the first bytes.
 */
export function kindOfBody(mediaType: string, body: string | Uint8Array): BodyKind {
  if (isHtmlType(mediaType)) return 'html';
  if (isMarkdownType(mediaType)) return 'markdown';
  if (isJsonType(mediaType)) return 'json';
  if (isPdfType(mediaType)) return 'pdf';
  if (isXmlType(mediaType) && mediaType !== 'image/svg+xml') return 'xml';
  if (mediaType.startsWith('text/') || mediaType === 'image/svg+xml') return 'text';
  const head = headOf(body);
  if (head.startsWith('%PDF-')) return 'pdf';
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head)) return 'text';
  if (BINARY_TYPE.test(mediaType) || head.includes('\0')) return 'binary';
  return mediaType === '' && looksLikeHtml(head) ? 'html' : 'text';
}

function looksLikeHtml(head: string): boolean {
  const start = head.slice(0, HTML_WITHIN_BYTES);
  return HTML_START.test(start) || /<html[\s>]/i.test(start);
}

function headOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body.slice(0, SNIFF_BYTES);
  return Array.from(body.subarray(0, SNIFF_BYTES), (byte) => String.fromCharCode(byte)).join('');
}
