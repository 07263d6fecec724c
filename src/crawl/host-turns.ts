import { type Clock, REAL_CLOCK } from '../base/clock.js';
import { LONGEST_TIMER_MS } from '../base/deadline.js';
import { ResponseError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { retryAfterMs } from '../base/retry-after.js';
import { firstPace, type HostPace, isGivenUp, type PaceOutcome, type PaceSettings, paceAfter } from './host-pace.js';

/** A request to a host that may be made now. */
export interface HostTurn {
  /** Once, when the request has ended, however it did; without an outcome it tells the pace nothing. */
  leave(outcome?: PaceOutcome): void;
}

export interface HostTurnsOptions extends PaceSettings {
  readonly clock?: Clock;
}

interface Waiter {
  readonly admit: (turn: HostTurn) => void;
  readonly refuse: (reason: unknown) => void;
}

interface Host {
  readonly name: string;
  pace: HostPace;
  crawlDelayMs: number;
  running: number;
  /** When the last request began. */
  startedAt: number;
  readonly line: Waiter[];
  /** The one timer of the line, and when it rings. */
  alarm: { readonly at: number; readonly off: AbortController } | undefined;
}

/**
 * Whose turn it is at each host of a crawl: so many at a time, so far apart, and in order. A host that answers 429 or 503,
 * with faults, or ever slower gets fewer requests, and more again when it recovers ({@link paceAfter}). Hosts do not wait for
 * one another, and nothing is left running once nobody waits.
 */
export class HostTurns {
  readonly #settings: PaceSettings;
  readonly #clock: Clock;
  readonly #hosts = new Map<string, Host>();

  constructor({ clock = REAL_CLOCK, ...settings }: HostTurnsOptions = {}) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /**
   * What the site's robots.txt asks for: one request at a time, and the longer of this and `spacingMs` between them; at
   * most a minute, which is told back.
   */
  setCrawlDelay(url: string, delayMs: number): number {
    const host = this.#host(url);
    host.crawlDelayMs = Math.min(delayMs, LIMITS.crawlDelayMs);
    return host.crawlDelayMs;
  }

  /** Milliseconds until a request could start: 0 is now, Infinity when first another has to end or to begin. */
  readyInMs(url: string): number {
    const host = this.#host(url);
    if (host.line.length > 0 || host.running >= atATime(host)) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#dueAt(host) - this.#clock.now());
  }

  /**
   * Why the host is not worth waiting for now, which is what {@link enter} rejects with; undefined when it is. For whoever
   * goes by {@link readyInMs}: the time until such a host may be asked again can be days.
   */
  leftAlone(url: string): ResponseError | undefined {
    const host = this.#host(url);
    const now = this.#clock.now();
    return isGivenUp(host.pace, now, this.#settings) ? leftAlone(host, now) : undefined;
  }

  /** A turn if there is one at once. */
  tryEnter(url: string): HostTurn | undefined {
    return this.readyInMs(url) === 0 ? this.#begin(this.#host(url)) : undefined;
  }

  /**
   * Resolves when it is the URL's turn.
   *
   * @throws ResponseError `RATE_LIMITED` with `details.retryAfterMs` when the host wants to be left alone for longer than
   * `maxQuietMs`, or counts as down because ten requests in a row have failed; `signal.reason`, having left the line.
   */
  async enter(url: string, signal?: AbortSignal): Promise<HostTurn> {
    signal?.throwIfAborted();
    const host = this.#host(url);
    return await new Promise<HostTurn>((resolve, reject) => {
      const settle = <T>(end: (value: T) => void) => {
        return (value: T): void => {
          signal?.removeEventListener('abort', onAbort);
          end(value);
        };
      };
      const waiter: Waiter = { admit: settle(resolve), refuse: settle(reject) };
      const onAbort = (): void => {
        host.line.splice(host.line.indexOf(waiter), 1);
        waiter.refuse(signal?.reason);
        this.#advance(host);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      host.line.push(waiter);
      this.#advance(host);
    });
  }

  /** Lets in who may go now, and sees to it that somebody looks again when the next may. */
  #advance(host: Host): void {
    const now = this.#clock.now();
    if (isGivenUp(host.pace, now, this.#settings)) {
      for (const waiter of host.line.splice(0)) waiter.refuse(leftAlone(host, now));
    }
    while (host.line.length > 0 && host.running < atATime(host) && this.#dueAt(host) <= now) {
      host.line.shift()?.admit(this.#begin(host));
    }
    const isWaiting = host.line.length > 0 && host.running < atATime(host);
    this.#setAlarm(host, isWaiting ? this.#dueAt(host) : undefined);
  }

  #begin(host: Host): HostTurn {
    const startedAt = this.#clock.now();
    host.running += 1;
    host.startedAt = startedAt;
    let hasLeft = false;
    return {
      leave: (outcome) => {
        if (hasLeft) return;
        hasLeft = true;
        host.running -= 1;
        const now = this.#clock.now();
        if (outcome !== undefined) {
          const event = { ...outcome, startedAt, retryAfterMs: retryAfterMs(outcome.retryAfter) };
          host.pace = paceAfter(host.pace, event, now, this.#settings);
        }
        this.#advance(host);
      },
    };
  }

  #dueAt({ pace, startedAt, crawlDelayMs }: Host): number {
    const { spacingMs = 0 } = this.#settings;
    return Math.max(pace.quietUntil, startedAt + Math.max(spacingMs, crawlDelayMs, pace.spacingMs));
  }

  #setAlarm(host: Host, at: number | undefined): void {
    if (host.alarm?.at === at) return;
    host.alarm?.off.abort();
    host.alarm = undefined;
    if (at === undefined) return;
    const alarm = { at, off: new AbortController() };
    host.alarm = alarm;
    const ring = (): void => {
      if (host.alarm !== alarm) return;
      host.alarm = undefined;
      this.#advance(host);
    };
    // Switched off, it rejects.
    this.#clock.wait(Math.min(at - this.#clock.now(), LONGEST_TIMER_MS), alarm.off.signal).then(ring, () => undefined);
  }

  #host(url: string): Host {
    const { host: name } = new URL(url);
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const host: Host = {
      name,
      pace: firstPace(this.#settings),
      crawlDelayMs: 0,
      running: 0,
      startedAt: Number.NEGATIVE_INFINITY,
      line: [],
      alarm: undefined,
    };
    this.#hosts.set(name, host);
    return host;
  }
}

function atATime({ pace, crawlDelayMs }: Host): number {
  return crawlDelayMs > 0 ? 1 : Math.floor(pace.atATime);
}

function leftAlone({ name, pace }: Host, now: number): ResponseError {
  const seconds = Math.ceil((pace.quietUntil - now) / 1_000);
  return new ResponseError(`${name} is left alone for ${seconds} s: it asks for that, or answers nothing`, {
    code: 'RATE_LIMITED',
    hint: 'Go on with it later.',
    details: { host: name, retryAfterMs: Math.ceil(pace.quietUntil - now) },
  });
}
