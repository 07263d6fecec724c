import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../base/limits.js';
import { nestingDepth } from '../page/nesting-depth.js';
import { parseJson } from '../page/parse-json.js';
import type { HttpFault } from './http-gate.js';

/** The body of a request as JSON, or why it is none. */
export type RequestBody = { readonly value: unknown } | HttpFault;

export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // The answer still goes out on the connection of a body that is left unread.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    bytes += part.length;
    if (bytes > LIMITS.mcpMessageBytes) {
      const message = `A message has at most ${LIMITS.mcpMessageBytes} bytes.`;
      return { status: 413, message, headers: { connection: 'close' } };
    }
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString();
  const value = parseJson(text);
  if (value === undefined) return { status: 400, message: 'The body is not JSON.' };
  // What is read by recursion, as by the SDK, takes the stack with it some thousand levels down.
  if (nestingDepth(text) > LIMITS.mcpMessageDepth) return { status: 400, message: 'The body is nested too deeply.' };
  return { value };
}
