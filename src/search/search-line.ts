import type { Clock } from '../base/clock.js';
import { LIMITS } from '../base/limits.js';
import { Turns } from '../base/turns.js';

/** How time is told and waited for. */
export type SearchClock = Clock;

/**
 * The line in which all searches of one site stand, so that it is asked at the pace of a person: one search at a time,
 * pauses between requests, silence after a block, longer pauses for a while after that.
 */
export class SearchLine {
  readonly #clock: SearchClock;
  readonly #turns = new Turns(1);
  /** Of each endpoint, when its silence ends. */
  readonly #silentUntil = new Map<string, number>();
  #startedAt = Number.NEGATIVE_INFINITY;
  #carefulUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: SearchClock) {
    this.#clock = clock;
  }

  /** Does a whole search when those before it are done. Rejects with `signal.reason`, and leaves the line, on an abort. */
  async inTurn<T>(signal: AbortSignal | undefined, search: () => Promise<T>): Promise<T> {
    await this.#turns.enter(signal ?? new AbortController().signal);
    try {
      return await search();
    } finally {
      this.#turns.leave();
    }
  }

  /** Within a turn, before each request: waits until the last one was begun long enough ago. */
  async pause(spacingMs: number, signal: AbortSignal | undefined): Promise<void> {
    const now = this.#clock.now();
    const dueAt = this.#startedAt + spacingMs * (now < this.#carefulUntil ? 2 : 1);
    if (dueAt > now) await this.#clock.wait(dueAt - now, signal);
    this.#startedAt = this.#clock.now();
  }

  /** How long an endpoint is not to be asked anything; 0 when it may be. */
  silenceMs(endpoint: string): number {
    return Math.max(0, (this.#silentUntil.get(endpoint) ?? 0) - this.#clock.now());
  }

  /** Leaves endpoints of the site alone from now on, and is careful for a while after. */
  silence(endpoints: readonly string[], forMs: number): void {
    const until = this.#clock.now() + forMs;
    for (const endpoint of endpoints) this.#silentUntil.set(endpoint, until);
    this.#carefulUntil = until + LIMITS.searchCareMs;
  }
}

const LINES = new WeakMap<SearchClock, Map<string, SearchLine>>();

/** The one line of a site in this process (under one clock). */
export function searchLine(site: string, clock: SearchClock): SearchLine {
  const lines = LINES.get(clock) ?? new Map<string, SearchLine>();
  LINES.set(clock, lines);
  const line = lines.get(site) ?? new SearchLine(clock);
  lines.set(site, line);
  return line;
}
