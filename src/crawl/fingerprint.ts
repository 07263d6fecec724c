import { LIMITS } from '../base/limits.js';
import { hexOf, textHash } from './text-hash.js';

/** What a page is compared by. Small, so that a journal can keep it. */
export interface Fingerprint {
  /** 64 bits of title and text, in hexadecimal. Equal ones have equal hashes. */
  readonly hash: string;
  /** 64 bits of its wording, in hexadecimal: texts that have most of their phrases in common differ in few of them. */
  readonly simhash: string;
  readonly words: number;
}

/** Words of a phrase: enough that its order counts, few enough that one changed word spoils only three. */
const PHRASE_WORDS = 3;

/**
 * The fingerprint of a page: of its text, white space aside, under its title, which the text does not repeat. Of a
 * long text the wording is judged by its first {@link LIMITS.fingerprintWords}: some 20 ms.
 */
export function fingerprintOf({ title = '', text }: { title?: string | undefined; text: string }): Fingerprint {
  const words = `${title} ${text}`.split(/\s+/).filter((word) => word !== '');
  return { hash: hexOf(textHash(words.join(' '))), simhash: simhashOf(words), words: words.length };
}

/** Charikar's similarity hash: each bit is what most phrases have there. */
function simhashOf(words: readonly string[]): string {
  const votes = new Int32Array(64);
  const judged = words.slice(0, LIMITS.fingerprintWords).map((word) => word.toLowerCase());
  const phrases = Math.max(Math.min(judged.length, 1), judged.length - PHRASE_WORDS + 1);
  for (let start = 0; start < phrases; start += 1) {
    const { high, low } = textHash(judged.slice(start, start + PHRASE_WORDS).join(' '));
    for (let bit = 0; bit < 32; bit += 1) {
      votes[bit] = (votes[bit] ?? 0) + ((high >>> bit) & 1) * 2 - 1;
      votes[bit + 32] = (votes[bit + 32] ?? 0) + ((low >>> bit) & 1) * 2 - 1;
    }
  }
  return hexOf({ high: majority(votes, 0), low: majority(votes, 32) });
}

function majority(votes: Int32Array, from: number): number {
  let bits = 0;
  for (let bit = 0; bit < 32; bit += 1) if ((votes[from + bit] ?? 0) > 0) bits |= 1 << bit;
  return bits >>> 0;
}
