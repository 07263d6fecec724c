import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { LineTransport } from './line-transport.js';
import type { ServerFactory } from './protocol.js';

/** A client at the other end of a pair of streams. */
export interface StdioConnection {
  /** Resolves when the client has gone, or {@link close} was called. Its calls are aborted by then. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client on a pair of streams, a message a line, whichever era of the protocol it speaks. */
export function serveLines(
  factory: ServerFactory,
  streams: { readonly input: Readable; readonly output: Writable },
): StdioConnection {
  const transport = new LineTransport(streams.input, streams.output);
  const { close } = serveStdio(factory, { transport });
  return { closed: transport.closed, close };
}
