/**
 * Whole numbers, the first of which, by an order that is handed in, is always at hand. Each is in one heap at most,
 * and where it stands is kept in `places`, which all heaps over the same numbers share; so one can be taken out, or
 * moved, wherever it is.
 */
export class IndexedHeap {
  readonly #ids: number[] = [];
  readonly #isBefore: (one: number, other: number) => boolean;
  readonly #places: HeapPlaces;

  constructor(isBefore: (one: number, other: number) => boolean, places: HeapPlaces) {
    this.#isBefore = isBefore;
    this.#places = places;
  }

  get size(): number {
    return this.#ids.length;
  }

  first(): number | undefined {
    return this.#ids[0];
  }

  add(id: number): void {
    this.#ids.push(id);
    this.#rise(this.#ids.length - 1, id);
  }

  remove(id: number): void {
    const place = this.#places.placeOf(id);
    const last = this.#ids.pop();
    if (last === undefined || last === id) return;
    this.#put(place, last);
    this.moved(last);
  }

  /** The order of this one has changed. */
  moved(id: number): void {
    this.#rise(this.#places.placeOf(id), id);
    this.#sink(this.#places.placeOf(id), id);
  }

  #rise(from: number, id: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#ids[above];
      if (parent === undefined || !this.#isBefore(id, parent)) break;
      this.#put(place, parent);
      place = above;
    }
    this.#put(place, id);
  }

  #sink(from: number, id: number): void {
    let place = from;
    for (;;) {
      const below = this.#firstBelow(place);
      const child = this.#ids[below];
      if (child === undefined || !this.#isBefore(child, id)) break;
      this.#put(place, child);
      place = below;
    }
    this.#put(place, id);
  }

  #firstBelow(place: number): number {
    const left = place * 2 + 1;
    const [one, other] = [this.#ids[left], this.#ids[left + 1]];
    return one !== undefined && other !== undefined && this.#isBefore(other, one) ? left + 1 : left;
  }

  #put(place: number, id: number): void {
    this.#ids[place] = id;
    this.#places.place(id, place);
  }
}

/** Where each number stands in the heap that it is in. */
export interface HeapPlaces {
  placeOf(id: number): number;
  place(id: number, place: number): void;
}
