import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type CallerRules, checkBinding, isLoopbackHost } from '../base/caller.js';
import { UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { invalidOption } from '../base/options.js';
import { hostWithPort } from '../base/url.js';
import { readBody } from './http-body.js';
import { answerFault } from './http-fault.js';
import { gateFault, isHealthQuestion, PATH } from './http-gate.js';
import { HttpSessions } from './http-sessions.js';
import { nodeHandler, webRequestOf } from './http-transport.js';
import { isOfOldEra, requestHandler, type ServerFactory } from './protocol.js';

export interface HttpOptions {
  /** Where to listen (default `127.0.0.1`). Elsewhere than on loopback there must be a token. */
  host?: string;
  /** Default 0: a port of the system's choice. */
  port?: number;
  /** Names by which it may be called besides those of loopback. */
  allowedHosts?: readonly string[];
  /** What clients must send in `Authorization: Bearer …`. */
  token?: string;
}

/** A server of the protocol that listens. */
export interface HttpEndpoint extends AsyncDisposable {
  /** Where clients connect to: `http://127.0.0.1:8931/mcp`. */
  readonly url: string;
  /** Ends its sessions and calls, and stops listening. */
  close(): Promise<void>;
}

/**
 * Listens for clients by Streamable HTTP, of either era.
 *
 * @throws UsageError `INVALID_OPTION`, also without a token where others could call; `LISTEN_FAILED` where it cannot listen.
 */
export async function serveRequests(
  factory: ServerFactory,
  { host = '127.0.0.1', port = 0, allowedHosts = [], token }: HttpOptions,
  onError: (error: unknown) => void,
): Promise<HttpEndpoint> {
  checkBinding(host, token);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw invalidOption(`serveHttp: port: must be a whole number from 0 to 65535 (got ${port})`, 'port');
  }
  const sessions = new HttpSessions(factory);
  const modern = requestHandler(factory);
  const answerModern = nodeHandler(modern, onError);
  let rules: CallerRules;
  let underWay = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = gateFault(request, rules, underWay);
    if (fault !== undefined) return answerFault(response, fault);
    if (isHealthQuestion(request)) return answerHealth(response, sessions.size);
    if (request.method !== 'POST') return await sessions.answer(request, response, undefined);
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
    const body = await readBody(request);
    if ('status' in body) return answerFault(response, body);
    const isOld = await isOfOldEra(await webRequestOf(request, body.value), body.value);
    await (isOld ? sessions.answer(request, response, body.value) : answerModern(request, response, body.value));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // Hanging up in the middle of a message is no fault of ours.
      if (!request.complete && request.destroyed) return;
      onError(error);
      if (response.headersSent) response.destroy();
      else answerFault(response, { status: 500, message: 'The server failed unexpectedly.' });
    });
  });
  server.maxConnections = LIMITS.mcpConnections;
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new UsageError(`The server cannot listen on ${host}, port ${port}`, {
      code: 'LISTEN_FAILED',
      hint: 'Choose another port, or end the program that has it.',
      cause,
    });
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  rules = { port: taken, isLoopback: isLoopbackHost(host), allowedHosts, token };

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      const closed = once(server, 'close');
      server.close();
      await Promise.all([sessions.close(), modern.close()]);
      server.closeAllConnections();
      await closed;
    })();
    return closing;
  };
  return {
    url: `http://${hostWithPort(host, taken)}${PATH}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function answerHealth(response: ServerResponse, sessions: number): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ status: 'ok', sessions }));
}
