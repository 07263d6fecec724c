import { takeStream } from './byte-stream.js';
import type { DevtoolsSession } from './devtools-session.js';

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
  cdp: DevtoolsSession,
  requestId: string,
  limits: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<TakenBody> {
  const { stream } = await cdp.send('Fetch.takeResponseBodyAsStream', { requestId });
  const { bytes, isCapped, incomplete } = await takeStream(cdp, stream, limits);
  return { body: bytes, sizeCapped: isCapped, incomplete };
}
