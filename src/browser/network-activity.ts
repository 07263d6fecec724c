import { redactUrl } from '../base/url.js';
import { habitKey, PollingHabits } from './polling-habits.js';
import type { PendingRequest } from './settle-observation.js';

export interface SentRequest {
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly type: string | undefined;
  /** The frame that it is for. */
  readonly frameId?: string | undefined;
  /** When the page sent it, by the page's own clock. */
  readonly pageMs: number;
}

interface Flight {
  readonly url: string;
  readonly frameId: string | undefined;
  readonly key: string;
  readonly startedMs: number;
  readonly type: string;
  lastByteMs: number;
}

/** Kinds of request whose answer can become text. Images, media, fonts, beacons and sockets cannot, or never end. */
const RELEVANT = new Set(['Document', 'Stylesheet', 'Script', 'XHR', 'Fetch']);
const DATA = new Set(['XHR', 'Fetch']);
/** A page may show itself when the last of them is there. */
const LOOKS = new Set(['Image', 'Font']);
/**
 * Which requests a page is waiting for, from the browser's network events. Judges by behaviour: what streams, polls,
 * carries pictures or gives no answer to read is not waited for. Times are milliseconds of one monotonic clock, given by
 * the caller.
 */
export class NetworkActivity {
  readonly #flights = new Map<string, Flight>();
  readonly #habits = new PollingHabits();
  /** In flight, and not waited for. */
  readonly #idle = new Set<string>();
  /** Those of them that the page's looks depend on. */
  readonly #looks = new Set<string>();
  /** Those of them that were taken for polls. */
  readonly #polling = new Map<string, Flight>();
  #beganMs = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #lastEventMs = 0;
  #failures = 0;

  /** A new document: what the old one waited for no longer matters. */
  reset(nowMs: number): void {
    this.#flights.clear();
    this.#habits.clear();
    this.#idle.clear();
    this.#looks.clear();
    this.#lookedMs = Number.NEGATIVE_INFINITY;
    this.#polling.clear();
    this.#failures = 0;
    this.#beganMs = nowMs;
    this.#lastEventMs = nowMs;
  }

  /** Gives whether the page waits for it. */
  sent(request: SentRequest, nowMs: number): boolean {
    const { id, url, type = '' } = request;
    if (!/^https?:/.test(url)) return false;
    const key = habitKey(request.method, url);
    if (!RELEVANT.has(type)) {
      if (type !== 'WebSocket' && type !== 'Ping') this.#idle.add(id);
      if (LOOKS.has(type)) this.#looks.add(id);
      return false;
    }
    const flight = { url, key, type, frameId: request.frameId, startedMs: nowMs, lastByteMs: nowMs };
    if (DATA.has(type) && this.#habits.sent(key, request.pageMs, nowMs)) {
      this.#idle.add(id);
      this.#polling.set(id, flight);
      return false;
    }
    this.#flights.set(id, flight);
    this.#lastEventMs = nowMs;
    return true;
  }

  /** What the request says it can do: an answer to `no-cors` cannot be read by the page. */
  shaped(id: string, fetchMode: string | undefined): void {
    const flight = this.#flights.get(id);
    if (flight !== undefined && fetchMode === 'no-cors' && DATA.has(flight.type)) this.#letGo(id);
  }

  answered(response: { id: string; mimeType: string; status: number }, nowMs: number): void {
    const flight = this.#flights.get(response.id);
    if (flight === undefined) return;
    const wordless =
      /^(?:image|video|audio|font)\//.test(response.mimeType) || response.mimeType === 'text/event-stream';
    if (DATA.has(flight.type) && wordless) this.#letGo(response.id);
    else flight.lastByteMs = nowMs;
    if (DATA.has(flight.type) && (response.status === 429 || response.status >= 500)) this.#failures += 1;
  }

  received(id: string, nowMs: number): void {
    const flight = this.#flights.get(id);
    if (flight !== undefined) flight.lastByteMs = nowMs;
  }

  /** Gives whether the page waited for it. `failed`: by the network, not by being called off. */
  ended(id: string, nowMs: number, failed = false): boolean {
    const flight = this.#flights.get(id);
    this.#habits.ended((flight ?? this.#polling.get(id))?.key ?? '', nowMs);
    this.#idle.delete(id);
    if (this.#looks.delete(id)) this.#lookedMs = nowMs;
    this.#polling.delete(id);
    if (flight === undefined) return false;
    this.#flights.delete(id);
    this.#lastEventMs = nowMs;
    if (failed && DATA.has(flight.type)) this.#failures += 1;
    return true;
  }

  /** The frame has its document, in a process of its own, where the end of the request may have gone unheard. */
  frameArrived(frameId: string, nowMs: number): void {
    for (const [id, flight] of this.#flights) {
      if (flight.type === 'Document' && flight.frameId === frameId) this.ended(id, nowMs);
    }
  }

  /** The text has grown at `pageMs` of the page's own clock: what came back until then belongs to it. */
  grew(pageMs: number): void {
    this.#failures = 0;
    this.#habits.grew(pageMs);
    for (const [id, flight] of this.#polling) {
      if (this.#habits.isPoll(flight.key)) continue;
      this.#polling.delete(id);
      this.#idle.delete(id);
      this.#flights.set(id, flight);
    }
  }

  /** Requests for data that failed in a way that makes programs try again, since the text last grew. */
  get failures(): number {
    return this.#failures;
  }

  /** The most that a timer has asked again for one address. */
  get returns(): number {
    return this.#habits.returns;
  }

  /** Polled as often as a server may be asked in a read: a few times, or thrice as often as in real time. */
  polls(nowMs: number): boolean {
    return this.#habits.areEnough(nowMs - this.#beganMs);
  }

  /** Something is in flight that nobody waits for: a stream, a poll, a picture. */
  get hasIdleRequests(): boolean {
    return this.#idle.size > 0;
  }

  /** Since the last picture or font came; 0 while one is on its way. */
  looksAgoMs(nowMs: number): number {
    return this.#looks.size > 0 ? 0 : nowMs - this.#lookedMs;
  }

  quietMs(nowMs: number): number {
    return nowMs - this.#lastEventMs;
  }

  /** Whether {@link pending} has any. Asked at every end of a request, of which a page may have thousands. */
  get isPending(): boolean {
    return this.#flights.size > 0;
  }

  pending(nowMs: number): PendingRequest[] {
    return Array.from(this.#flights.values(), (flight) => ({
      url: redactUrl(flight.url),
      ageMs: nowMs - flight.startedMs,
      silentMs: nowMs - flight.lastByteMs,
    }));
  }

  #letGo(id: string): void {
    this.#flights.delete(id);
    this.#idle.add(id);
  }
}
