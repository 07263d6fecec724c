/** Bytes that a message may have, by what it is. */
export interface MessageLimits {
  /** What was asked for: a page written down, a screenshot. */
  readonly answerBytes: number;
  /** What the browser tells by itself. */
  readonly eventBytes: number;
  /** What a page says on its console or throws: Playwright keeps the last 200 of each. */
  readonly saidBytes: number;
}

const END = 0;
/** Enough for the number of the message at its beginning, or for its name, and for the session at its end. */
const EDGE_BYTES = 100;
const ANSWER = /^\{"id":(\d+),/;
const SAID = /^\{"method":"Runtime\.(?:consoleAPICalled|exceptionThrown)"/;
const SESSION = /[^\\]"sessionId":"(\w+)"\}$/;

/**
 * Lets DevTools messages through, as a browser writes them on its pipe, and leaves out those that are too long. A page makes
 * them as long as it likes: half a gigabyte is more than a string of Node holds, which would end the program, and every
 * megabyte costs some four milliseconds in which nothing else is done. Whoever asked for what is left out gets an error.
 */
export class MessageSieve {
  readonly #pass: (bytes: Buffer) => void;
  readonly #limits: MessageLimits;
  /** The message that has begun. */
  #parts: Buffer[] = [];
  #bytes = 0;
  /** Its first {@link EDGE_BYTES}, wherever the pipe cut it. */
  #head = '';
  /** Of one that is left out, its end so far. */
  #tail: Buffer | undefined;

  constructor(limits: MessageLimits, pass: (bytes: Buffer) => void) {
    this.#limits = limits;
    this.#pass = pass;
  }

  /** The next bytes of the pipe. Messages that came whole in one piece pass whatever they are: a piece is 64 kB. */
  take(bytes: Buffer): void {
    let start = 0;
    if (this.#bytes > 0) {
      const end = bytes.indexOf(END);
      start = end === -1 ? bytes.length : end + 1;
      this.#hold(bytes.subarray(0, start));
      if (end !== -1) this.#release();
    }
    const end = bytes.lastIndexOf(END) + 1;
    if (end > start) this.#pass(bytes.subarray(start, end));
    this.#hold(bytes.subarray(Math.max(start, end)));
  }

  #hold(part: Buffer): void {
    if (part.length === 0) return;
    this.#head += part.toString('latin1', 0, EDGE_BYTES - this.#head.length);
    this.#bytes += part.length;
    if (this.#bytes <= maxBytesOf(this.#head, this.#limits)) {
      this.#parts.push(part);
      return;
    }
    this.#parts = [];
    const end = Buffer.concat([this.#tail ?? Buffer.alloc(0), part.subarray(-EDGE_BYTES)]);
    this.#tail = end.subarray(-EDGE_BYTES);
  }

  #release(): void {
    if (this.#parts.length > 0) this.#pass(Buffer.concat(this.#parts));
    if (this.#tail !== undefined) this.#refuse(this.#tail.toString('latin1', 0, this.#tail.length - 1));
    this.#parts = [];
    this.#bytes = 0;
    this.#head = '';
    this.#tail = undefined;
  }

  #refuse(tail: string): void {
    const id = ANSWER.exec(this.#head)?.[1];
    if (id === undefined) return;
    const sessionId = SESSION.exec(tail)?.[1];
    const error = { code: -32_000, message: `An answer of ${this.#bytes} bytes is too long` };
    this.#pass(Buffer.from(`${JSON.stringify({ id: Number(id), error, sessionId })}\0`));
  }
}

function maxBytesOf(head: string, limits: MessageLimits): number {
  if (ANSWER.test(head)) return limits.answerBytes;
  return SAID.test(head) ? limits.saidBytes : limits.eventBytes;
}
