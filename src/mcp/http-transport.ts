import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from '@modelcontextprotocol/node';
import type { McpHttpHandler } from '@modelcontextprotocol/server';

/** Answers a request whose body has been read. */
export type AnswerRequest = (request: IncomingMessage, response: ServerResponse, body?: unknown) => Promise<void>;

/** A session of a client from before 2026. */
export interface SessionTransport {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly answer: AnswerRequest;
}

/** @param on what to do when the session has its id, and when its client ends it */
export function sessionTransport(on: { open: (id: string) => void; close: (id: string) => void }): SessionTransport {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: on.open,
    onsessionclosed: on.close,
  });
  return { transport, answer: (request, response, body) => transport.handleRequest(request, response, body) };
}

/** The face of a web handler for a server of Node. A client that hangs up aborts its call. */
export function nodeHandler(handler: McpHttpHandler, onError: (error: unknown) => void): AnswerRequest {
  const answer = toNodeHandler(handler, { onerror: onError });
  return (request, response, body) => answer(received(request), response, body);
}

/** A request as the web's own type has it. */
export function webRequestOf(request: IncomingMessage, body: unknown): Promise<Request> {
  return toWebRequest(received(request), body);
}

/** Every request that a server has received has a method; Node's type leaves it open. */
function received(request: IncomingMessage): IncomingMessage & { method: string; url: string } {
  const { method = 'GET', url = '/' } = request;
  return Object.assign(request, { method, url });
}
