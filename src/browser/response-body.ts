import type { CDPSession } from 'playwright';

// The browser gives a chunk only when it is full. Chunks as long as all before them together mean that at a deadline at
// least half of what has come is here, at the price of a few round trips.
const FIRST_CHUNK_BYTES = 512;
const LARGEST_CHUNK_BYTES = 1 << 20;

export interface TakenBody {
  readonly body: Uint8Array;
  /** More was there than `maxBytes`. */
  readonly sizeCapped: boolean;
  /** `signal` ended it. */
  readonly incomplete: boolean;
}

/**
 * Takes the body of a paused answer off the browser, decompressed, up to a limit. The request must be failed or fulfilled
 * afterwards: the browser cannot have its body any more.
 */
export async function takeResponseBody(
  cdp: CDPSession,
  requestId: string,
  limits: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<TakenBody> {
  const { stream } = await cdp.send('Fetch.takeResponseBodyAsStream', { requestId });
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
  return { body: all.subarray(0, limits.maxBytes), sizeCapped: all.length > limits.maxBytes, incomplete };
}
