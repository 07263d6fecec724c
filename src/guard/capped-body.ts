import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Bytes of a body, decompressed. */
export interface CappedBody {
  readonly body: Uint8Array;
  /** More was there than the limit lets through. Exactly at the limit nothing is cut. */
  readonly sizeCapped: boolean;
}

/** The one content coding of a body: `identity`, one that we decode, or undefined for what we do not. */
export function contentCoding(header: string | undefined): ContentCoding | undefined {
  const codings = (header ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const [coding = '', ...more] = codings.filter((name) => name !== '' && name !== 'identity');
  // Chained codings serve nobody but decompression bombs: each link multiplies by a thousand.
  if (more.length > 0) return undefined;
  return coding === '' ? 'identity' : CODINGS[coding];
}

export type ContentCoding = 'identity' | 'gzip' | 'deflate' | 'br';

const CODINGS: Readonly<Record<string, ContentCoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
};

/**
 * Reads a body up to `maxBytes` on the wire and `maxBytes` decoded, and stops there: a bomb is never blown up further than
 * the limit. The source is destroyed when it is not read to its end. Rejects with the source's or the decoder's error.
 */
export async function readCapped(source: Readable, coding: ContentCoding, maxBytes: number): Promise<CappedBody> {
  const wire = new Limit(maxBytes);
  const wireChunks = wire.take(source);
  if (coding === 'identity') return collected(await collect(wireChunks), wire.exceeded);

  const first = await wireChunks.next();
  if (first.done) return collected([], false);
  const decoder = decoderFor(coding, first.value[0] ?? 0);
  const rest = Readable.from(prepend(first.value, wireChunks), { objectMode: false });
  // The loop below sees the error of either; the callback is what keeps pipeline from throwing it into the void.
  pipeline(rest, decoder, () => {});
  const decoded = new Limit(maxBytes);
  const chunks = await collect(decoded.take(decoder));
  return collected(chunks, wire.exceeded || decoded.exceeded);
}

class Limit {
  exceeded = false;
  #left: number;

  constructor(maxBytes: number) {
    this.#left = maxBytes;
  }

  /** Passes chunks on until the limit, and ends the source there. */
  async *take(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of source) {
      if (chunk.length > this.#left) {
        this.exceeded = true;
        if (this.#left > 0) yield chunk.subarray(0, this.#left);
        return;
      }
      this.#left -= chunk.length;
      yield chunk;
    }
  }
}

function decoderFor(coding: 'gzip' | 'deflate' | 'br', firstByte: number): Transform {
  // Cut-off input gives what it holds, as in browsers, instead of an error at its end.
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
      return createGunzip(lenient);
    case 'deflate':
      // By the RFC it is zlib's format; many servers send it bare. The low four bits of zlib's first byte are 8.
      return (firstByte & 0x0f) === 8 ? createInflate(lenient) : createInflateRaw(lenient);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  }
}

async function* prepend(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return chunks;
}

function collected(chunks: readonly Uint8Array[], sizeCapped: boolean): CappedBody {
  return { body: new Uint8Array(Buffer.concat(chunks)), sizeCapped };
}
