/** Two halves of a 64-bit hash of a text, for telling texts apart; not against those who make collisions on purpose. */
export interface TextHash {
  readonly high: number;
  readonly low: number;
}

const HIGH_START = 0x9e3779b9;
const HIGH_FACTOR = 0x01000193;
const LOW_START = 0x85ebca6b;
const LOW_FACTOR = 0x27d4eb2f;

/** Hashes `text` from `from` up to `to`, in UTF-16 units: two multiplicative hashes, independent of each other. */
export function textHash(text: string, from = 0, to = text.length): TextHash {
  let high = HIGH_START;
  let low = LOW_START;
  for (let index = from; index < to; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, HIGH_FACTOR);
    low = Math.imul((low ^ unit) + index - from, LOW_FACTOR);
  }
  return { high: mix(high), low: mix(low ^ high) };
}

/** A hash that is a whole number of 53 bits and never 0: exact as a number, and so cheap to keep by the thousand. */
export function numberHash(text: string): number {
  const { high, low } = textHash(text);
  return (high >>> 11) * 2 ** 32 + low || 1;
}

/** 64 bits in hexadecimal. */
export function hexOf({ high, low }: TextHash): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Spreads what differs anywhere in 32 bits over all of them; a bijection. */
function mix(bits: number): number {
  let mixed = bits ^ (bits >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
