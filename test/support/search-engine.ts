import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { SearchClock } from '#src/search/search-line.js';
import { TEST_CERTIFICATE } from './guard-certificate.js';
import { Lab, PUBLIC } from './guard-lab.js';
import type { Answer } from './http-server.js';

/** What the stand-in was asked. */
export interface Asked {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

type Reply = string | Answer | ((asked: Asked) => string | Answer | Promise<string | Answer>);

/** Stands in for DuckDuckGo's two endpoints, under their own names and over TLS, in a lab of its own. */
export class SearchEngine {
  readonly lab = new Lab();
  readonly asked: Asked[] = [];
  /** Answers by host, one after the other; the last one stays. */
  readonly replies = new Map<string, Reply[]>();
  /** Requests being answered, and the most of them at one time. */
  inFlight = 0;
  mostInFlight = 0;

  async start(): Promise<this> {
    const server = await this.lab.serveTls(
      TEST_CERTIFICATE,
      (request, response) => void this.#answer(request, response),
    );
    for (const name of ['html', 'lite']) this.lab.names.set(`${name}.duckduckgo.com`, [PUBLIC]);
    this.lab.route(PUBLIC, 443, server);
    return this;
  }

  html(...replies: Reply[]): this {
    this.replies.set('html.duckduckgo.com', replies);
    return this;
  }

  lite(...replies: Reply[]): this {
    this.replies.set('lite.duckduckgo.com', replies);
    return this;
  }

  /** The hosts that were asked, in order. */
  get hosts(): string[] {
    return this.asked.map(({ host }) => host.replace('.duckduckgo.com', ''));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    response.on('close', () => {
      this.inFlight -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const host = headers.host ?? '';
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const asked = { host, method, path, form, headers };
    // A browser also asks for an icon and for what is on the page.
    if (method !== 'POST') return void response.writeHead(404).end();
    this.asked.push(asked);
    const replies = this.replies.get(host) ?? [];
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 404 };
    const answer = typeof reply === 'function' ? await reply(asked) : reply;
    const { status = 200, headers: more = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
    response.writeHead(status, { 'content-type': 'text/html; charset=UTF-8', ...more }).end(body);
  }
}

/** A clock that goes on by exactly what is waited for, and remembers it. */
export class LeapingClock implements SearchClock {
  time = 1_000_000;
  readonly waits: number[] = [];

  now(): number {
    return this.time;
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.waits.push(ms);
    this.time += ms;
  }
}

/** A clock that stands still: who waits for it waits until aborted. */
export class StoppedClock implements SearchClock {
  waiting = 0;

  now(): number {
    return 0;
  }

  async wait(_ms: number, signal?: AbortSignal): Promise<void> {
    this.waiting += 1;
    await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  }
}
