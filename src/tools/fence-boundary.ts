import { z } from 'zod';
import { invalidOption } from '../base/options.js';

/**
 * A word in the markers of a fence that no page can know beforehand: `true` for one that is drawn at random, once for
 * this process, so that prompts can still be cached; or one of your own, of 8 to 64 letters and digits, for several
 * processes that are to agree. Default: none, the markers are always the same.
 */
export type FenceBoundary = boolean | string;

const OWN_WORD = /^[A-Za-z0-9]{8,64}$/;
const RULE = 'must be true, false, or 8 to 64 letters and digits';

/** The check of an option that sets the boundary. */
export const boundaryOption = z.union([z.boolean(), z.string().regex(OWN_WORD)], RULE).optional();

let ofThisProcess: string | undefined;

/**
 * The word to write into the markers, if any.
 *
 * @throws UsageError `INVALID_OPTION`
 */
export function boundaryWord(boundary: FenceBoundary | undefined): string | undefined {
  if (boundary === undefined || boundary === false) return undefined;
  if (boundary === true) {
    ofThisProcess ??= Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    return ofThisProcess;
  }
  if (typeof boundary === 'string' && OWN_WORD.test(boundary)) return boundary;
  throw invalidOption(`fence: boundary: ${RULE}`, 'boundary', 'true draws a word at random.');
}
