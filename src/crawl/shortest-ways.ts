import { LinkGraph } from './link-graph.js';
import type { UrlTable } from './url-table.js';

/** To these nothing shorter can be found: a link from a seed. */
const LEAST_DEPTH = 1;

/** A way to a URL that is better than the one known. */
interface Way {
  readonly id: number;
  readonly depth: number;
  readonly finder: number;
}

/**
 * How far each URL is from the seeds, by the shortest way that is known. A way found late shortens those of all pages
 * behind it, for which the links of pages are kept, of those targets that can still come nearer.
 */
export class ShortestWays {
  readonly #table: UrlTable;
  readonly #links = new LinkGraph();
  readonly #onNearer: (id: number) => void;

  /** `onNearer` is told of each URL whose place in the order has changed. */
  constructor(table: UrlTable, onNearer: (id: number) => void) {
    this.#table = table;
    this.#onNearer = onNearer;
  }

  /** Keeps the links of a page, after its targets have been reached. */
  keep(from: number, targets: readonly number[]): void {
    this.#links.add(
      from,
      targets.filter((target) => target !== from && this.#table.depth(target) > LEAST_DEPTH),
    );
  }

  /** A URL that is known has been found again. */
  reach(id: number, depth: number, finder: number): void {
    const ways: Way[] = [{ id, depth, finder }];
    for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
      if (this.#take(way)) for (const onward of this.#onward(way)) ways.push(onward);
    }
  }

  /** Whether pages behind it have come nearer too. */
  #take({ id, depth, finder }: Way): boolean {
    const known = this.#table.depth(id);
    const isEarlier = depth === known && finder < this.#table.finder(id) && this.#table.state(id) === 'waiting';
    if (depth >= known && !isEarlier) return false;
    this.#table.approach(id, depth, finder);
    this.#onNearer(id);
    return depth < known;
  }

  *#onward({ id, depth, finder }: Way): Iterable<Way> {
    // A redirect is no link: where it leads is as near.
    const same = this.#table.same(id);
    if (same !== id) yield { id: same, depth, finder };
    for (const target of this.#links.linksOf(id)) yield { id: target, depth: depth + 1, finder: this.#table.turn(id) };
  }
}
