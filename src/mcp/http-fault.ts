import type { ServerResponse } from 'node:http';

/** Codes that JSON-RPC leaves to servers begin here. */
const SERVER_ERROR = -32_000;

/** Answers a request that does not get through to the protocol, in the shape that its clients understand. */
export function answerFault(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: SERVER_ERROR, message } }));
}
