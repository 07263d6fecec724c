import type { ServerResponse } from 'node:http';
import type { HttpFault } from './http-gate.js';

/** Codes that JSON-RPC leaves to servers begin here. */
const SERVER_ERROR = -32_000;

/** Answers a request that does not get through to the protocol, in the shape that its clients understand. */
export function answerFault(response: ServerResponse, { status, message, headers }: HttpFault): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: SERVER_ERROR, message } }));
}
