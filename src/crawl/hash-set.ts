import { FIRST_ROOM } from './column.js';
import { numberHash } from './text-hash.js';

/**
 * Which texts have been met, by their 53-bit hashes alone: some 12 bytes each. That two of a million texts are taken for
 * one has a chance of one in ten thousand.
 */
export class HashSet {
  #slots = new Float64Array(FIRST_ROOM);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(text: string): boolean {
    return this.#slots[this.#slotOf(numberHash(text))] !== 0;
  }

  /** Whether it is new. */
  add(text: string): boolean {
    const hash = numberHash(text);
    const slot = this.#slotOf(hash);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = hash;
    this.#size += 1;
    if (this.#size * 4 > this.#slots.length * 3) this.#grow();
    return true;
  }

  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = (hash % 2 ** 32) & mask;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const kept = this.#slots;
    this.#slots = new Float64Array(kept.length * 2);
    for (const hash of kept) if (hash !== 0) this.#slots[this.#slotOf(hash)] = hash;
  }
}
