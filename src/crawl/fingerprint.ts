import { LIMITS } from '../base/limits.js';
import { hexOf, TextHasher, textHash } from './text-hash.js';

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
 * long text the wording is judged by its first `LIMITS.fingerprintWords`: some
 * 10 ms, and another 10 ms for each megabyte.
 */
export function fingerprintOf({ title = '', text }: { title?: string | undefined; text: string }): Fingerprint {
  const whole = `${title} ${text} `;
  const hasher = new TextHasher();
  const judged: string[] = [];
  let words = 0;
  let start = 0;
  // By hand and not by a split: of a text of megabytes that would take a tenth of a second.
  for (let index = 0; index < whole.length; index += 1) {
    const unit = whole.charCodeAt(index);
    const isBreak = isSpace(unit);
    if (!isBreak) hasher.add(unit);
    if (!isBreak && !isWord(unit)) continue;
    const end = isBreak ? index : index + 1;
    if (end > start) {
      words += 1;
      if (words <= LIMITS.fingerprintWords) judged.push(whole.slice(start, end).toLowerCase());
      if (isBreak) hasher.add(SPACE);
    }
    start = index + 1;
  }
  return { hash: hexOf(hasher.value()), simhash: simhashOf(judged), words };
}

const SPACE = 0x20;
const SPARSE_SPACES: ReadonlySet<number> = new Set([0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);

function isSpace(unit: number): boolean {
  if (unit <= SPACE || unit === 0xa0 || unit === 0xfeff) return true;
  // An em dash and a curly quote are not among them, and are met often.
  return unit >= 0x1680 && (unit <= 0x200a || SPARSE_SPACES.has(unit)) && /\s/.test(String.fromCharCode(unit));
}

/**
 * Thai, Lao, kana and Chinese characters: scripts that put no spaces between words, of which each letter counts as
 * one.
 */
function isWord(unit: number): boolean {
  if (unit < 0x0e00) return false;
  return unit <= 0x0eff || (unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff);
}

/** Charikar's similarity hash: each bit is what most phrases have there. */
function simhashOf(words: readonly string[]): string {
  const votes = new Int32Array(64);
  const phrases = Math.max(Math.min(words.length, 1), words.length - PHRASE_WORDS + 1);
  for (let start = 0; start < phrases; start += 1) {
    const { high, low } = textHash(words.slice(start, start + PHRASE_WORDS).join(' '));
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
