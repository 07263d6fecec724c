import type { Engine } from './engine.js';
import type { EngineKeeper } from './engine-keeper.js';
import type { Tab } from './tab.js';

/** Keeps fresh tabs ready: opening one costs more than most reads. */
export class SpareTabs {
  readonly #keeper: EngineKeeper;
  /** The first to be opened first. */
  readonly #spares: Promise<Tab>[] = [];

  constructor(keeper: EngineKeeper) {
    this.#keeper = keeper;
  }

  /** One that is ready, or as soon as one is. */
  async take(engine: Engine): Promise<Tab> {
    for (let spare = this.#spares.shift(); spare !== undefined; spare = this.#spares.shift()) {
      const tab = await spare.catch(() => undefined);
      if (tab?.isAlive()) return tab;
      await tab?.close();
    }
    return this.#keeper.open(engine);
  }

  /** Has one more opened, unless there are as many as `wanted`. */
  prepare(wanted: number): void {
    const { running } = this.#keeper;
    if (running === undefined || this.#spares.length >= wanted) return;
    const spare = running.then((engine) => this.#keeper.open(engine));
    spare.catch(() => undefined);
    this.#spares.push(spare);
  }

  async close(): Promise<void> {
    await Promise.all(this.#spares.splice(0).map((spare) => spare.then((tab) => tab.close()).catch(() => undefined)));
  }
}
