/** Two halves of a 64-bit hash of a text, for telling texts apart; not against those who make collisions on purpose. */
export interface TextHash {
  readonly high: number;
  readonly low: number;
}

/** Hashes UTF-16 units one after the other: two multiplicative hashes, independent of each other. */
export class TextHasher {
  #high = 0x9e3779b9;
  #low = 0x85ebca6b;
  #count = 0;

  add(unit: number): void {
    this.#high = Math.imul(this.#high ^ unit, 0x01000193);
    this.#low = Math.imul((this.#low ^ unit) + this.#count, 0x27d4eb2f);
    this.#count += 1;
  }

  value(): TextHash {
    return { high: mix(this.#high), low: mix(this.#low ^ this.#high) };
  }
}

export function textHash(text: string): TextHash {
  const hasher = new TextHasher();
  for (let index = 0; index < text.length; index += 1) hasher.add(text.charCodeAt(index));
  return hasher.value();
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
