import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/server';
import { LIMITS } from '../base/limits.js';
import { answerFault } from './http-fault.js';
import { type AnswerRequest, sessionTransport } from './http-transport.js';
import type { ServerFactory } from './protocol.js';

interface Session {
  readonly server: Server;
  readonly answer: AnswerRequest;
  usedMs: number;
  /** Requests and streams that are open. */
  open: number;
}

const SWEEP_MS = 60_000;

/**
 * The sessions of clients from before 2026. Such a client cancels a call by another request, and is asked by another one
 * too, so that all its requests must meet the same server.
 */
export class HttpSessions {
  readonly #factory: ServerFactory;
  readonly #sessions = new Map<string, Session>();
  readonly #sweep: NodeJS.Timeout;

  constructor(factory: ServerFactory) {
    this.#factory = factory;
    this.#sweep = setInterval(() => this.#endIdle(Date.now() - LIMITS.mcpSessionIdleMs), SWEEP_MS);
    this.#sweep.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  async answer(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? this.#sessions.get(id) : await this.#open();
    if (session === undefined) {
      return answerFault(response, { status: 404, message: 'There is no such session; begin a new one.' });
    }
    session.usedMs = Date.now();
    session.open += 1;
    response.once('close', () => {
      session.open -= 1;
      session.usedMs = Date.now();
    });
    await session.answer(request, response, body);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  /** Not kept before its client has shaken hands: what begins otherwise is refused by the transport, and gone. */
  async #open(): Promise<Session> {
    const server = this.#factory({ era: 'legacy' });
    const { transport, answer } = sessionTransport({
      open: (id) => {
        if (this.#sessions.size >= LIMITS.mcpSessions) this.#endOldest();
        this.#sessions.set(id, session);
      },
      close: (id) => void this.#sessions.delete(id),
    });
    const session: Session = { server, answer, usedMs: Date.now(), open: 0 };
    await server.connect(transport);
    return session;
  }

  #endIdle(sinceMs: number): void {
    for (const [id, { usedMs, open }] of this.#sessions) if (open === 0 && usedMs < sinceMs) void this.#end(id);
  }

  #endOldest(): void {
    const [oldest] = [...this.#sessions].sort(
      ([, one], [, other]) => one.open - other.open || one.usedMs - other.usedMs,
    );
    if (oldest !== undefined) void this.#end(oldest[0]);
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.server.close().catch(() => undefined);
  }
}
