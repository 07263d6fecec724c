import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * An answer of the proxy's own. 400: the request makes no sense; 403: refused, the same whatever the rule was, because a
 * page could tell names and ports inside apart by it; 502: an allowed server failed. Never 407, which would look like a
 * password prompt.
 */
export type ProxyStatus = 400 | 403 | 502;

/**
 * No words: a page may show what it fetched, and a frame what it was sent to. Not empty, since some browsers put a page with words
 * of their own in the place of an error without a body.
 */
const BODY = '\n';

/**
 * Tells our own answers from a server's. A page may come to see it and have its server send it: then its answers are taken for
 * ours, and nobody reads them.
 */
const NONCE_HEADER = 'x-pageward-guard';

/** Whether an answer with these headers, their names in lower case, is one of ours. */
export function isOwnAnswer(headers: Readonly<Record<string, string>>, nonce: string): boolean {
  return headers[NONCE_HEADER] === nonce;
}

/** Answers a forwarded request. Nothing happens when its answer has begun or its connection is gone. */
export function answerResponse(response: ServerResponse, status: ProxyStatus, nonce: string): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(status, { ...headersFor(nonce), connection: 'close' }).end(BODY);
}

/** Answers on a bare connection, and ends it. */
export function answerSocket(socket: Duplex, status: ProxyStatus, nonce: string): void {
  if (!socket.writable) return void socket.destroy();
  const headers = Object.entries({ ...headersFor(nonce), connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${BODY}`);
}

/** What the browser is told of a request that was made for it. */
export interface MadeAnswer {
  readonly statusCode: number;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array;
}

/** The same answer as {@link answerResponse} gives. */
export function ownAnswer(status: ProxyStatus, nonce: string): MadeAnswer {
  return { statusCode: status, rawHeaders: Object.entries(headersFor(nonce)).flat(), body: Buffer.from(BODY) };
}

function headersFor(nonce: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-type': 'text/plain',
    'content-length': String(BODY.length),
    [NONCE_HEADER]: nonce,
  };
}
