import { firstOf } from './first-of.js';
import type { FrameTargets } from './frame-targets.js';
import { pageMetrics } from './page-metrics.js';
import type { Tab } from './tab.js';

type Policy = 'advance' | 'pause' | 'pauseIfNetworkFetchesPending';

/** Real time between two grants while the page runs at true speed. */
const SLICE_MS = 50;
const FINE_SLICE_MS = 2;
/** A page so far behind has been busy or stopped; it is not made to catch up. */
const MAX_SLICE_MS = 200;
/** A grant that is not used up by then: the page is busy. */
const BUSY_SLICE_MS = 400;
/** Tasks without a pause after which time moves all the same: a page may post itself messages for ever. */
const STARVATION_COUNT = 200;
/** The session of the page itself. */
const OWN = '';

/**
 * Tabs whose clock we have once taken, by what stays the same when one is renewed. There is no giving it back: a renderer
 * stays on virtual time until it ends.
 */
const taken = new WeakMap<Tab['listener'], { aheadMs: number }>();

/** How far the time of day in this tab's pages is ahead of ours; it stays so until the tab is closed. */
export function clockAheadMs(tab: Tab): number {
  return taken.get(tab.listener)?.aheadMs ?? 0;
}

/**
 * Gives the page of a tab that nobody reads any more this much time, as fast as it can use it; nothing where it runs in real
 * time. What a page has put off while its time stood is kept by the renderer, page and all, until there is time for it.
 */
export async function letTimePass(tab: Tab, budgetMs: number): Promise<void> {
  const record = taken.get(tab.listener);
  if (record === undefined) return;
  const policy = { policy: 'advance', budget: budgetMs, maxVirtualTimeTaskStarvationCount: STARVATION_COUNT } as const;
  await tab.cdp.send('Emulation.setVirtualTimePolicy', policy);
  // Heard of only from the answer on: what is said before is about an earlier grant.
  await new Promise<void>((resolve) => {
    tab.cdp.on('Emulation.virtualTimeBudgetExpired', () => resolve());
  });
  record.aheadMs += budgetMs;
}

/**
 * The clock of a page, its frames and its renderer process, which can be made to run ahead: timers fire as fast as the
 * processor allows, and time stands while the page waits for the network.
 *
 * Until it is first used the page runs in real time. From then on somebody has to grant it every bit of time, or it
 * stands: {@link pace} does so at true speed, until {@link hold} or the next {@link runAhead}. What standing stops is
 * timers, messages and the parser; scripts of ours, frames to draw, scrolling and pictures go on.
 */
export class VirtualClock {
  readonly #tab: Tab;
  readonly #targets: FrameTargets;
  #virtual: boolean;
  #paces = false;
  readonly #over: AbortSignal;
  #sliceMs = SLICE_MS;
  #pacing: Promise<void> | undefined;
  #stopPacing: () => void = () => undefined;
  /** Grants whose end has not been heard of. */
  #unspent = 0;
  /** The last grant, until it is used up or another order overtakes it. */
  #going: { readonly policy: Policy; readonly spent: Promise<void> } | undefined;
  /** By session: what hears that the time last granted is used up. */
  readonly #spending = new Map<string, () => void>();

  /** `over` ends the pacing: the page stands from then on. */
  constructor(tab: Tab, targets: FrameTargets, over: AbortSignal) {
    const { cdp } = tab;
    this.#tab = tab;
    this.#targets = targets;
    this.#over = over;
    this.#virtual = taken.has(tab.listener);
    const onExpired = (): void => {
      this.#unspent = Math.max(0, this.#unspent - 1);
      this.expired(OWN);
    };
    cdp.on('Emulation.virtualTimeBudgetExpired', onExpired);
    const onOver = (): void => {
      cdp.off('Emulation.virtualTimeBudgetExpired', onExpired);
      this.#paces = false;
      this.#stopPacing();
    };
    over.addEventListener('abort', onOver, { once: true });
  }

  /** Whether the page's time is ours to grant. */
  get isVirtual(): boolean {
    return this.#virtual;
  }

  /** The session, '' for the page's own, has used up its time, or will never say so: it is gone or has another document. */
  expired(sessionId: string): void {
    this.#spending.get(sessionId)?.();
    this.#spending.delete(sessionId);
  }

  /**
   * Lets `budgetMs` of page time pass as fast as the page can. With `ignoringNetwork` time passes while requests are in
   * flight, too: for pages with one that never ends. Gives whether all of it passed before `until` resolved; where not, it
   * goes on, until {@link hold}, {@link pace} or the next run.
   */
  async runAhead(budgetMs: number, until: Promise<unknown>, ignoringNetwork = false): Promise<boolean> {
    await this.#endPacing();
    const startedMs = performance.now();
    const policy = ignoringNetwork ? 'advance' : 'pauseIfNetworkFetchesPending';
    // One that is left from before ends first, as if it had not been looked away from: two at once would have to be told apart.
    const going = this.#going?.policy === policy ? this.#going.spent : Promise.resolve();
    if (!(await Promise.race([going.then(() => true), until.then(() => false)]))) return false;
    const stop = new AbortController();
    const passed = this.#grantWhole(policy, budgetMs, stop.signal).then(() => {
      const record = taken.get(this.#tab.listener);
      if (record !== undefined) record.aheadMs += Math.max(0, budgetMs - (performance.now() - startedMs));
    });
    const hasPassed = await Promise.race([passed.then(() => true), until.then(() => false)]);
    stop.abort();
    return hasPassed;
  }

  /**
   * Time passes at true speed, from here on or a little later; of no effect while the page runs in real time. `fine`: in
   * small steps. An answer from a database waits for the next step, so that a chain of them takes as many.
   */
  pace({ soon = false, fine = false } = {}): void {
    this.#sliceMs = fine ? FINE_SLICE_MS : SLICE_MS;
    // After the end nobody would stop it.
    if (!this.#virtual || this.#paces || this.#over.aborted) return;
    this.#paces = true;
    this.#pacing = this.#keepPace(soon ? SLICE_MS : 0);
  }

  /** Time stands from here on. */
  async hold(): Promise<void> {
    await this.#endPacing();
    if (this.#virtual) await firstOf(this.#order({ policy: 'pause' }), BUSY_SLICE_MS);
  }

  async #endPacing(): Promise<void> {
    this.#paces = false;
    this.#stopPacing();
    await this.#pacing;
  }

  async #keepPace(delayMs: number): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      this.#stopPacing = resolve;
    });
    if (delayMs > 0) await firstOf(stopped, delayMs);
    let grantedMs = performance.now() - this.#sliceMs;
    while (this.#paces) {
      const nowMs = performance.now();
      const passed = this.#grant('advance', Math.min(nowMs - grantedMs, MAX_SLICE_MS));
      grantedMs = nowMs;
      await firstOf(Promise.race([passed, stopped]), BUSY_SLICE_MS);
      const leftMs = this.#sliceMs - (performance.now() - nowMs);
      if (this.#paces && leftMs > 0) await firstOf(stopped, leftMs);
    }
  }

  /**
   * A grant that another order has overtaken still ends at its own time, and then the page stands, in the middle of the
   * next one: where that may be, the page's clock says how much of it is left.
   */
  async #grantWhole(policy: Policy, budgetMs: number, stop: AbortSignal): Promise<void> {
    if (this.#unspent === 0) return this.#grant(policy, budgetMs);
    const endMs = (await this.#pageMs()) + budgetMs;
    for (let leftMs = budgetMs; leftMs >= 1 && !stop.aborted; ) {
      await this.#grant(policy, leftMs);
      leftMs = endMs - (await this.#pageMs());
    }
  }

  /** By the clock of the page; of one that is gone it is the end of time. */
  async #pageMs(): Promise<number> {
    const metrics = await pageMetrics(this.#tab.cdp);
    return metrics?.pageMs ?? Number.POSITIVE_INFINITY;
  }

  /** Resolves when the page and its frames have used the time up. */
  async #grant(policy: Policy, budgetMs: number): Promise<void> {
    this.#unspent += 1;
    const order = { policy, budget: budgetMs, maxVirtualTimeTaskStarvationCount: STARVATION_COUNT };
    const spent = this.#order(order, (sessionId) => {
      // Heard of only from the answer on: what is said before is about an earlier grant.
      return new Promise((resolve) => this.#spending.set(sessionId, resolve));
    });
    const going = { policy, spent };
    this.#going = going;
    await spent;
    if (this.#going === going) this.#going = undefined;
  }

  /** Gives the order to the page and to its frames in other processes, once to each; `then` for each that took it. */
  async #order(order: { readonly policy: Policy }, then?: (sessionId: string) => Promise<void>): Promise<void> {
    this.#virtual = true;
    this.#going = undefined;
    if (!taken.has(this.#tab.listener)) taken.set(this.#tab.listener, { aheadMs: 0 });
    const method = 'Emulation.setVirtualTimePolicy';
    const given = [
      { sessionId: OWN, answer: this.#tab.cdp.send(method, order) },
      ...this.#targets.clocks.map((target) => ({
        sessionId: target.sessionId,
        answer: this.#targets.send(target, method, order),
      })),
    ];
    this.#targets.checkClocks();
    await Promise.all(
      given.map(({ sessionId, answer }) =>
        answer.then(
          () => then?.(sessionId),
          // What is gone uses no time. Who waits for the page hears of its end elsewhere.
          () => undefined,
        ),
      ),
    );
  }
}
