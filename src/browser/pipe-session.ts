import type { DevtoolsSession } from './devtools-session.js';
import { pageDied } from './page-died.js';

/** An answer, when it has a number, or an event. */
export interface SessionMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
}

type Listener = (event: unknown) => void;

/** A DevTools session on the browser's pipe, without Playwright. */
export class PipeSession {
  readonly #write: (id: number, method: string, params: unknown) => void;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #commands = 0;
  #isOver = false;

  constructor(write: (id: number, method: string, params: unknown) => void, onEnd: () => void) {
    this.#write = write;
    this.#onEnd = onEnd;
  }

  send(method: string, params: unknown = {}): Promise<unknown> {
    if (this.#isOver) return Promise.reject(ended(method));
    this.#commands += 1;
    const id = this.#commands;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject });
      this.#write(id, method, params);
    });
  }

  on(event: string, listener: Listener): void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener);
  }

  /** A message of this session. */
  take({ id, method, params, result, error }: SessionMessage): void {
    if (id === undefined) {
      for (const listener of [...(this.#listeners.get(method ?? '') ?? [])]) listener(params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(refused(`${waiting.method}: ${error.message}`));
  }

  /** Nothing is heard or said any more. Whoever waits for an answer gets BrowserError `BROWSER_CRASHED`. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
    for (const { method, reject } of this.#waiting.values()) reject(ended(method));
    this.#waiting.clear();
    this.#listeners.clear();
  }

  /** As Playwright types its own: each command by its name, each event by its. */
  typed(detach: () => Promise<void>): DevtoolsSession {
    const typed = {
      send: (method: string, params?: unknown) => this.send(method, params),
      on: (event: string, listener: Listener) => this.on(event, listener),
      off: (event: string, listener: Listener) => this.off(event, listener),
      detach,
    };
    return typed as unknown as DevtoolsSession;
  }
}

/** The browser may say so of a page before anybody hears that it has died. */
function refused(said: string): Error {
  const error = new Error(said);
  return said.endsWith(': Target crashed') ? pageDied(error) : error;
}

function ended(method: string): Error {
  return pageDied(new Error(`${method}: the session with the page is over`));
}
