import { listen } from './cdp-events.js';
import type { DevtoolsSession } from './devtools-session.js';
import { FrameProcesses } from './frame-processes.js';
import type { Commands } from './frame-world.js';

/** A part of a page with a CDP session of its own: a frame in another process, or a worker. */
export interface ChildTarget {
  readonly sessionId: string;
  /** Of a frame also its frame id. */
  readonly targetId: string;
  readonly kind: 'frame' | 'worker';
  /** The part that it is in, when that has a session of its own too: it speaks through that one. */
  readonly within?: ChildTarget;
}

/** Not flattened: Playwright hands out no session of a child, but passes messages to it through the parent's. */
const ATTACH_BELOW = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };

export interface ChildTargetListener {
  came(target: ChildTarget): void;
  gone(target: ChildTarget): void;
  event(target: ChildTarget, method: string, params: Readonly<Record<string, unknown>>): void;
}

interface AttachedTarget {
  readonly sessionId: string;
  readonly targetInfo: { readonly type: string; readonly targetId: string };
}

interface TargetMessage {
  readonly sessionId: string;
  readonly message: string;
}

interface Navigated {
  readonly frame: { readonly id: string; readonly parentId?: string };
}

/** The session of the page itself. */
const OWN = '';

type Reply = { readonly resolve: (result: unknown) => void; readonly reject: (reason: Error) => void };

/**
 * The frames in other processes and the workers of a page, and those in them. What happens in them never shows in the
 * page's own session: not their requests, and not their timers.
 */
export class FrameTargets {
  readonly #cdp: DevtoolsSession;
  readonly #listener: ChildTargetListener;
  readonly #targets = new Map<string, ChildTarget>();
  readonly #replies = new Map<number, Reply & { readonly sessionId: string }>();
  readonly #processes = new FrameProcesses();
  readonly #stopListening: () => void;
  #messages = 0;

  /** `over` ends the listening. */
  constructor(cdp: DevtoolsSession, listener: ChildTargetListener, over: AbortSignal) {
    this.#cdp = cdp;
    this.#listener = listener;
    this.#stopListening = listen(cdp, {
      'Target.attachedToTarget': (event: AttachedTarget) => this.#onAttached(event),
      'Target.detachedFromTarget': (event: { sessionId: string }) => this.#onDetached(event.sessionId),
      'Target.receivedMessageFromTarget': (event: TargetMessage) => this.#onMessage(event),
      'Page.frameNavigated': ({ frame }: Navigated) => {
        if (frame.parentId === undefined) this.#processes.moved(OWN, cdp);
      },
    });
    over.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /** Attaches to what there is and what will come. */
  async start(): Promise<void> {
    this.#processes.moved(OWN, this.#cdp);
    await this.#cdp.send('Target.setAutoAttach', ATTACH_BELOW);
  }

  get frames(): ChildTarget[] {
    return [...this.#targets.values()].filter(({ kind }) => kind === 'frame');
  }

  /** Frames with a clock of their own: one for each process that is not the page's. */
  get clocks(): ChildTarget[] {
    const { frames } = this;
    const distinct = this.#processes.distinct([OWN, ...frames.map(({ sessionId }) => sessionId)]);
    // Without knowing the page's own, any could be that.
    return distinct.has(OWN) ? frames.filter(({ sessionId }) => distinct.has(sessionId)) : [];
  }

  /** What {@link clocks} says is looked at again, for the next time. */
  checkClocks(): void {
    const { frames } = this;
    if (frames.length > 0) this.#processes.learn(OWN, this.#cdp);
    for (const target of frames) this.#processes.learn(target.sessionId, this.commands(target));
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
      const carried = { sessionId: target.sessionId, message };
      const carrier = target.within === undefined ? this.#cdp : this.commands(target.within);
      carrier.send('Target.sendMessageToTarget', carried).catch((error: Error) => {
        this.#replies.delete(id);
        reject(error);
      });
    });
  }

  #onAttached({ sessionId, targetInfo }: AttachedTarget, within?: ChildTarget): void {
    const { type, targetId } = targetInfo;
    const kind = type === 'iframe' ? 'frame' : 'worker';
    const target: ChildTarget = { sessionId, targetId, kind, ...(within === undefined ? {} : { within }) };
    this.#targets.set(sessionId, target);
    const ready = [this.send(target, 'Network.enable')];
    if (kind === 'frame') {
      ready.push(this.send(target, 'Page.enable'), this.send(target, 'Target.setAutoAttach', ATTACH_BELOW));
      this.#processes.moved(sessionId, this.commands(target));
    }
    // One that ends while it is greeted is reported gone.
    Promise.all(ready).catch(() => undefined);
    this.#listener.came(target);
  }

  #onDetached(sessionId: string): void {
    const target = this.#targets.get(sessionId);
    if (target === undefined) return;
    this.#targets.delete(sessionId);
    this.#processes.forget(sessionId);
    // What is in it has nobody left to say so.
    for (const inner of [...this.#targets.values()]) if (inner.within === target) this.#onDetached(inner.sessionId);
    for (const [id, reply] of this.#replies) {
      if (reply.sessionId !== sessionId) continue;
      this.#replies.delete(id);
      reply.reject(new Error('the frame or worker is gone'));
    }
    this.#listener.gone(target);
  }

  #onMessage({ sessionId, message }: TargetMessage): void {
    const target = this.#targets.get(sessionId);
    if (target === undefined) return;
    const said = JSON.parse(message) as {
      id?: number;
      method?: string;
      params?: Record<string, unknown>;
      result?: unknown;
      error?: { message: string };
    };
    if (said.method !== undefined) this.#onEvent(target, said.method, said.params ?? {});
    const reply = said.id === undefined ? undefined : this.#replies.get(said.id);
    if (said.id === undefined || reply === undefined) return;
    this.#replies.delete(said.id);
    if (said.error === undefined) reply.resolve(said.result);
    else reply.reject(new Error(said.error.message));
  }

  /** Of a part's own parts it hears as the page does of its. */
  #onEvent(target: ChildTarget, method: string, params: Readonly<Record<string, unknown>>): void {
    const event: unknown = params;
    if (method === 'Target.attachedToTarget') this.#onAttached(event as AttachedTarget, target);
    else if (method === 'Target.detachedFromTarget') this.#onDetached((event as AttachedTarget).sessionId);
    else if (method === 'Target.receivedMessageFromTarget') this.#onMessage(event as TargetMessage);
    else {
      // It keeps its session when it moves to another process.
      const isMove = method === 'Page.frameNavigated' && (event as Navigated).frame.id === target.targetId;
      if (isMove) this.#processes.moved(target.sessionId, this.commands(target));
      this.#listener.event(target, method, params);
    }
  }

  #stop(): void {
    this.#stopListening();
    for (const { reject } of this.#replies.values()) reject(new Error('the read is over'));
    this.#replies.clear();
  }
}
