import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../base/limits.js';

/** The body of a request as JSON, or the status that says why it is none. */
export type RequestBody = { readonly value: unknown } | { readonly status: 400 | 413; readonly reason: string };

export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // The answer still goes out on the connection of a body that is left unread.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    bytes += part.length;
    if (bytes > LIMITS.mcpMessageBytes)
      return { status: 413, reason: `A message has at most ${LIMITS.mcpMessageBytes} bytes.` };
    parts.push(part);
  }
  try {
    return { value: JSON.parse(Buffer.concat(parts).toString()) };
  } catch {
    return { status: 400, reason: 'The body is not JSON.' };
  }
}
