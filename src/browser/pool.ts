import { availableParallelism } from 'node:os';
import { siteOf } from '../base/site.js';
import { Turns } from '../base/turns.js';
import type { ReadScope } from '../guard/guard.js';
import { ClosingTabs } from './closing-tabs.js';
import type { Engine } from './engine.js';
import { closedError, EngineKeeper, type EngineKeeperOptions } from './engine-keeper.js';
import type { Isolation } from './isolation.js';
import { type LaneLimits, Lanes } from './lanes.js';
import { SpareTabs } from './spare-tabs.js';
import type { Tab } from './tab.js';

export interface TabPoolOptions extends EngineKeeperOptions {
  /** Reads at the same time; the others wait their turn in order. */
  readonly concurrency: number;
  /** Default `read`. */
  readonly isolation?: Isolation;
  readonly laneLimits?: LaneLimits;
}

/** A spare takes the memory of a page. */
const SPARES = 2;

/** Gives every read a tab to itself, in turn. */
export class TabPool {
  readonly #keeper: EngineKeeper;
  readonly #turns: Turns;
  readonly #inUse = new Set<Tab>();
  readonly #spares: SpareTabs;
  readonly #lanes: Lanes | undefined;
  readonly #closing = new ClosingTabs();
  readonly #concurrency: number;
  #closed = false;

  constructor(options: TabPoolOptions) {
    this.#concurrency = options.concurrency;
    this.#keeper = new EngineKeeper(options);
    this.#turns = new Turns(options.concurrency);
    this.#spares = new SpareTabs(this.#keeper);
    this.#lanes = options.isolation === 'session' ? new Lanes(options.concurrency, options.laneLimits) : undefined;
  }

  /**
   * An empty tab that may reach what `scope` says. Give it back with {@link release}, whatever happened.
   *
   * @throws BrowserError, `signal.reason`, UsageError `CLOSED`.
   */
  async acquire(scope: ReadScope, signal: AbortSignal): Promise<{ tab: Tab; warnings: readonly string[] }> {
    if (this.#closed) throw closedError();
    await this.#turns.enter(signal);
    try {
      const site = this.#lanes ? await siteOf(scope.callerUrl) : '';
      const { engine, tab } = await this.#keeper.withLivingEngine((engine) => this.#tabFor(engine, site));
      this.#inUse.add(tab);
      if (this.#closed || signal.aborted) {
        await this.#takeBack(tab);
        throw signal.reason;
      }
      tab.listener.setScope(scope);
      return { tab, warnings: engine.warnings };
    } catch (error) {
      this.#turns.leave();
      throw this.#closed ? closedError() : error;
    }
  }

  /** Whether the reads under way keep every processor busy: what makes one of them sooner done makes others later. */
  get isCrowded(): boolean {
    return this.#turns.taken > availableParallelism();
  }

  /** A read is about to end: where it is the only one, a tab is opened already for the next. */
  prepare(): void {
    if (this.#turns.taken === 1) this.#prepareSpare();
  }

  /** Takes the tab back. Closing or emptying it is nothing that anybody waits for. */
  release(tab: Tab): void {
    this.#prepareSpare();
    void this.#takeBack(tab);
    this.#turns.leave();
  }

  /** Ends the browser with every tab. Reads in flight fail. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#turns.refuseAll(closedError());
    const engine = await this.#keeper.shut();
    for (const tab of this.#inUse) tab.abandon(closedError());
    await Promise.all([...this.#inUse].map((tab) => tab.close()));
    await Promise.all([this.#spares.close(), this.#lanes?.close()]);
    await engine?.close();
  }

  async #tabFor(engine: Engine, site: string): Promise<Tab> {
    // Each is a process: a machine too slow to close them does not open more.
    await this.#closing.dwindle(this.#concurrency);
    if (this.#lanes === undefined) return this.#spares.take(engine);
    return (await this.#lanes.take(site)) ?? this.#lanes.open(site, () => this.#keeper.open(engine));
  }

  #prepareSpare(): void {
    // Where reads wait their turn, the next one opens its tab as soon as a spare could be.
    if (this.#closed || this.#lanes !== undefined || this.#turns.waiting > 0) return;
    // As many as reads are under way together, each a process, so no more than two.
    this.#spares.prepare(Math.min(this.#turns.taken, SPARES));
  }

  async #takeBack(tab: Tab): Promise<void> {
    if (this.#lanes === undefined || this.#closed) await this.#closing.add(tab.close());
    else this.#lanes.rest(tab);
    this.#inUse.delete(tab);
  }
}
