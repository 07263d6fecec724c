/**
 * Elements whose end tag may be left out, or that close each other: however many are open, the tree is not deeper. Void
 * elements hold nothing.
 */
const NOT_NESTING: ReadonlySet<string> = new Set(
  (
    'html head body p li dt dd option optgroup tr td th tbody thead tfoot colgroup caption rt rp a button nobr h1 h2 h3 h4 ' +
    'h5 h6 area base br col embed hr img input link meta param source track wbr script style textarea title'
  ).split(' '),
);

/** Elements that bring others with them, which are not counted: a cell is four levels below what its table is in. */
const LEVELS: ReadonlyMap<string, number> = new Map(Object.entries({ table: 4, ul: 2, ol: 2, dl: 2, menu: 2, dir: 2 }));

/**
 * Watches tags go by and tells which to leave out, so that the tree gets no deeper than `maxDepth`: building a
 * DOM takes time quadratic in its depth, and working on it overflows the stack. Browsers stop at 512.
 */
export class NestingLimit {
  readonly #maxDepth: number;
  readonly #open: string[] = [];
  readonly #counts = new Map<string, number>();
  #depth = 0;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  /** Whether the tag may stay. */
  allows(kind: 'open' | 'close', name: string): boolean {
    if (NOT_NESTING.has(name)) return true;
    return kind === 'open' ? this.#opens(name) : this.#closes(name);
  }

  #opens(name: string): boolean {
    this.#open.push(name);
    this.#counts.set(name, this.#countOf(name) + 1);
    this.#depth += levelsOf(name);
    return this.#depth <= this.#maxDepth;
  }

  #closes(name: string): boolean {
    // A stray end tag closes nothing; asking the count first keeps a heap of them from being searched for again and again.
    if (this.#countOf(name) === 0) return true;
    for (;;) {
      const wasKept = this.#depth <= this.#maxDepth;
      const closed = this.#open.pop() ?? name;
      this.#counts.set(closed, this.#countOf(closed) - 1);
      this.#depth -= levelsOf(closed);
      if (closed === name) return wasKept;
    }
  }

  #countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}

function levelsOf(name: string): number {
  return LEVELS.get(name) ?? 1;
}
