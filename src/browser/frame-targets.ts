import type { CDPSession } from 'playwright';
import { listen } from './cdp-events.js';
import type { Commands } from './frame-world.js';

/** A part of a page with a CDP session of its own: a frame in another process, or a worker. */
export interface ChildTarget {
  readonly sessionId: string;
  /** Of a frame also its frame id. */
  readonly targetId: string;
  readonly kind: 'frame' | 'worker';
}

export interface ChildTargetListener {
  came(target: ChildTarget): void;
  gone(target: ChildTarget): void;
  event(target: ChildTarget, method: string, params: Readonly<Record<string, unknown>>): void;
}

type Reply = { readonly resolve: (result: unknown) => void; readonly reject: (reason: Error) => void };

/**
 * The frames in other processes and the workers of a page. What happens in them never shows in the page's own session:
 * not their requests, and not their timers.
 */
export class FrameTargets {
  readonly #cdp: CDPSession;
  readonly #listener: ChildTargetListener;
  readonly #targets = new Map<string, ChildTarget>();
  readonly #replies = new Map<number, Reply & { readonly sessionId: string }>();
  readonly #stopListening: () => void;
  #messages = 0;

  /** `over` ends the listening. */
  constructor(cdp: CDPSession, listener: ChildTargetListener, over: AbortSignal) {
    this.#cdp = cdp;
    this.#listener = listener;
    this.#stopListening = listen(cdp, {
      'Target.attachedToTarget': this.#onAttached,
      'Target.detachedFromTarget': this.#onDetached,
      'Target.receivedMessageFromTarget': this.#onMessage,
    });
    over.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /** Attaches to what there is and what will come. */
  async start(): Promise<void> {
    // Not flattened: Playwright hands out no session of a child, but passes messages to it through the parent's.
    await this.#cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  }

  get frames(): ChildTarget[] {
    return [...this.#targets.values()].filter(({ kind }) => kind === 'frame');
  }

  get workers(): ChildTarget[] {
    return [...this.#targets.values()].filter(({ kind }) => kind === 'worker');
  }

  /** A target as something to send commands to, as the page itself is. */
  commands(target: ChildTarget): Commands {
    const send = (method: string, params?: object) => this.send(target, method, params);
    return { send: send as Commands['send'] };
  }

  /** Rejects when the target refuses or goes away. */
  send(target: ChildTarget, method: string, params: object = {}): Promise<unknown> {
    this.#messages += 1;
    const id = this.#messages;
    return new Promise((resolve, reject) => {
      this.#replies.set(id, { resolve, reject, sessionId: target.sessionId });
      const message = JSON.stringify({ id, method, params });
      this.#cdp.send('Target.sendMessageToTarget', { sessionId: target.sessionId, message }).catch((error: Error) => {
        this.#replies.delete(id);
        reject(error);
      });
    });
  }

  readonly #onAttached = (event: { sessionId: string; targetInfo: { type: string; targetId: string } }): void => {
    const { type, targetId } = event.targetInfo;
    const kind = type === 'iframe' ? 'frame' : 'worker';
    const target: ChildTarget = { sessionId: event.sessionId, targetId, kind };
    this.#targets.set(event.sessionId, target);
    const ready = [this.send(target, 'Network.enable')];
    if (kind === 'frame') {
      const below = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };
      ready.push(this.send(target, 'Page.enable'), this.send(target, 'Target.setAutoAttach', below));
    }
    // One that ends while it is greeted is reported gone.
    Promise.all(ready).catch(() => undefined);
    this.#listener.came(target);
  };

  readonly #onDetached = ({ sessionId }: { sessionId: string }): void => {
    const target = this.#targets.get(sessionId);
    if (target === undefined) return;
    this.#targets.delete(sessionId);
    for (const [id, reply] of this.#replies) {
      if (reply.sessionId !== sessionId) continue;
      this.#replies.delete(id);
      reply.reject(new Error('the frame or worker is gone'));
    }
    this.#listener.gone(target);
  };

  readonly #onMessage = ({ sessionId, message }: { sessionId: string; message: string }): void => {
    const target = this.#targets.get(sessionId);
    if (target === undefined) return;
    const said = JSON.parse(message) as {
      id?: number;
      method?: string;
      params?: Record<string, unknown>;
      result?: unknown;
      error?: { message: string };
    };
    if (said.method !== undefined) this.#listener.event(target, said.method, said.params ?? {});
    const reply = said.id === undefined ? undefined : this.#replies.get(said.id);
    if (said.id === undefined || reply === undefined) return;
    this.#replies.delete(said.id);
    if (said.error === undefined) reply.resolve(said.result);
    else reply.reject(new Error(said.error.message));
  };

  #stop(): void {
    this.#stopListening();
    for (const { reject } of this.#replies.values()) reject(new Error('the read is over'));
    this.#replies.clear();
  }
}
