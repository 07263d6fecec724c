import type { Readable } from 'node:stream';

/**
 * The lines of a UTF-8 stream, cut at line feeds alone: other separators may stand inside a JSON text. A carriage return
 * before the feed goes with it; blank lines are left out.
 */
export async function* linesOf(stream: Readable): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  // Kept in pieces until the line ends: a page may come as one line of many megabytes.
  let pieces: string[] = [];
  for await (const chunk of stream) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    const unfinished = parts.pop() ?? '';
    for (const part of parts) {
      const line = [...pieces, part].join('').replace(/\r$/, '');
      pieces = [];
      if (line.trim() !== '') yield line;
    }
    pieces.push(unfinished);
  }
  const last = [...pieces, decoder.decode()].join('');
  if (last.trim() !== '') yield last;
}

/** All of a stream's bytes. */
export async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
