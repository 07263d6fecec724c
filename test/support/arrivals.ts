/** Things that come when they come, for a test that takes one after the other. */
export class Arrivals<Item> {
  readonly #items: Item[] = [];
  readonly #takers: ((item: Item) => void)[] = [];

  put(item: Item): void {
    const taker = this.#takers.shift();
    if (taker === undefined) this.#items.push(item);
    else taker(item);
  }

  /** The next one, which may have to come yet. */
  async take(): Promise<Item> {
    const [item] = this.#items.splice(0, 1);
    return item ?? new Promise((resolve) => this.#takers.push(resolve));
  }
}
