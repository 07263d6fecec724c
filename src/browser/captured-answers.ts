import { LIMITS } from '../base/limits.js';
import { matchesWildcard } from '../base/wildcard.js';
import { parseJsonAnswer } from '../page/parse-json.js';
import type { CapturedAnswer } from '../page/renditions.js';
import { firstOf } from './first-of.js';
import type { Tab } from './tab.js';

/** Wildcard patterns of URLs whose JSON answers are wanted; one is enough. */
export type JsonPatterns = readonly string[];

/** What was captured of a page, and what is to be said about it. */
export interface TakenAnswers {
  readonly captured: readonly CapturedAnswer[];
  readonly warnings: readonly string[];
}

/** A request of the page's scripts, as far as it has come. */
interface Flight {
  readonly method: string;
  /** Every URL on its way, redirects included. */
  readonly urls: string[];
  statusCode: number;
  mimeType: string;
  bytes: number;
}

const SCRIPTED = new Set(['XHR', 'Fetch']);
/** What cannot be JSON, whatever else a server may call it. */
const NEVER_JSON = /^(?:image|audio|video|font)\/|^text\/event-stream$/;

/**
 * Keeps the JSON answers that a page's scripts get. It only listens: no request waits for it. A body is taken off the
 * browser as soon as it is complete, since the browser forgets it with its document.
 */
export class CapturedAnswers {
  readonly #tab: Tab;
  readonly #patterns: JsonPatterns;
  readonly #flights = new Map<string, Flight>();
  /** In order of arrival; undefined for what turned out to be no JSON. */
  readonly #answers: Promise<CapturedAnswer | undefined>[] = [];
  #bytes = 0;
  #tooMany = 0;
  #tooLarge = 0;
  #lost = 0;

  constructor(tab: Tab, patterns: JsonPatterns, over: AbortSignal) {
    this.#tab = tab;
    this.#patterns = patterns;
    const { cdp } = tab;
    cdp.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse }) => {
      if (!SCRIPTED.has(type ?? '')) return;
      const flight = redirectResponse === undefined ? undefined : this.#flights.get(requestId);
      if (flight !== undefined) flight.urls.push(request.url);
      else {
        const { method, url } = request;
        this.#flights.set(requestId, { method, urls: [url], statusCode: 0, mimeType: '', bytes: 0 });
      }
    });
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      const flight = this.#flights.get(requestId);
      if (flight === undefined) return;
      flight.statusCode = response.status;
      flight.mimeType = response.mimeType.toLowerCase();
      if (NEVER_JSON.test(flight.mimeType) || !this.#matches(flight)) this.#flights.delete(requestId);
    });
    cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const flight = this.#flights.get(requestId);
      if (flight !== undefined) flight.bytes += dataLength;
    });
    cdp.on('Network.loadingFailed', ({ requestId }) => this.#flights.delete(requestId));
    cdp.on('Network.loadingFinished', ({ requestId }) => {
      const flight = this.#flights.get(requestId);
      this.#flights.delete(requestId);
      if (flight !== undefined && flight.statusCode > 0 && !over.aborted) this.#take(requestId, flight);
    });
  }

  /** What has arrived, once its bodies are here or `withinMs` has passed. */
  async taken(withinMs: number): Promise<TakenAnswers> {
    const endMs = performance.now() + withinMs;
    const captured: CapturedAnswer[] = [];
    for (const pending of [...this.#answers]) {
      const answer = await firstOf(pending, Math.max(1, endMs - performance.now()));
      if (answer !== undefined) captured.push(answer);
    }
    return { captured, warnings: this.#warnings() };
  }

  #matches({ urls }: Flight): boolean {
    return urls.some((url) => this.#patterns.some((pattern) => matchesWildcard(pattern, url)));
  }

  #take(requestId: string, flight: Flight): void {
    if (this.#answers.length >= LIMITS.capturedAnswers) {
      this.#tooMany += 1;
    } else if (flight.bytes > LIMITS.capturedAnswerBytes || this.#bytes + flight.bytes > LIMITS.capturedBytes) {
      this.#tooLarge += 1;
    } else {
      this.#bytes += flight.bytes;
      this.#answers.push(this.#answerOf(requestId, flight));
    }
  }

  async #answerOf(requestId: string, { urls, method, statusCode }: Flight): Promise<CapturedAnswer | undefined> {
    try {
      const { body, base64Encoded } = await this.#tab.cdp.send('Network.getResponseBody', { requestId });
      const text = base64Encoded ? Buffer.from(body, 'base64').toString() : body;
      // What comes from a cache is not counted on its way.
      if (text.length > LIMITS.capturedAnswerBytes) {
        this.#tooLarge += 1;
        return undefined;
      }
      const json = parseJsonAnswer(text);
      return json === undefined ? undefined : { url: urls.at(-1) ?? '', method, statusCode, json };
    } catch {
      this.#lost += 1;
      return undefined;
    }
  }

  #warnings(): string[] {
    return [
      ...(this.#tooMany > 0
        ? [`Not captured: ${this.#tooMany} answers over the first ${LIMITS.capturedAnswers}.`]
        : []),
      ...(this.#tooLarge > 0 ? [`Not captured: ${this.#tooLarge} answers that are too large.`] : []),
      ...(this.#lost > 0 ? [`Not captured: ${this.#lost} answers that the page left before they could be taken.`] : []),
    ];
  }
}
