import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { constants, createBrotliCompress, deflateRawSync } from 'node:zlib';

/** What servers may answer to hurt whoever reads it. Every one stops when the other end hangs up. */

export const CODINGS = ['gzip', 'deflate', 'br', 'zstd'] as const;
export type Coding = (typeof CODINGS)[number];

const MEBIBYTE = Buffer.alloc(1 << 20, 'word ');
/** Ten gigabytes, once it is unpacked. */
const UNPACKED_MEBIBYTES = 10_240;

/** A beginning, and a piece which may follow it as often as one likes: `mebibytes` more each time. */
interface Repeatable {
  readonly head: Buffer;
  readonly piece: Buffer;
  readonly mebibytes: number;
}

const WORDS_PACKED = deflateRawSync(MEBIBYTE, { finishFlush: constants.Z_FULL_FLUSH });
// A frame header without a size, with a window of 8 MiB; then blocks that repeat one byte 128 KiB times (RFC 8878 3.1.1.2).
const ZSTD_HEAD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x68]);
const ZSTD_BLOCK = Buffer.from([0x02, 0x00, 0x10, 0x61]);

async function repeatable(coding: Coding): Promise<Repeatable> {
  switch (coding) {
    case 'gzip':
      return { head: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), piece: WORDS_PACKED, mebibytes: 1 };
    case 'deflate':
      return { head: Buffer.from([0x78, 0x9c]), piece: WORDS_PACKED, mebibytes: 1 };
    case 'zstd':
      return { head: ZSTD_HEAD, piece: Buffer.alloc(4_096, ZSTD_BLOCK), mebibytes: 128 };
    case 'br': {
      // After the first mebibytes the coder is where it was a mebibyte ago, and says the same again.
      const pieces = await brotliPieces(4);
      return { head: Buffer.concat(pieces.slice(0, 3)), piece: pieces[3] ?? Buffer.alloc(0), mebibytes: 1 };
    }
  }
}

async function brotliPieces(count: number): Promise<Buffer[]> {
  const packer = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const pieces: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    packer.write(MEBIBYTE);
    await new Promise<void>((resolve) => packer.flush(resolve));
    pieces.push(packer.read() ?? Buffer.alloc(0));
  }
  return pieces;
}

/** Small on the wire, ten gigabytes once it is unpacked. */
export async function sendBomb(response: ServerResponse, coding: Coding, contentType: string): Promise<void> {
  const { head, piece, mebibytes } = await repeatable(coding);
  response.writeHead(200, { 'content-type': contentType, 'content-encoding': coding }).write(head);
  for (let sent = 0; sent < UNPACKED_MEBIBYTES && !response.destroyed; sent += mebibytes) await write(response, piece);
  response.end();
}

/** As fast as it is taken, for ever. */
export async function sendWithoutEnd(response: ServerResponse, contentType: string): Promise<void> {
  response.writeHead(200, { 'content-type': contentType });
  const piece = Buffer.alloc(1 << 16, 'word ');
  while (!response.destroyed) await write(response, piece);
}

/** A chunk for every byte: six on the wire. */
export async function sendTinyChunks(response: ServerResponse): Promise<void> {
  const { socket } = response;
  socket?.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n');
  const piece = '1\r\nw\r\n'.repeat(1_000);
  while (socket !== null && !socket.destroyed) await write(socket, piece);
}

export async function sendHeadersWithoutEnd({ socket }: ServerResponse): Promise<void> {
  socket?.write('HTTP/1.1 200 OK\r\n');
  while (socket !== null && !socket.destroyed) await write(socket, `x-more: ${'a'.repeat(1_000)}\r\n`);
}

/** Answers that announce an answer (RFC 8297), which never comes. */
export async function sendHintsWithoutEnd({ socket }: ServerResponse): Promise<void> {
  const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n'.repeat(100);
  while (socket !== null && !socket.destroyed) await write(socket, hint);
}

/** A whole page, and then trailers without end. */
export async function sendTrailersWithoutEnd({ socket }: ServerResponse, page: string): Promise<void> {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n';
  socket?.write(`${head}${Buffer.byteLength(page).toString(16)}\r\n${page}\r\n0\r\n`);
  while (socket !== null && !socket.destroyed) await write(socket, `x-more: ${'a'.repeat(1_000)}\r\n`);
}

/** A byte now and then, so that nobody can call it silent. */
export function drip({ socket }: ServerResponse, atOnce: string, slowly: string): void {
  socket?.write(atOnce);
  let sent = 0;
  const timer = setInterval(() => socket?.write(slowly.charAt(sent++ % slowly.length)), 100);
  socket?.once('close', () => clearInterval(timer));
}

async function write(to: NodeJS.WritableStream, chunk: string | Buffer): Promise<void> {
  if (to.write(chunk)) return new Promise((resolve) => void setImmediate(resolve));
  const moved = new AbortController();
  const wait = (event: string) => once(to, event, { signal: moved.signal }).catch(() => undefined);
  await Promise.race([wait('drain'), wait('close')]);
  moved.abort();
}
