/** As many as nobody makes a reader forget by the budget of a read. */
const NAMES_KEPT = 10_000;

/**
 * Names that have led to the public Internet. A browser may still hold what one of them left: a cached page, an open
 * connection. Were its DNS to answer with an internal address later, that page would read on as the operator's own.
 */
export class OutsideNames {
  readonly #names = new Set<string>();

  has(host: string): boolean {
    return this.#names.has(host);
  }

  add(host: string): void {
    this.#names.delete(host);
    this.#names.add(host);
    const [oldest] = this.#names;
    if (this.#names.size > NAMES_KEPT && oldest !== undefined) this.#names.delete(oldest);
  }
}
