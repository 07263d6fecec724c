import { firstOf } from './first-of.js';
import type { FrameTargets } from './frame-targets.js';
import type { Tab } from './tab.js';

type Policy = 'advance' | 'pause' | 'pauseIfNetworkFetchesPending';

/** Real time between two grants while the page runs at true speed. */
const SLICE_MS = 50;
/** A page so far behind has been busy or stopped; it is not made to catch up. */
const MAX_SLICE_MS = 200;
/** A grant that is not used up by then: the page is busy. */
const BUSY_SLICE_MS = 400;
/** Tasks without a pause after which time moves all the same: a page may post itself messages for ever. */
const STARVATION_COUNT = 200;

/**
 * Tabs whose clock we have once taken, by what stays the same when one is renewed. There is no giving it back: a renderer
 * stays on virtual time until it ends.
 */
const taken = new WeakSet<Tab['listener']>();

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
  #pacing: Promise<void> | undefined;
  #paces = false;
  #interrupt: () => void = () => undefined;
  /** Sessions, the page's own as '', that have not yet used up what they were granted. */
  readonly #spending = new Set<string>();
  #spent: () => void = () => undefined;

  /** `over` ends the pacing: the page stands from then on. */
  constructor(tab: Tab, targets: FrameTargets, over: AbortSignal) {
    const { cdp } = tab;
    this.#tab = tab;
    this.#targets = targets;
    this.#virtual = taken.has(tab.listener);
    const onExpired = (): void => this.expired('');
    cdp.on('Emulation.virtualTimeBudgetExpired', onExpired);
    const onOver = (): void => {
      cdp.off('Emulation.virtualTimeBudgetExpired', onExpired);
      this.#paces = false;
      this.#interrupt();
    };
    over.addEventListener('abort', onOver, { once: true });
  }

  /** Whether the page's time is ours to grant. */
  get isVirtual(): boolean {
    return this.#virtual;
  }

  /** The session, '' for the page's own, has used up its time, or will never say so: it is gone or has another document. */
  expired(sessionId: string): void {
    this.#spending.delete(sessionId);
    if (this.#spending.size === 0) this.#spent();
  }

  /**
   * Lets `budgetMs` of page time pass as fast as the page can. With `ignoringNetwork` time passes while requests are in
   * flight, too: for pages with one that never ends. Gives whether all of it passed before `until` resolved.
   */
  async runAhead(budgetMs: number, until: Promise<unknown>, ignoringNetwork = false): Promise<boolean> {
    await this.#stopPacing();
    const passed = await this.#grant(ignoringNetwork ? 'advance' : 'pauseIfNetworkFetchesPending', budgetMs, until);
    if (!passed) await this.hold();
    return passed;
  }

  /** Time passes at true speed from here on; of no effect while the page runs in real time. */
  pace(): void {
    if (!this.#virtual || this.#paces) return;
    this.#paces = true;
    this.#pacing = this.#keepPace();
  }

  /** Time stands from here on. */
  async hold(): Promise<void> {
    await this.#stopPacing();
    if (!this.#virtual) return;
    await firstOf(this.#set('pause'), BUSY_SLICE_MS);
    this.#spending.clear();
  }

  async #stopPacing(): Promise<void> {
    this.#paces = false;
    this.#interrupt();
    await this.#pacing;
  }

  async #keepPace(): Promise<void> {
    let grantedMs = performance.now() - SLICE_MS;
    while (this.#paces) {
      const nowMs = performance.now();
      const passed = await this.#grant('advance', Math.min(nowMs - grantedMs, MAX_SLICE_MS));
      grantedMs = nowMs;
      const leftMs = SLICE_MS - (performance.now() - nowMs);
      if (passed && leftMs > 0) await firstOf(this.#interrupted(), leftMs);
      // An answer that comes late must not be taken for the next one's.
      else if (!passed) await firstOf(this.#set('pause'), BUSY_SLICE_MS);
    }
  }

  async #grant(policy: Policy, budgetMs: number, until?: Promise<unknown>): Promise<boolean> {
    const spent = new Promise<void>((resolve) => {
      this.#spent = resolve;
    });
    this.#spending.clear();
    this.#spending.add('');
    for (const { sessionId } of this.#targets.frames) this.#spending.add(sessionId);
    // A busy page does not even answer.
    const passed = this.#set(policy, budgetMs)
      .then(() => spent)
      .then(() => true);
    if (until === undefined) return (await firstOf(passed, BUSY_SLICE_MS)) ?? false;
    return Promise.race([passed, until.then(() => false)]);
  }

  async #set(policy: Policy, budgetMs?: number): Promise<void> {
    const order = {
      policy,
      ...(budgetMs === undefined ? {} : { budget: budgetMs, maxVirtualTimeTaskStarvationCount: STARVATION_COUNT }),
    };
    this.#virtual = true;
    taken.add(this.#tab.listener);
    const frames = this.#targets.frames.map((target) =>
      this.#targets.send(target, 'Emulation.setVirtualTimePolicy', order).catch(() => this.expired(target.sessionId)),
    );
    // A page that is gone uses no more time; who waits for it hears of its end elsewhere.
    const own = this.#tab.cdp.send('Emulation.setVirtualTimePolicy', order).catch(() => {
      this.#paces = false;
      this.expired('');
    });
    await Promise.all([own, ...frames]);
  }

  #interrupted(): Promise<void> {
    return new Promise((resolve) => {
      this.#interrupt = resolve;
    });
  }
}
