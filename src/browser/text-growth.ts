/** A counter's tick is not growth. */
const TICK_CHARS = 20;
const MAX_ENTRIES = 20;

/** How the visible text of a page has grown, or shrunk, from look to look. */
export class TextGrowth {
  readonly #lengths: number[] = [];
  #length = 0;
  #grewAtMs: number;

  constructor(nowMs: number) {
    this.#grewAtMs = nowMs;
  }

  /** The lengths that were news, the first of them. */
  get lengths(): readonly number[] {
    return [...this.#lengths];
  }

  /** When it last did, or the document was parsed, in our time. */
  get grewAtMs(): number {
    return this.#grewAtMs;
  }

  newDocument(): void {
    this.#length = 0;
  }

  parsed(nowMs: number): void {
    this.#grewAtMs = nowMs;
  }

  /** Gives whether a text of this length is news; `whenMs` is when it came about. */
  looked(length: number, whenMs: () => number): boolean {
    if (Math.abs(length - this.#length) <= Math.max(TICK_CHARS, this.#length / 50)) return false;
    this.#length = length;
    if (this.#lengths.length < MAX_ENTRIES) this.#lengths.push(length);
    this.#grewAtMs = whenMs();
    return true;
  }
}
