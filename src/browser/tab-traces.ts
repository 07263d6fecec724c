import { BrowserError } from '../base/errors.js';
import type { EgressListener } from '../guard/egress-proxy.js';
import { evaluateApart, type Tab } from './tab.js';
import { letTimePass } from './virtual-clock.js';

const BLANK = 'about:blank';
/** Page time for what a page has put off, the empty one included. */
const REST_MS = 10;

interface StorageId {
  readonly storageKey?: string;
  readonly securityOrigin?: string;
  readonly isLocalStorage: boolean;
}

/**
 * What a read leaves behind in its tab. Cookies, local storage, databases and the HTTP cache are the session's and stay;
 * the document and all that runs, service workers, `sessionStorage`, `window.name` and the history are the read's.
 */
export class TabTraces {
  readonly #tab: Tab;
  readonly #stores = new Map<string, StorageId>();
  #serviceWorkers = false;
  #documents = 0;

  private constructor(tab: Tab) {
    this.#tab = tab;
    const onStored = ({ storageId }: { storageId: StorageId }): void => {
      if (!storageId.isLocalStorage)
        this.#stores.set(storageId.storageKey ?? storageId.securityOrigin ?? '', storageId);
    };
    tab.cdp.on('DOMStorage.domStorageItemAdded', onStored);
    tab.cdp.on('DOMStorage.domStorageItemUpdated', onStored);
    tab.cdp.on('Network.requestWillBeSent', ({ type }) => {
      if (type === 'Document') this.#documents += 1;
    });
    tab.cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      this.#serviceWorkers ||= registrations.some(({ isDeleted }) => !isDeleted);
    });
  }

  /** Begins before the tab goes anywhere. */
  static async follow(tab: Tab): Promise<TabTraces> {
    const traces = new TabTraces(tab);
    await Promise.all([tab.cdp.send('DOMStorage.enable'), tab.cdp.send('ServiceWorker.enable')]);
    return traces;
  }

  /** How many were asked for: the page, those it went through, its frames. */
  get documents(): number {
    return this.#documents;
  }

  /** Leaves the page and removes what it left. Throws when that cannot be done, or cannot be known to be done. */
  async remove(): Promise<void> {
    const { cdp } = this.#tab;
    const stores = [...this.#stores.values()];
    this.#stores.clear();
    // Only while a frame of its origin is there can a store be emptied.
    await Promise.all(stores.map((storageId) => cdp.send('DOMStorage.clear', { storageId })));
    // First of all the page must be gone: going straight on, a polling page sent a hundred requests more.
    await Promise.all([this.#isBlank(), cdp.send('Page.navigate', { url: BLANK })]);
    await Promise.all([
      evaluateApart(this.#tab, `window.name = ''`),
      ...(this.#serviceWorkers
        ? [cdp.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'service_workers' })]
        : []),
    ]);
    await this.#endLastingWorkers();
    // One may have waited for its script.
    do await this.#isQuiet();
    while (await this.#endLastingWorkers());
    await letTimePass(this.#tab, REST_MS);
    // A page may write while it is being left.
    if (this.#stores.size > 0) throw notEmpty();
  }

  /**
   * Ends the workers that live on without a page, as those with `extendedLifetime` do for half a minute, and service workers
   * that are no longer registered as long as DevTools are attached to them; gives whether there were any.
   */
  async #endLastingWorkers(): Promise<boolean> {
    const { cdp, browserContextId: own } = this.#tab;
    const filter = [{ type: 'shared_worker' }, { type: 'service_worker' }];
    const { targetInfos } = await cdp.send('Target.getTargets', { filter });
    const workers = targetInfos.filter(({ browserContextId }) => browserContextId === own);
    await Promise.all(workers.map(({ targetId }) => cdp.send('Target.closeTarget', { targetId })));
    return workers.length > 0;
  }

  /**
   * Resolves when the guard has no request of this tab open, and none is on its way there: what comes late must not count as
   * the next read's. What a page sends as it is left arrives later than the word that it has been left, so a request of our
   * own is sent after it, until nothing else has come in its time.
   */
  async #isQuiet(): Promise<void> {
    const { listener } = this.#tab;
    const { echo } = listener;
    const asks = `void fetch('${echo.url}', { mode: 'no-cors', keepalive: true }).catch(() => undefined)`;
    for (let begun = -1; begun !== listener.begun || listener.inFlight > 0; ) {
      await idleOf(listener);
      begun = listener.begun;
      await Promise.all([echo.arrival(), evaluateApart(this.#tab, asks)]);
    }
  }

  /** The command to go there is answered before the browser is there. */
  #isBlank(): Promise<void> {
    const { cdp, frameId } = this.#tab;
    return new Promise((resolve) => {
      cdp.on('Page.frameNavigated', ({ frame }) => {
        if (frame.id === frameId && frame.url === BLANK) resolve();
      });
    });
  }
}

/** Resolves when the guard has no request of a tab open. */
function idleOf(listener: EgressListener): Promise<void> {
  if (listener.inFlight === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = listener.subscribe((event) => {
      if (event.type !== 'activity' || event.inFlight > 0) return;
      unsubscribe();
      resolve();
    });
  });
}

function notEmpty(): BrowserError {
  return new BrowserError('The page left something behind', { code: 'BROWSER_CRASHED' });
}
