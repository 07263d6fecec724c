import { isHtmlType, parseMediaType } from '../base/media-type.js';

/** How the server answered for the document that the main frame shows. */
export interface DocumentResponse {
  readonly url: string;
  readonly statusCode: number;
  /** Lower-case names; several values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
}

/** A document that the browser would not render as a page, taken before it could: the bytes as the server meant them. */
export interface RawDocument extends DocumentResponse {
  readonly body: Uint8Array;
  readonly sizeCapped: boolean;
  readonly incomplete: boolean;
}

/** Headers as CDP gives them, folded by lower-case name. */
export function foldHeaders(entries: readonly { name: string; value: string }[]): Record<string, string> {
  const folded: Record<string, string> = {};
  for (const { name, value } of entries) {
    const key = name.toLowerCase();
    folded[key] = folded[key] === undefined ? value : `${folded[key]}, ${value}`;
  }
  return folded;
}

/** What becomes of an answer: a page, a page if its bytes look like one, bytes, or a download, which leaves a page as it is. */
export type Treatment = 'render' | 'sniff' | 'raw' | 'download';

/** Decides by what the server says of its answer. */
export function treatmentOf(response: DocumentResponse): Treatment {
  if (response.statusCode === 204 || response.statusCode === 205) return 'download';
  if (/^\s*attachment/i.test(response.headers['content-disposition'] ?? '')) return 'download';
  const { essence } = parseMediaType(response.contentType);
  if (isHtmlType(essence)) return 'render';
  return essence === '' ? 'sniff' : 'raw';
}

/** Whether bytes that nobody named begin as HTML does (WHATWG MIME Sniffing, its patterns for text/html). */
export function beginsLikeHtml(body: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1_024));
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\s>-]/i.test(
    head,
  );
}
