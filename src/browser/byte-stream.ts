import type { DevtoolsSession } from './devtools-session.js';

// The browser gives a chunk only when it is full. Chunks as long as all before them together mean that at a deadline at
// least half of what has come is here, at the price of a few round trips.
const FIRST_CHUNK_BYTES = 512;
const LARGEST_CHUNK_BYTES = 1 << 20;

export interface StreamedBytes {
  readonly bytes: Uint8Array;
  /** More was there than `maxBytes`. */
  readonly isCapped: boolean;
  /** `signal` ended it. */
  readonly incomplete: boolean;
}

/** Takes what a stream of the browser holds, up to a limit, and ends the stream. */
export async function takeStream(
  cdp: DevtoolsSession,
  stream: string,
  limits: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<StreamedBytes> {
  const ended = new Promise<undefined>((resolve) => {
    limits.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const chunks: Buffer[] = [];
  let length = 0;
  let incomplete = limits.signal.aborted;
  while (!incomplete && length <= limits.maxBytes) {
    const size = Math.min(Math.max(length, FIRST_CHUNK_BYTES), LARGEST_CHUNK_BYTES);
    const chunk = await Promise.race([cdp.send('IO.read', { handle: stream, size }), ended]);
    if (chunk === undefined) {
      incomplete = true;
      break;
    }
    const bytes = Buffer.from(chunk.data, chunk.base64Encoded ? 'base64' : 'utf8');
    chunks.push(bytes);
    length += bytes.length;
    if (chunk.eof) break;
  }
  // Not waited for: while a read is under way the browser answers this only after it.
  cdp.send('IO.close', { handle: stream }).catch(() => undefined);
  const all = Buffer.concat(chunks);
  return { bytes: all.subarray(0, limits.maxBytes), isCapped: all.length > limits.maxBytes, incomplete };
}
