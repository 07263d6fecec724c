import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS } from '../base/limits.js';
import type { Refusal } from '../base/refusal.js';
import { answerResponse, answerSocket, isOwnAnswer, type MadeAnswer } from './egress-answer.js';
import { EgressEcho } from './egress-echo.js';
import { forwardRequest, forwardUpgrade } from './egress-forward.js';
import { EgressGate, type ProxyShared } from './egress-gate.js';
import { type EgressBudgets, type EgressEvent, type EgressFailure, EgressLedger } from './egress-ledger.js';
import { makeRequest, type SeenRequest } from './egress-request.js';
import { openTunnel } from './egress-tunnel.js';
import type { ReadScope } from './guard.js';

/**
 * A forward proxy on a loopback port of its own, this machine's or the jail's: one for each browser context, so that all
 * it does is told apart.
 */
export interface EgressListener {
  readonly port: number;
  /** Of the current read, the first 500 and the last 500. */
  readonly refusals: readonly Refusal[];
  /** All of the current read's, those not kept included. */
  readonly refusalCount: number;
  /**
   * Of the current read, the first 100: allowed servers that gave no answer. Of a document over http the browser sees our
   * 502 for it, which only this tells from a server's own.
   */
  readonly failures: readonly EgressFailure[];
  /** Requests being answered and tunnels being opened. What goes on inside open tunnels is not seen. */
  readonly inFlight: number;
  readonly tunnels: number;
  /** Requests and tunnels that ever began. */
  readonly begun: number;
  /** Whether an answer that a browser received is the proxy's own, of whichever of its listeners. */
  isOwnAnswer(headers: Readonly<Record<string, string>>): boolean;
  /** Answered without being judged or counted. */
  readonly echo: EgressEcho;
  /** Of the current read. Bodies of forwarded requests, all bytes of tunnels. */
  readonly bytesReceived: number;
  /** Of the guard: the hosts that no tunnel leads to, and whose https requests are made by {@link request}. */
  readonly pathRuledHosts: readonly string[];
  /** The origins that want a client certificate, which the browser has not: their requests too are made by {@link request}. */
  readonly certificateOrigins: readonly string[];
  /**
   * Makes an https request that was seen, path and all, before it went into a tunnel.
   * It is judged, counted and logged like any other. Follows no redirect.
   */
  request(seen: SeenRequest): Promise<MadeAnswer>;
  /** Begins a new read: its scope, an empty refusal log, full budgets, and no tunnel that another origin's read opened. */
  setScope(scope: ReadScope): void;
  /** Tells of refusals, of failures and of requests that begin and end, until the returned function is called. */
  subscribe(subscriber: (event: EgressEvent) => void): () => void;
  /** Ends every connection at once, and each new one, until {@link setScope}: a page that waits for an answer gets none. */
  hangUp(): void;
  /** Ends every connection at once. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ListenerOptions {
  readonly scope: ReadScope;
  readonly budgets?: Partial<EgressBudgets>;
  readonly onClosed: (listener: EgressListener) => void;
}

/** Opens a listener on 127.0.0.1 of this machine, or of the jail. */
export async function openListener(
  shared: ProxyShared,
  { scope, budgets, onClosed }: ListenerOptions,
): Promise<EgressListener> {
  const ledger = new EgressLedger(budgets);
  const gate = new EgressGate(shared, ledger, scope);
  const echo = new EgressEcho();
  const server = createProxyServer(gate, echo);
  const clients = new Set<Socket>();
  let hungUp = false;
  server.on('connection', (socket) => {
    if (hungUp) return void socket.destroy();
    clients.add(socket);
    endIfSilent(socket);
    socket.once('close', () => clients.delete(socket));
  });
  await (shared.bridge?.listen(server) ?? listen(server));
  const port = portOf(server);
  if (shared.bridge === undefined) shared.ownPorts.add(port);

  const endClients = (): void => {
    for (const client of clients) client.destroy();
  };
  const close = async (): Promise<void> => {
    endClients();
    await gate.close();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
    if (shared.bridge === undefined) shared.ownPorts.delete(port);
    onClosed(listener);
  };

  const listener: EgressListener = {
    port,
    get refusals() {
      return ledger.refusals;
    },
    get refusalCount() {
      return ledger.refusalCount;
    },
    get failures() {
      return ledger.failures;
    },
    get inFlight() {
      return ledger.inFlight;
    },
    get tunnels() {
      return ledger.tunnels;
    },
    get begun() {
      return ledger.begun;
    },
    isOwnAnswer: (headers) => isOwnAnswer(headers, shared.nonce),
    echo,
    get bytesReceived() {
      return ledger.bytesReceived;
    },
    pathRuledHosts: shared.guard.pathRuledHosts,
    certificateOrigins: shared.certificateOrigins,
    request: (seen) => makeRequest(gate, seen),
    setScope: (next) => {
      hungUp = false;
      gate.begin(next);
    },
    subscribe: (subscriber) => ledger.subscribe(subscriber),
    hangUp: () => {
      hungUp = true;
      endClients();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return listener;
}

function createProxyServer(gate: EgressGate, echo: EgressEcho): Server {
  const { nonce } = gate.shared;
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: 65_536,
    headersTimeout: LIMITS.headersTimeoutMs,
    keepAliveTimeout: LIMITS.bodyIdleTimeoutMs,
    // How often Node looks whether a head is overdue.
    connectionsCheckingInterval: 2_000,
  });
  const endSocket = (socket: Duplex) => () => void socket.destroy();
  server.on('request', (request, response) => {
    if (echo.answers(request, response)) return;
    // Only a gone client or a throwing onDecision gets here; either way nothing is sent on.
    forwardRequest(gate, request, response).catch(() => answerResponse(response, 403, nonce));
  });
  server.on('connect', (request, socket, head) => {
    openTunnel(gate, request, socket, head).catch(endSocket(socket));
  });
  server.on('upgrade', (request, socket, head) => {
    forwardUpgrade(gate, request, socket, head).catch(endSocket(socket));
  });
  server.on('clientError', (_error, socket) => answerSocket(socket, 400, nonce));
  return server;
}

/** Node waits for ever for the first byte of a head, and no longer than it is told for the others. */
function endIfSilent(client: Socket): void {
  const timer = setTimeout(() => {
    if (client.bytesRead === 0) client.destroy();
  }, LIMITS.headersTimeoutMs);
  client.once('close', () => clearTimeout(timer));
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
