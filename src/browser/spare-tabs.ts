import type { Engine } from './engine.js';
import type { EngineKeeper } from './engine-keeper.js';
import type { Tab } from './tab.js';

/** Keeps a fresh tab ready: opening one costs more than most reads. */
export class SpareTabs {
  readonly #keeper: EngineKeeper;
  #spare: Promise<Tab> | undefined;

  constructor(keeper: EngineKeeper) {
    this.#keeper = keeper;
  }

  async take(engine: Engine): Promise<Tab> {
    const spare = this.#spare;
    this.#spare = undefined;
    const tab = await spare?.catch(() => undefined);
    if (tab?.isAlive()) return tab;
    await tab?.close();
    return this.#keeper.open(engine);
  }

  /** Has one opened, unless there is one. */
  prepare(): void {
    if (this.#spare !== undefined) return;
    this.#spare = this.#keeper.running?.then((engine) => this.#keeper.open(engine));
    this.#spare?.catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#spare?.then((tab) => tab.close()).catch(() => undefined);
  }
}
