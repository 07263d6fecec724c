import { withRoom } from './column.js';

/**
 * Which page links to which, as far as anyone will ask: a byte or two a link. Pages and the targets of their links
 * are whole numbers.
 */
export class LinkGraph {
  /** Of each page one list or several: the place of the list before it + 1, the number of targets, their distances. */
  #bytes = new Uint8Array(0);
  #length = 0;
  /** Place of the last list of each page, + 1. */
  #lists = new Int32Array(0);

  /** Adds links of a page; its links in several lists are all its links. */
  add(from: number, targets: readonly number[]): void {
    if (targets.length === 0) return;
    this.#lists = withRoom(this.#lists, from + 1);
    const before = this.#lists[from] ?? 0;
    const sorted = [...new Set(targets)].sort((one, other) => one - other);
    this.#lists[from] = this.#length + 1;
    this.#write(before);
    this.#write(sorted.length);
    let last = 0;
    for (const target of sorted) {
      this.#write(target - last);
      last = target;
    }
  }

  *linksOf(from: number): Iterable<number> {
    let list = this.#lists[from] ?? 0;
    while (list > 0) {
      const at = { place: list - 1 };
      list = this.#read(at);
      let target = 0;
      for (let left = this.#read(at); left > 0; left -= 1) {
        target += this.#read(at);
        yield target;
      }
    }
  }

  /** Seven bits a byte, the eighth saying that more follow. */
  #write(value: number): void {
    let rest = value;
    this.#bytes = withRoom(this.#bytes, this.#length + 5);
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  #read(at: { place: number }): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[at.place++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }
}
