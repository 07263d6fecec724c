import type { CDPSession } from 'playwright';

export interface BrowserProcess {
  /** `browser`, `renderer`, or what else Chromium calls it. */
  readonly type: string;
  /** By the number that the browser knows it by. */
  readonly id: number;
}

/** The processes of a browser, as often as somebody looks. */
export class BrowserProcesses {
  readonly #session: CDPSession;
  #network: number | undefined;

  /** `session`: the browser's own, not a page's. Ends with the browser. */
  constructor(session: CDPSession) {
    this.#session = session;
  }

  /**
   * The one that carries the browser's traffic, as last seen. When it dies the browser starts another by itself, which does not
   * know the proxies of the contexts there were: what they send from then on goes to the listener of the launch, which
   * refuses everything. Nothing where the browser has no such process, or does not tell it from others.
   */
  get network(): number | undefined {
    return this.#network;
  }

  /** {@link network} as of now; nothing when the browser has ended. */
  async networkNow(): Promise<number | undefined> {
    return this.look().then(
      () => this.#network,
      () => undefined,
    );
  }

  /** All of them. Throws when the browser has ended. */
  async look(): Promise<readonly BrowserProcess[]> {
    const { processInfo } = await this.#session.send('SystemInfo.getProcessInfo');
    // Between two there is none for some milliseconds.
    this.#network = processInfo.find(({ type }) => /network/i.test(type))?.id ?? this.#network;
    return processInfo;
  }
}
