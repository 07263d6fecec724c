import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Bytes of a body, decompressed. */
export interface CappedBody {
  readonly body: Uint8Array;
  /** More was there than the limit lets through. Exactly at the limit nothing is cut. */
  readonly sizeCapped: boolean;
  /** The time was up before its end; this is what had arrived. */
  readonly incomplete: boolean;
}

export interface BodyLimits {
  /** On the wire, and again decoded. */
  readonly maxBytes: number;
  /** When it aborts, what has arrived is the body. */
  readonly timeUp?: AbortSignal;
}

/** The one content coding of a body: `identity`, one that we decode, or undefined for what we do not. */
export function contentCoding(header: string | undefined): ContentCoding | undefined {
  const codings = (header ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const [coding = '', ...more] = codings.filter((name) => !NO_CODING.test(name));
  // Chained codings serve nobody but decompression bombs: each link multiplies by a thousand.
  if (more.length > 0) return undefined;
  return coding === '' ? 'identity' : CODINGS[coding];
}

/** `identity`, and what servers write by mistake when nothing is encoded. Browsers read these as they are. */
const NO_CODING = /^(?:|identity|none|utf-?8|binary|7bit|8bit|iso-8859-1|text)$/;

export type ContentCoding = 'identity' | 'gzip' | 'deflate' | 'br';

const CODINGS: Readonly<Record<string, ContentCoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
};

/**
 * Reads a body as far as its limits, and stops there: a bomb is never blown up further. The source is destroyed when it is
 * not read to its end. Rejects with the source's or the decoder's error.
 */
export async function readCapped(source: Readable, coding: ContentCoding, limits: BodyLimits): Promise<CappedBody> {
  const { maxBytes, timeUp } = limits;
  const wire = new Limit(maxBytes);
  const stop = () => void source.destroy(new Error('the time is up'));
  timeUp?.addEventListener('abort', stop, { once: true });
  try {
    const arriving = endingWhen(timeUp, wire.take(source));
    const decoded = new Limit(maxBytes);
    const chunks = await collect(coding === 'identity' ? arriving : decoded.take(decode(arriving, coding)));
    return {
      body: new Uint8Array(Buffer.concat(chunks)),
      sizeCapped: wire.exceeded || decoded.exceeded,
      incomplete: timeUp?.aborted === true && !source.readableEnded,
    };
  } finally {
    timeUp?.removeEventListener('abort', stop);
  }
}

/** Takes the error that `timeUp` gave the source for its end. */
async function* endingWhen(timeUp: AbortSignal | undefined, source: AsyncIterable<Uint8Array>) {
  try {
    yield* source;
  } catch (error) {
    if (!timeUp?.aborted) throw error;
  }
}

async function* decode(source: AsyncIterable<Uint8Array>, coding: Exclude<ContentCoding, 'identity'>) {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const decoder = decoderFor(coding, first.value[0] ?? 0);
  const wire = Readable.from(prepend(first.value, { [Symbol.asyncIterator]: () => chunks }), { objectMode: false });
  // The loop sees the error of either; the callback is what keeps pipeline from throwing it into the void.
  pipeline(wire, decoder, () => {});
  yield* decoder;
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
