import { listen } from './cdp-events.js';
import type { Tab } from './tab.js';

/** Notices that the network process died under a page: what the page asks for from then on is refused, whatever it is. */
export class NetworkLoss {
  readonly #tab: Tab;
  #failed = false;

  /** `over` ends the listening. */
  constructor(tab: Tab, over: AbortSignal) {
    this.#tab = tab;
    const stop = listen(tab.cdp, {
      'Network.loadingFailed': ({ canceled }: { canceled?: boolean }) => {
        this.#failed ||= canceled !== true;
      },
    });
    over.addEventListener('abort', stop, { once: true });
  }

  /** What is to be said of it; nothing when it did not happen. */
  async warnings(): Promise<string[]> {
    // Looking costs a command: what is under way when it dies fails, and what is asked for later is known to be refused.
    const isLost = this.#failed ? !(await this.#tab.checkAlive()) : !this.#tab.isAlive();
    return isLost ? [LOST] : [];
  }
}

const LOST =
  'The part of the browser that speaks with the network died during the read: what the page asked for after that is missing.';
