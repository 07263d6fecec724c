import { redactUrl } from '../base/url.js';
import type { PendingRequest } from './settle-verdict.js';

interface Flight {
  readonly url: string;
  readonly key: string;
  readonly startedMs: number;
  lastByteMs: number;
}

/** Kinds of request whose answer can become text. Images, media, fonts, beacons and sockets cannot, or never end. */
const RELEVANT = new Set(['Document', 'Stylesheet', 'Script', 'XHR', 'Fetch']);
/** An address asked for again after so many answers is being polled. */
const ANSWERS_BEFORE_POLL = 2;

/**
 * Which requests a page is waiting for, from the browser's network events. Judges by behaviour: what streams, polls or
 * upgrades is not waited for. Times are milliseconds of one monotonic clock, given by the caller.
 */
export class NetworkActivity {
  readonly #flights = new Map<string, Flight>();
  readonly #answers = new Map<string, number>();
  #lastEventMs = 0;

  /** A new document: what the old one waited for no longer matters. */
  reset(nowMs: number): void {
    this.#flights.clear();
    this.#answers.clear();
    this.#lastEventMs = nowMs;
  }

  sent(request: { id: string; url: string; method: string; type: string | undefined }, nowMs: number): void {
    if (!RELEVANT.has(request.type ?? '') || !/^https?:/.test(request.url)) return;
    const key = `${request.method} ${withoutQuery(request.url)}`;
    if ((this.#answers.get(key) ?? 0) >= ANSWERS_BEFORE_POLL && /^(?:XHR|Fetch)$/.test(request.type ?? '')) return;
    this.#flights.set(request.id, { url: request.url, key, startedMs: nowMs, lastByteMs: nowMs });
    this.#lastEventMs = nowMs;
  }

  answered(response: { id: string; mimeType: string }, nowMs: number): void {
    if (response.mimeType === 'text/event-stream') this.#flights.delete(response.id);
    else this.received(response.id, nowMs);
  }

  received(id: string, nowMs: number): void {
    const flight = this.#flights.get(id);
    if (flight !== undefined) flight.lastByteMs = nowMs;
  }

  ended(id: string, nowMs: number): void {
    const flight = this.#flights.get(id);
    if (flight === undefined) return;
    this.#flights.delete(id);
    this.#answers.set(flight.key, (this.#answers.get(flight.key) ?? 0) + 1);
    this.#lastEventMs = nowMs;
  }

  quietMs(nowMs: number): number {
    return nowMs - this.#lastEventMs;
  }

  pending(nowMs: number): PendingRequest[] {
    return [...this.#flights.values()].map((flight) => ({
      url: redactUrl(flight.url),
      ageMs: nowMs - flight.startedMs,
      silentMs: nowMs - flight.lastByteMs,
    }));
  }
}

/** Polls often carry a counter or a time in their query. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}
