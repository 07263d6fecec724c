import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A URL that a listener answers by itself. Who asks for it through a browser and hears that it has arrived knows that what
 * the browser sent before has arrived, too, but for what waited for a connection. Another one for every listener, and
 * known to no page.
 */
export class EgressEcho {
  readonly url = `http://${randomBytes(16).toString('hex')}.invalid/`;
  readonly #waiting = new Set<() => void>();

  /** Resolves when the URL is asked for the next time. */
  arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  /** Answers the request when it is for the URL; gives whether it was. */
  answers(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== this.url) return false;
    response.writeHead(204).end();
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
    return true;
  }
}
