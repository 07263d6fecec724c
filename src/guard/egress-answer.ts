import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * An answer of the proxy's own. 400: the request makes no sense; 403: refused, the same whatever the rule was, because a
 * page could tell names and ports inside apart by it; 502: an allowed server failed. Never 407, which would look like a
 * password prompt.
 */
export type ProxyStatus = 400 | 403 | 502;

const BODY = 'Not available.\n';

/** Names our own answers to who debugs; nothing decides by it, since a page may come to see it. */
export const NONCE_HEADER = 'x-pageward-guard';

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
