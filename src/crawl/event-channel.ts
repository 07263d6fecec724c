/**
 * Hands events from a crawl to whoever loops over it, in order, at the pace of the slower. What can wait is kept; there is
 * room for so many, and who puts more in waits.
 */
export class EventChannel<Event> {
  readonly #room: number;
  readonly #events: Event[] = [];
  readonly #onTaken: () => void;
  #arrived: (() => void) | undefined;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;

  /** `onTaken` is called when there is room again. */
  constructor(room: number, onTaken: () => void) {
    this.#room = room;
    this.#onTaken = onTaken;
  }

  /** Whether the other side is behind: then nothing that makes more events should be begun. */
  get isFull(): boolean {
    return this.#events.length >= this.#room;
  }

  put(event: Event): void {
    if (this.#ended) return;
    this.#events.push(event);
    this.#wake();
  }

  /** Nothing more comes; what is there is still handed over. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The loop ends with an error, once what came before it is handed over. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.end();
  }

  /** Resolves to the next event, or to nothing after the last. */
  async take(): Promise<Event | undefined> {
    while (this.#events.length === 0) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    const wasFull = this.isFull;
    const event = this.#events.shift();
    if (wasFull && !this.isFull) this.#onTaken();
    return event;
  }

  #wake(): void {
    this.#arrived?.();
    this.#arrived = undefined;
  }
}
