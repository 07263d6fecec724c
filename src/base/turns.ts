interface Waiter {
  readonly admit: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** Lets so many in at a time; the others wait in order. */
export class Turns {
  readonly #limit: number;
  readonly #waiters: Waiter[] = [];
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many are in. */
  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /** Resolves when there is room; then {@link leave} is owed. Rejects with `signal.reason`, or as {@link refuseAll} says. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.#limit) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(signal.reason);
      };
      const settle = (end: () => void): void => {
        signal.removeEventListener('abort', onAbort);
        end();
      };
      const waiter: Waiter = { admit: () => settle(resolve), refuse: (reason) => settle(() => reject(reason)) };
      this.#waiters.push(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  leave(): void {
    const next = this.#waiters.shift();
    if (next === undefined) this.#taken -= 1;
    else next.admit();
  }

  /** Sends home whoever waits. */
  refuseAll(reason: unknown): void {
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(reason);
  }
}
