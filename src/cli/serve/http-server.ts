import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { UsageError } from '../../base/errors.js';
import { LIMITS } from '../../base/limits.js';
import { type Answer, problemAnswer } from './answer.js';
import type { Problem } from './problem.js';

/** Makes the answer to a request; `signal` fires when nobody waits for it any more. */
export type Respond = (request: IncomingMessage, signal: AbortSignal) => Promise<Answer>;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly respond: Respond;
  /** Called when an answer has been handed over, or nobody was left to take it (status 499). */
  readonly onAnswered: (request: IncomingMessage, status: number, elapsedMs: number) => void;
  /** For a request to arrive whole. */
  readonly arrivalMs?: number;
}

export interface RunningServer {
  readonly port: number;
  /** Takes no more requests, lets those under way end within `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
}

/** The client has gone; the reading ends with it. */
class ClientGone extends Error {}

/** As nginx has it: the client has closed the connection before there was an answer. */
const CLIENT_GONE = 499;

/**
 * Listens, and answers whole: what a client sends too slowly, too long or malformed ends with its connection.
 *
 * @throws UsageError `LISTEN_FAILED`
 */
export async function listen({
  host,
  port,
  respond,
  onAnswered,
  arrivalMs = LIMITS.serveArrivalMs,
}: ListenOptions): Promise<RunningServer> {
  let isClosing = false;
  const underWay = new Set<AbortController>();
  const server = createServer(
    {
      maxHeaderSize: LIMITS.serveHeaderBytes,
      headersTimeout: arrivalMs,
      requestTimeout: arrivalMs,
      connectionsCheckingInterval: Math.min(arrivalMs, 1_000),
    },
    (request, response) => {
      const started = performance.now();
      const controller = new AbortController();
      underWay.add(controller);
      response.once('close', () => {
        underWay.delete(controller);
        controller.abort(new ClientGone());
        onAnswered(request, response.headersSent ? response.statusCode : CLIENT_GONE, performance.now() - started);
      });
      if (isClosing) return send(response, problemAnswer(CLOSING));
      // Nobody reads what is sent after the headers; a GET has nothing to say there.
      request.resume();
      respond(request, controller.signal)
        .then((answer) => {
          if (isClosing) response.setHeader('connection', 'close');
          send(response, answer);
        })
        // An answer that cannot be sent must not end the server.
        .catch(() => response.destroy());
    },
  );
  server.maxConnections = LIMITS.serveConnections;
  server.on('connect', (_, socket) => reject(socket, NO_PROXY));
  server.on('clientError', (error: ClientError, socket) => reject(socket, problemOfClient(error)));
  await bind(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    async close(graceMs) {
      isClosing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const timer = setTimeout(() => {
        for (const controller of underWay) controller.abort(new ClientGone());
        server.closeAllConnections();
      }, graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

const CLOSING: Problem = { status: 503, code: 'CLOSED', message: 'The server is being stopped.' };
const NO_PROXY: Problem = { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'This is no proxy.' };

interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Of what is too long, the line of the request or its headers: of the line no end is in sight. */
function problemOfClient({ code, rawPacket }: ClientError): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, code: 'TIMEOUT', message: 'The request took too long to arrive.' };
  }
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return { status: 400, code: 'INVALID_REQUEST', message: 'This is no request of HTTP/1.1.' };
  }
  return rawPacket?.includes('\r\n')
    ? { status: 431, code: 'HEADERS_TOO_LONG', message: 'The headers are too long.' }
    : { status: 414, code: 'URL_TOO_LONG', message: 'The address is too long.' };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  response.setTimeout(LIMITS.serveStalledMs, () => response.destroy());
  // Of a 304 it would be the length of what is not sent (RFC 9110 8.6).
  const length = status === 304 ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
}

/** Answers where there is no response to answer with. The connection ends once the client has taken it, or a moment later. */
function reject(socket: Duplex, problem: Problem): void {
  if (!socket.writable) return;
  const { status, headers, body } = problemAnswer(problem);
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status} ${problem.code}\r\n${head}\r\n${String(body)}`);
  setTimeout(() => socket.destroy(), REJECTED_MS).unref();
}

const REJECTED_MS = 2_000;

/** What the system says of why it does not let us listen, for a person. */
const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'that is no address',
};

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = LISTEN_FAULTS[cause.code ?? ''] ?? cause.message;
      reject(
        new UsageError(`cannot listen on ${host} port ${port}: ${why}`, {
          code: 'LISTEN_FAILED',
          hint: 'Give another --port, or 0 for any that is free.',
          details: { errno: cause.code ?? null },
          cause,
        }),
      );
    });
    server.listen({ host, port }, resolve);
  });
}
