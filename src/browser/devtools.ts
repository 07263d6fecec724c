import type { CDPSession, Page } from 'playwright';
import type { DevtoolsSession } from './devtools-session.js';
import type { MessageRouter } from './message-router.js';

/** A page as something to open DevTools sessions with. */
export interface DevtoolsTarget {
  /** The browser's name for the context that the page is in. */
  readonly browserContextId: string | undefined;
  /** A session of one's own: what it listens to and switches on ends with it. */
  attach(): Promise<DevtoolsSession>;
  /** Spares Playwright most of what happens in the page, and the browser the telling. Dialogs, pop-ups, deaths and where the page is it hears of all the same. */
  silenceForPlaywright(options: { readonly requestsToo: boolean }): void;
}

/** The DevTools of a browser, past Playwright where its pipe was found (see {@link MessageRouter}). */
export class Devtools {
  readonly #router: MessageRouter | undefined;
  readonly #session: CDPSession;
  readonly #ends = new Map<string, () => void>();

  /** `session`: the browser's own, made by Playwright. Ends with the browser. */
  constructor(session: CDPSession, router: MessageRouter | undefined) {
    this.#session = session;
    this.#router = router;
    session.on('Target.detachedFromTarget', ({ sessionId }) => this.#ends.get(sessionId)?.());
  }

  async target(page: Page): Promise<DevtoolsTarget> {
    const first = await page.context().newCDPSession(page);
    const { targetInfo } = await first.send('Target.getTargetInfo');
    await first.detach().catch(() => undefined);
    const { targetId, browserContextId } = targetInfo;
    const router = this.#router;
    if (router === undefined) {
      const attach = (): Promise<DevtoolsSession> => page.context().newCDPSession(page);
      return { browserContextId, attach, silenceForPlaywright: () => undefined };
    }
    return {
      browserContextId,
      attach: () => this.#attach(targetId, router),
      silenceForPlaywright: ({ requestsToo }) => {
        const say = (method: string, params?: unknown): void => router.commandAsPlaywright(targetId, method, params);
        say('Runtime.disable');
        say('Log.disable');
        say('Page.setLifecycleEventsEnabled', { enabled: false });
        if (requestsToo) say('Network.disable');
      },
    };
  }

  async #attach(targetId: string, router: MessageRouter): Promise<DevtoolsSession> {
    const { sessionId } = await this.#session.send('Target.attachToTarget', { targetId, flatten: true });
    const session = router.open(sessionId);
    this.#ends.set(sessionId, () => {
      this.#ends.delete(sessionId);
      session.end();
    });
    return session.typed(async () => {
      await this.#session.send('Target.detachFromTarget', { sessionId });
      this.#ends.get(sessionId)?.();
    });
  }
}
