import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../base/limits.js';
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
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return { status: 400, message: 'The body is not JSON.' };
  }
  if (isDeeperThan(LIMITS.mcpMessageDepth, value)) return { status: 400, message: 'The body is nested too deeply.' };
  return { value };
}

/** Level by level: what is read by recursion, as by the SDK, takes the stack with it some thousand levels down. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= levels) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
