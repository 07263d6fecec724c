import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { LIMITS } from '../base/limits.js';
import { parseJson } from '../page/parse-json.js';
import { messageOf } from './protocol.js';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * The protocol on a pair of streams, a message a line. Unlike the transport of the SDK it answers what is no message, and
 * a line that is too long costs that line and not the connection.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when either stream has ended, or {@link close} was called. */
  readonly closed: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  #line: Buffer[] = [];
  #lineBytes = 0;
  #isClosed = false;
  #tellClosed: () => void = () => undefined;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
    this.closed = new Promise((resolve) => {
      this.#tellClosed = resolve;
    });
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData);
    for (const event of ['end', 'close', 'error']) this.#input.on(event, this.#onEnd);
    this.#output.on('error', this.#onEnd);
    if (this.#input.readableEnded || this.#input.destroyed) this.#onEnd();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#onData);
    this.#input.pause();
    this.#line = [];
    this.onclose?.();
    this.#tellClosed();
  }

  readonly #onEnd = (): void => void this.close();

  readonly #onData = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1 && !this.#isClosed; end = chunk.indexOf(0x0a, from)) {
      this.#keep(chunk.subarray(from, end));
      from = end + 1;
      this.#endLine();
    }
    this.#keep(chunk.subarray(from));
  };

  #keep(part: Buffer): void {
    this.#lineBytes += part.length;
    if (this.#lineBytes > LIMITS.mcpMessageBytes) this.#line = [];
    else this.#line.push(part);
  }

  #endLine(): void {
    const line =
      this.#lineBytes > LIMITS.mcpMessageBytes
        ? faultOf(null, INVALID_REQUEST, `A message has at most ${LIMITS.mcpMessageBytes} bytes`)
        : readLine(Buffer.concat(this.#line).toString());
    this.#line = [];
    this.#lineBytes = 0;
    if (line === undefined) return;
    if ('fault' in line) void this.#write(line.fault).catch(() => undefined);
    else this.onmessage?.(line);
  }

  /** A client that asks and never reads would have its answers pile up here. */
  #readNoMoreUntilDrained(): void {
    if (this.#input.isPaused()) return;
    this.#input.pause();
    this.#output.once('drain', () => {
      if (!this.#isClosed) this.#input.resume();
    });
  }

  /** Resolves when the stream can take more, so that whoever waits for it writes at the pace of the client. */
  async #write(message: unknown): Promise<void> {
    if (this.#isClosed) throw new Error('The connection is closed.');
    await new Promise<void>((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      if (this.#output.writableLength > LIMITS.mcpMessageBytes) this.#readNoMoreUntilDrained();
    });
  }
}

/** The message in a line, or the answer to what is none; undefined for an empty line. */
function readLine(text: string): JSONRPCMessage | Fault | undefined {
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  if (value === undefined) return faultOf(null, PARSE_ERROR, 'The line is not JSON');
  return messageOf(value) ?? faultOf(idOf(value), INVALID_REQUEST, 'The line is no JSON-RPC message');
}

/** The answer to a line that is no message. */
interface Fault {
  readonly fault: { jsonrpc: '2.0'; id: string | number | null; error: { code: number; message: string } };
}

function faultOf(id: string | number | null, code: number, message: string): Fault {
  return { fault: { jsonrpc: '2.0', id, error: { code, message } } };
}

function idOf(value: unknown): string | number | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}
