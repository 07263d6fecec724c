import { UsageError } from '../base/errors.js';
import type { Guard, ReadScope } from '../guard/guard.js';
import type { Engine } from './engine.js';
import { firstOf } from './first-of.js';
import { openTab, type Tab, type TabOptions } from './tab.js';

export interface TabPoolOptions extends TabOptions {
  readonly guard: Guard;
  /** Reads at the same time; the others wait their turn in order. */
  readonly concurrency: number;
  start(): Promise<Engine>;
}

/** Opening a tab takes some fifty milliseconds. */
const OPEN_TIMEOUT_MS = 15_000;

interface Waiter {
  readonly admit: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * One browser, started when the first read needs it and again after a crash, and a fresh tab for every read. One tab is
 * kept ready: opening it costs more than most reads.
 */
export class TabPool {
  readonly #options: TabPoolOptions;
  readonly #waiting: Waiter[] = [];
  readonly #inUse = new Set<Tab>();
  readonly #closing = new Set<Promise<void>>();
  #taken = 0;
  #engine: Promise<Engine> | undefined;
  #spare: Promise<Tab> | undefined;
  #closed = false;

  constructor(options: TabPoolOptions) {
    this.#options = options;
  }

  /**
   * A fresh tab that may reach what `scope` says. Give it back with {@link release}, whatever happened.
   *
   * @throws BrowserError, `signal.reason`, UsageError `CLOSED`.
   */
  async acquire(scope: ReadScope, signal: AbortSignal): Promise<{ tab: Tab; warnings: readonly string[] }> {
    await this.#enter(signal);
    try {
      const { engine, tab } = await this.#tabOfLivingEngine();
      this.#inUse.add(tab);
      if (this.#closed || signal.aborted) {
        this.#inUse.delete(tab);
        await tab.close();
        throw signal.reason;
      }
      tab.listener.setScope(scope);
      return { tab, warnings: engine.warnings };
    } catch (error) {
      this.#leave();
      throw this.#closed ? closedError() : error;
    }
  }

  /** Ends the tab. The place it took is free when it is gone. */
  release(tab: Tab): void {
    this.#prepareSpare();
    const closing = tab.close().finally(() => {
      this.#inUse.delete(tab);
      this.#closing.delete(closing);
      this.#leave();
    });
    this.#closing.add(closing);
  }

  /** Ends the browser with every tab. Reads in flight fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(closedError());
    const engine = await this.#engine?.catch(() => undefined);
    for (const tab of this.#inUse) tab.abandon(closedError());
    await Promise.all([...this.#inUse].map((tab) => tab.close()));
    await this.#spare?.then((tab) => tab.close()).catch(() => undefined);
    await Promise.all(this.#closing);
    await engine?.close();
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (this.#closed) throw closedError();
    if (this.#taken < this.#options.concurrency) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(signal.reason);
      };
      const settle = (end: () => void): void => {
        signal.removeEventListener('abort', onAbort);
        end();
      };
      const waiter: Waiter = { admit: () => settle(resolve), refuse: (reason) => settle(() => reject(reason)) };
      this.#waiting.push(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next.admit();
  }

  /** A browser found dead before the read began costs a new one, not the read. */
  async #tabOfLivingEngine(): Promise<{ engine: Engine; tab: Tab }> {
    const found = this.#start();
    const engine = await found;
    try {
      return { engine, tab: await this.#freshTab(engine) };
    } catch (error) {
      if (this.#closed || engine.running.browser.isConnected()) throw error;
      // The event that says so may still be on its way.
      if (this.#engine === found) this.#engine = undefined;
      const next = await this.#start();
      return { engine: next, tab: await this.#freshTab(next) };
    }
  }

  #start(): Promise<Engine> {
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

  async #freshTab(engine: Engine): Promise<Tab> {
    const spare = this.#spare;
    this.#spare = undefined;
    const tab = await spare?.catch(() => undefined);
    if (tab?.isAlive()) return tab;
    await tab?.close();
    return this.#open(engine);
  }

  async #open({ proxy, running }: Engine): Promise<Tab> {
    // Nobody's yet: a scope that reaches nothing on its own account.
    const listener = await proxy.open(this.#options.guard.scope('about:blank'));
    const opening = openTab(running, listener, this.#options);
    const tab = await firstOf(opening, OPEN_TIMEOUT_MS);
    if (tab !== undefined) return tab;
    // A browser that hangs would hang every read to come: the next one gets another.
    await running.close();
    return opening;
  }

  #prepareSpare(): void {
    if (this.#closed || this.#spare !== undefined || this.#waiting.length > 0) return;
    this.#spare = this.#engine?.then((engine) => this.#open(engine));
    this.#spare?.catch(() => undefined);
  }
}

function closedError(): UsageError {
  return new UsageError('This BrowserReader is closed', { code: 'CLOSED', hint: 'Make a new one.' });
}
