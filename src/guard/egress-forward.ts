import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { answerResponse, answerSocket } from './egress-answer.js';
import type { EgressGate } from './egress-gate.js';
import { joinTunnel } from './egress-tunnel.js';
import { answerHeaders, type ForwardedHead, forwardHead, parseAbsoluteForm } from './proxy-request.js';

/** Serves one absolute-form request; the next one on the same connection is judged for itself. */
export async function forwardRequest(
  gate: EgressGate,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { nonce } = gate.shared;
  const gone = new AbortController();
  const leave = gate.ledger.enter('inFlight');
  response.once('close', () => {
    gone.abort();
    leave();
  });
  response.on('error', () => {});

  const asked = readRequest(request);
  if (asked === undefined) return answerResponse(response, 400, nonce);
  const decision = await gate.admit(asked.url, { pathVisible: true, isTunnel: false, signal: gone.signal });
  if (decision.decision === 'refuse') return answerResponse(response, 403, nonce);
  const socket = await gate.connect(decision, gone.signal);
  if (socket === undefined) return answerResponse(response, 502, nonce);
  response.once('close', () => socket.destroy());

  const upstream = openRequest(asked.head, socket, ['Connection', 'close']);
  const fail = (cause?: unknown) => {
    if (response.headersSent || response.destroyed) return;
    gate.lost(asked.url, cause);
    answerResponse(response, 502, nonce);
  };
  upstream.once('error', fail);
  // An unasked-for 101 ends the connection without an error.
  upstream.once('close', fail);
  upstream.once('response', (answer) => {
    response.sendDate = false;
    try {
      // Without the server's reason phrase: nobody reads it, and Node sets what it then throws over.
      response.writeHead(answer.statusCode ?? 502, answerHeaders(answer.rawHeaders));
    } catch (error) {
      return fail(error);
    }
    pipeline(answer, gate.meter(asked.url), response, () => socket.destroy());
  });
  if (asked.head.hasBody) pipeline(request, upstream, () => {});
  else upstream.end();
}

/** Serves a WebSocket handshake in absolute form. Only an answer of 101 joins the two ends. */
export async function forwardUpgrade(
  gate: EgressGate,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const { nonce } = gate.shared;
  const gone = new AbortController();
  const leave = gate.ledger.enter('inFlight');
  const leaveTunnel = gate.enterTunnel();
  client.on('error', () => {});
  client.once('close', () => {
    gone.abort();
    leave();
    leaveTunnel();
  });

  const asked = readRequest(request);
  const isHandshake =
    request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket' && head.length === 0;
  if (asked === undefined || asked.head.hasBody || !isHandshake) return answerSocket(client, 400, nonce);
  const decision = await gate.admit(asked.url, { pathVisible: true, isTunnel: true, signal: gone.signal });
  if (decision.decision === 'refuse') return answerSocket(client, 403, nonce);
  const socket = await gate.connect(decision, gone.signal);
  if (socket === undefined) return answerSocket(client, 502, nonce);
  client.once('close', () => socket.destroy());

  const upstream = openRequest(asked.head, socket, ['Connection', 'Upgrade', 'Upgrade', 'websocket']);
  let answered = false;
  const fail = (cause?: unknown) => {
    if (answered) return;
    answered = true;
    gate.lost(asked.url, cause);
    answerSocket(client, 502, nonce);
    socket.destroy();
  };
  upstream.once('error', fail);
  upstream.once('response', () => fail());
  upstream.once('upgrade', (answer, _socket, first) => {
    answered = true;
    leave();
    const headers = [...answerHeaders(answer.rawHeaders), 'Connection', 'Upgrade', 'Upgrade', 'websocket'];
    client.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(headers)}\r\n`, 'latin1');
    if (first.length > 0) socket.unshift(first);
    joinTunnel(gate, asked.url, client, socket);
  });
  upstream.end();
}

function readRequest(request: IncomingMessage): { url: URL; head: ForwardedHead } | undefined {
  const { method = '', url: target = '', rawHeaders } = request;
  const url = parseAbsoluteForm(target);
  const head = url && forwardHead({ method, target, rawHeaders }, url);
  return head && { url, head };
}

function openRequest({ method, path, headers }: ForwardedHead, socket: Socket, connection: readonly string[]) {
  return httpRequest({
    method,
    path,
    headers: [...headers, ...connection],
    setHost: false,
    // The one way out: the connection that the guard has made.
    createConnection: () => socket,
    maxHeaderSize: 65_536,
  });
}

function headerLines(headers: readonly string[]): string {
  return headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
}
