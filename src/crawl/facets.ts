import { HashIndex } from './hash-index.js';
import { numberHash } from './text-hash.js';

/** Combinations of parameters that are read of one path in any case. */
const LEAST_COMBINATIONS = 200;
/**
 * And as many times more combinations than values make a path one whose parameters are combined freely: there is no
 * end to that.
 */
const RATIO = 4;
/** Parameters that lead through one list: they make no new combination. */
const PAGING = /^(?:p|pg|page|paged|pageno|page_?num(?:ber)?|start|offset|skip|from|seite)$/i;

interface PathCounts {
  combinations: number;
  values: number;
}

/**
 * Finds lists that are filtered and sorted by parameters: paths of which far more combinations are linked than there
 * are values to combine. A path with one number for each page (`?f=2&t=17`) has as many values as combinations.
 */
export class Facets {
  readonly #seen = new HashIndex();
  readonly #paths = new Map<number, PathCounts>();

  /** The pattern of the path whose budget a key is beyond. */
  beyond(key: string): string | undefined {
    const query = queryOf(key);
    if (query === undefined || this.#seen.get(`${query.path}?${query.combination}`) !== undefined) return undefined;
    const counts = this.#paths.get(numberHash(query.path));
    if (counts === undefined || counts.combinations < LEAST_COMBINATIONS) return undefined;
    return counts.combinations > counts.values * RATIO ? `${query.path}?{parameters}` : undefined;
  }

  /** The key is going to be read. */
  keep(key: string): void {
    const query = queryOf(key);
    if (query === undefined) return;
    // Most paths have one combination, and need no counts.
    if (this.#seen.add(query.path)) return;
    const path = numberHash(query.path);
    const counts = this.#paths.get(path) ?? { combinations: 0, values: 0 };
    this.#paths.set(path, counts);
    if (this.#seen.add(`${query.path}?${query.combination}`)) counts.combinations += 1;
    for (const param of query.params) if (this.#seen.add(`${query.path} ${param}`)) counts.values += 1;
  }
}

interface Query {
  readonly path: string;
  readonly params: readonly string[];
  readonly combination: string;
}

/** What is combined in a key; undefined when it is less than two values. */
function queryOf(key: string): Query | undefined {
  const mark = key.indexOf('?');
  if (mark < 0) return undefined;
  const params = (key.slice(mark + 1).split('#', 1)[0] ?? '')
    .split('&')
    .filter((param) => !PAGING.test(param.split('=', 1)[0] ?? ''));
  return params.length < 2 ? undefined : { path: key.slice(0, mark), params, combination: params.join('&') };
}
