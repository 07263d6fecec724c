import { delay } from '../base/deadline.js';
import type { PageProbe } from '../page/probe-script.js';
import { watchPage } from '../page/probe-script.js';
import { NetworkActivity } from './network-activity.js';
import type { Observation } from './settle-verdict.js';
import { evaluateApart, type Tab } from './tab.js';

/** A counter's tick is not growth. */
const TICK_CHARS = 20;
const CHANGE_PAUSE_MS = 15;

/** Follows a page while it loads, and tells what the verdict needs. */
export class PageWatcher {
  readonly #tab: Tab;
  readonly #network = new NetworkActivity();
  readonly #startedMs = performance.now();
  #domReady = false;
  #grewMs = this.#startedMs;
  #textLength = 0;
  #change: Promise<unknown> | undefined;
  #wake: () => void = () => undefined;

  constructor(tab: Tab) {
    this.#tab = tab;
    const { cdp, frameId } = tab;
    const now = (): number => performance.now();
    cdp.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse }) => {
      if (redirectResponse !== undefined) this.#network.ended(requestId, now());
      this.#network.sent({ id: requestId, url: request.url, method: request.method, type }, now());
    });
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      this.#network.answered({ id: requestId, mimeType: response.mimeType }, now());
      this.#wakeWhenIdle();
    });
    cdp.on('Network.dataReceived', ({ requestId }) => this.#network.received(requestId, now()));
    cdp.on('Network.loadingFinished', ({ requestId }) => this.#ended(requestId));
    cdp.on('Network.loadingFailed', ({ requestId }) => this.#ended(requestId));
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== frameId) return;
      this.#domReady = false;
      this.#textLength = 0;
      this.#network.reset(now());
    });
    cdp.on('Page.domContentEventFired', () => {
      this.#domReady = true;
      this.#grewMs = now();
      this.#wake();
    });
  }

  get domReady(): boolean {
    return this.#domReady;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }

  /** Looks at the page from inside. `undefined` when it does not answer in time or its document went away. */
  async probe(withinMs: number): Promise<PageProbe | undefined> {
    const looked = evaluateApart(this.#tab, `(${watchPage})().probe()`).catch(() => undefined);
    // Our own script's answer, which no script of the page can reach.
    const probe = (await firstOf(looked, withinMs)) as PageProbe | undefined;
    if (probe === undefined) return undefined;
    if (Math.abs(probe.textLength - this.#textLength) > Math.max(TICK_CHARS, this.#textLength / 50)) {
      this.#textLength = probe.textLength;
      this.#grewMs = performance.now() - probe.unchangedMs;
    }
    return probe;
  }

  observation(probe: PageProbe | undefined): Observation {
    const nowMs = performance.now();
    return {
      elapsedMs: Math.round(nowMs - this.#startedMs),
      domReady: this.#domReady,
      pending: this.#network.pending(nowMs),
      networkQuietMs: this.#network.quietMs(nowMs),
      growthQuietMs: nowMs - this.#grewMs,
      ...(probe === undefined ? {} : { probe }),
    };
  }

  /** Waits until the time is up or the network or the parser has news; with `orChange`, or the document changes. */
  async news(withinMs: number, orChange: boolean): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (orChange) {
      this.#change ??= evaluateApart(this.#tab, `(${watchPage})().nextChange()`)
        .catch(() => undefined)
        .finally(() => {
          this.#change = undefined;
        });
    }
    if (!orChange) await firstOf(woken, withinMs);
    // A page may change without a pause, and every look costs.
    else await Promise.all([firstOf(Promise.race([woken, this.#change]), withinMs), delay(CHANGE_PAUSE_MS)]);
  }

  #ended(requestId: string): void {
    this.#network.ended(requestId, performance.now());
    this.#wakeWhenIdle();
  }

  #wakeWhenIdle(): void {
    if (this.#network.pending(performance.now()).length === 0) this.#wake();
  }
}

/** The value, or `undefined` when the time is up first. Leaves no timer. */
export async function firstOf<T>(value: Promise<T>, withinMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    // Beyond this a timer fires at once.
    timer = setTimeout(resolve, Math.min(withinMs, 2 ** 31 - 1), undefined);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
