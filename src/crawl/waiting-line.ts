import { withRoom } from './column.js';
import { IndexedHeap } from './indexed-heap.js';
import type { UrlTable } from './url-table.js';

export type CrawlOrder = 'breadth' | 'depth' | 'best';

/**
 * The URLs that wait to be read, a line for each host, so that one whose turn has not come holds up no other. Its
 * time grows with the logarithm of the waiting, and with the number of hosts.
 */
export class WaitingLine {
  readonly #table: UrlTable;
  readonly #isBefore: (one: number, other: number) => boolean;
  readonly #lines = new Map<number, IndexedHeap>();
  #places = new Int32Array(0);
  #scores = new Float64Array(0);

  constructor(table: UrlTable, order: CrawlOrder) {
    this.#table = table;
    this.#isBefore = (one, other) => this.#difference(order, one, other) < 0;
  }

  add(id: number): void {
    this.#places = withRoom(this.#places, id + 1);
    this.#lineOf(id).add(id);
  }

  remove(id: number): void {
    this.#lineOf(id).remove(id);
  }

  /** A better way to it has been found. */
  moved(id: number): void {
    this.#lineOf(id).moved(id);
  }

  /** To be called before it is added. */
  setScore(id: number, score: number): void {
    this.#scores = withRoom(this.#scores, id + 1);
    this.#scores[id] = score;
  }

  /** The first in order of those whose host, given by its number, may be asked. */
  first(mayAsk: (host: number) => boolean): number | undefined {
    let best: number | undefined;
    for (const [host, line] of this.#lines) {
      const first = line.first();
      if (first === undefined || (best !== undefined && !this.#isBefore(first, best))) continue;
      if (mayAsk(host)) best = first;
    }
    return best;
  }

  #lineOf(id: number): IndexedHeap {
    const host = this.#table.hostNumber(id);
    const known = this.#lines.get(host);
    if (known !== undefined) return known;
    const line = new IndexedHeap(this.#isBefore, {
      placeOf: (at) => this.#places[at] ?? 0,
      place: (at, place) => {
        this.#places[at] = place;
      },
    });
    this.#lines.set(host, line);
    return line;
  }

  #difference(order: CrawlOrder, one: number, other: number): number {
    const table = this.#table;
    if (order === 'depth') return table.finder(other) - table.finder(one) || one - other;
    const better = order === 'best' ? (this.#scores[other] ?? 0) - (this.#scores[one] ?? 0) : 0;
    return better || table.depth(one) - table.depth(other) || table.finder(one) - table.finder(other) || one - other;
  }
}
