import { UsageError } from '../base/errors.js';
import type { Guard } from '../guard/guard.js';
import type { Engine } from './engine.js';
import { firstOf } from './first-of.js';
import { openTab, type Tab } from './tab.js';
import type { TabOptions } from './tab-options.js';

export interface EngineKeeperOptions extends TabOptions {
  readonly guard: Guard;
  start(): Promise<Engine>;
}

/** Opening a tab takes some fifty milliseconds. */
const OPEN_TIMEOUT_MS = 10_000;

/** One browser, started when the first tab is wanted and again after a crash. */
export class EngineKeeper {
  readonly #options: EngineKeeperOptions;
  #engine: Promise<Engine> | undefined;
  #closed = false;

  constructor(options: EngineKeeperOptions) {
    this.#options = options;
  }

  /** The one that runs or is starting. */
  get running(): Promise<Engine> | undefined {
    return this.#engine;
  }

  /** @throws BrowserError, UsageError `CLOSED`. */
  start(): Promise<Engine> {
    // Closing waits for an engine that is starting; one that starts later would be left over.
    if (this.#closed) throw closedError();
    if (this.#engine !== undefined) return this.#engine;
    const engine = this.#options.start();
    this.#engine = engine;
    const forget = (): void => {
      if (this.#engine === engine) this.#engine = undefined;
    };
    engine.then(({ ended }) => ended.then(forget), forget);
    return engine;
  }

  /**
   * Takes a tab from `source`. A browser found dead before the read began costs a new one, not the read.
   *
   * @throws BrowserError, UsageError `CLOSED`, or what `source` throws.
   */
  async withLivingEngine(source: (engine: Engine) => Promise<Tab>): Promise<{ engine: Engine; tab: Tab }> {
    const found = this.start();
    const engine = await found;
    try {
      return { engine, tab: await source(engine) };
    } catch (error) {
      if (this.#closed || engine.isAlive()) throw error;
      // The event that says so may still be on its way.
      if (this.#engine === found) this.#engine = undefined;
      const next = await this.start();
      return { engine: next, tab: await source(next) };
    }
  }

  /** A fresh tab that is nobody's yet: its scope reaches nothing on its own account. */
  async open({ proxy, running }: Engine): Promise<Tab> {
    const listener = await proxy.open(this.#options.guard.scope('about:blank'));
    const opening = openTab(running, listener, this.#options);
    const tab = await firstOf(opening, OPEN_TIMEOUT_MS);
    if (tab !== undefined) return tab;
    // A browser that hangs would hang every read to come: the next one gets another.
    await running.close();
    return opening;
  }

  /** No browser starts any more. Gives the one that has to be closed. */
  async shut(): Promise<Engine | undefined> {
    this.#closed = true;
    return this.#engine?.catch(() => undefined);
  }
}

/** Of whatever belongs to a closed reader. */
export function closedError(): UsageError {
  return new UsageError('This BrowserReader is closed', { code: 'CLOSED', hint: 'Make a new one.' });
}
