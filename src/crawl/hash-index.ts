import { FIRST_ROOM } from './column.js';
import { numberHash } from './text-hash.js';

/**
 * A whole number for each of many texts, which are kept by their 53-bit hashes alone: some 20 bytes each. That two of
 * a million texts are taken for one has a chance of one in ten thousand.
 */
export class HashIndex {
  #hashes = new Float64Array(FIRST_ROOM);
  #values = new Int32Array(FIRST_ROOM);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(text: string): number | undefined {
    const slot = this.#slotOf(numberHash(text));
    return this.#hashes[slot] === 0 ? undefined : this.#values[slot];
  }

  /** Keeps a text, with a number; whether it is new. The number of one that is known stays. */
  add(text: string, value = 0): boolean {
    const hash = numberHash(text);
    const slot = this.#slotOf(hash);
    if (this.#hashes[slot] !== 0) return false;
    this.#hashes[slot] = hash;
    this.#values[slot] = value;
    this.#size += 1;
    if (this.#size * 4 > this.#hashes.length * 3) this.#grow();
    return true;
  }

  #slotOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    let slot = hash % this.#hashes.length;
    while (this.#hashes[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [hashes, values] = [this.#hashes, this.#values];
    this.#hashes = new Float64Array(hashes.length * 2);
    this.#values = new Int32Array(hashes.length * 2);
    hashes.forEach((hash, index) => {
      if (hash === 0) return;
      const slot = this.#slotOf(hash);
      this.#hashes[slot] = hash;
      this.#values[slot] = values[index] ?? 0;
    });
  }
}
