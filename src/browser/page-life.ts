/** What it says to its page is heard by nobody else. */
export const A_WORKER = 'a worker';

export type LifeKind = 'worker' | 'socket' | 'stream';

const IN_WORDS: Readonly<Record<LifeKind, string>> = {
  worker: A_WORKER,
  socket: 'an open socket',
  stream: 'an event stream',
};

/** What lives beside a page in real time, whatever its clock says, and can bring it text without a request of its own. */
export class PageLife {
  readonly #alive = new Map<string, LifeKind>();
  #lastSignMs = 0;
  #cameMs = 0;

  reset(): void {
    this.#alive.clear();
  }

  came(id: string, kind: LifeKind, nowMs: number): void {
    this.#alive.set(id, kind);
    this.#lastSignMs = nowMs;
    this.#cameMs = nowMs;
  }

  /** It sent the page something. */
  spoke(nowMs: number): void {
    this.#lastSignMs = nowMs;
  }

  gone(id: string): void {
    this.#alive.delete(id);
  }

  /** In words, each kind once. */
  get kinds(): string[] {
    return [...new Set(this.#alive.values())].map((kind) => IN_WORDS[kind]);
  }

  /** Since the last one came. */
  ageMs(nowMs: number): number {
    return nowMs - this.#cameMs;
  }

  /** Since one of them came or spoke. */
  quietMs(nowMs: number): number {
    return nowMs - this.#lastSignMs;
  }
}
