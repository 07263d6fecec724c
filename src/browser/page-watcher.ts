import { delay } from '../base/deadline.js';
import { type PageProbe, watchPage } from '../page/probe-script.js';
import { firstOf } from './first-of.js';
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

  /** `over` ends all waiting: the read has its answer, or none. */
  constructor(tab: Tab, over: AbortSignal) {
    this.#tab = tab;
    over.addEventListener('abort', () => this.#wake(), { once: true });
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
    cdp.on('Page.domContentEventFired', () => this.#onParsed());
    // A parser stopped half-way, by a navigation that came to nothing, ends with this alone.
    cdp.on('Page.frameStoppedLoading', (event) => {
      if (event.frameId === frameId) this.#onParsed();
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

  #onParsed(): void {
    if (this.#domReady) return;
    this.#domReady = true;
    this.#grewMs = performance.now();
    this.#wake();
  }

  #ended(requestId: string): void {
    this.#network.ended(requestId, performance.now());
    this.#wakeWhenIdle();
  }

  #wakeWhenIdle(): void {
    if (this.#network.pending(performance.now()).length === 0) this.#wake();
  }
}
