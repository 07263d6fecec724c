/** Tabs on their way out. Nobody waits for one to be closed, unless so many are that they would pile up. */
export class ClosingTabs {
  readonly #closing = new Set<Promise<void>>();

  /** One whose closing has begun, or begins once it can be. */
  add(closed: Promise<void>): Promise<void> {
    const closing = closed.catch(() => undefined).finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    return closing;
  }

  /** Resolves when no more than so many are left. */
  async dwindle(most: number): Promise<void> {
    while (this.#closing.size > most) await Promise.race(this.#closing);
  }
}
