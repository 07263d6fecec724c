import { PipeSession, type SessionMessage } from './pipe-session.js';

const END = 0;
/** Of a message in a session, at its end. */
const SESSION = /,"sessionId":"(\w+)"\}$/;
const SESSION_BYTES = 60;
/** In the sessions that are Playwright's own, our commands have numbers that it does not come to. */
const FIRST_OWN_ID = 1_000_000_000;
const OWN_ANSWER = /^\{"id":1\d{9},/;
/** Of Playwright's session with a page. */
const PAGE_CAME =
  /^\{"method":"Target\.attachedToTarget","params":\{"sessionId":"(\w+)","targetInfo":\{"targetId":"(\w+)","type":"page"/;
const PAGE_WENT = /^\{"method":"Target\.detachedFromTarget","params":\{"sessionId":"\w+","targetId":"(\w+)"/;
const HEAD_BYTES = 200;

/**
 * Takes out of what a browser says the messages of our own sessions, and lets Playwright hear the rest. Playwright makes
 * objects, promises and errors of each message in several layers, some tenths of a millisecond of a read that has hundreds.
 */
export class MessageRouter {
  readonly #writeNow: (text: string) => void;
  #unwritten = '';
  readonly #pass: (bytes: Buffer) => void;
  readonly #sessions = new Map<string, PipeSession>();
  /** Playwright's session with each page, by the page's target. */
  readonly #pages = new Map<string, string>();
  #ownIds = FIRST_OWN_ID;
  #isClosed = false;

  /** `pass` hears whole messages, as they came, each with the zero byte that ends it. */
  constructor(write: (text: string) => void, pass: (bytes: Buffer) => void) {
    this.#writeNow = write;
    this.#pass = pass;
  }

  /** All that is said in one turn goes out at once: each time, the browser wakes for it. */
  #write(text: string): void {
    if (this.#unwritten === '') {
      queueMicrotask(() => {
        const unwritten = this.#unwritten;
        this.#unwritten = '';
        this.#writeNow(unwritten);
      });
    }
    this.#unwritten += text;
  }

  /** Speaks and hears in a session that somebody has opened, until {@link PipeSession.end}. */
  open(sessionId: string): PipeSession {
    const session = new PipeSession(
      (id, method, params) => this.#write(`${JSON.stringify({ id, method, params, sessionId })}\0`),
      () => this.#sessions.delete(sessionId),
    );
    if (this.#isClosed) session.end();
    else this.#sessions.set(sessionId, session);
    return session;
  }

  /** Gives a command in the session that Playwright has with a page. What becomes of it is not told. */
  commandAsPlaywright(targetId: string, method: string, params: unknown = {}): void {
    const sessionId = this.#pages.get(targetId);
    if (sessionId === undefined) return;
    this.#ownIds += 1;
    this.#write(`${JSON.stringify({ id: this.#ownIds, method, params, sessionId })}\0`);
  }

  /** Whole messages. */
  take(bytes: Buffer): void {
    let passedTo = 0;
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(END, start);
      const next = end === -1 ? bytes.length : end + 1;
      if (this.#takeOwn(bytes, start, next - 1)) {
        if (start > passedTo) this.#pass(bytes.subarray(passedTo, start));
        passedTo = next;
      }
      start = next;
    }
    if (passedTo < bytes.length) this.#pass(bytes.subarray(passedTo));
  }

  /** The browser has ended. */
  close(): void {
    this.#isClosed = true;
    for (const session of [...this.#sessions.values()]) session.end();
  }

  /** Whether it was for us. */
  #takeOwn(bytes: Buffer, start: number, end: number): boolean {
    const sessionId = SESSION.exec(bytes.toString('latin1', Math.max(start, end - SESSION_BYTES), end))?.[1];
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    if (session === undefined) {
      const head = bytes.toString('latin1', start, Math.min(end, start + HEAD_BYTES));
      if (sessionId === undefined) this.#notePage(head);
      return sessionId !== undefined && OWN_ANSWER.test(head);
    }
    const text = bytes.toString('utf8', start, end);
    // A turn each, as Playwright has it: whoever waits for one message may then listen for the next.
    setImmediate(() => session.take(JSON.parse(text) as SessionMessage));
    return true;
  }

  #notePage(head: string): void {
    const [, sessionId, targetId] = PAGE_CAME.exec(head) ?? [];
    if (sessionId !== undefined && targetId !== undefined) this.#pages.set(targetId, sessionId);
    else this.#pages.delete(PAGE_WENT.exec(head)?.[1] ?? '');
  }
}
