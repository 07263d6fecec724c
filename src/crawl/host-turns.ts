import type { Clock } from '../base/clock.js';
import type { PaceOutcome, PaceSettings } from './host-pace.js';

/** A request to a host that may be made now. */
export interface HostTurn {
  /** Once, when the request has ended, however it did; without an outcome it tells the pace nothing. */
  leave(outcome?: PaceOutcome): void;
}

export interface HostTurnsOptions extends PaceSettings {
  readonly clock?: Clock;
}

/**
 * Whose turn it is at each host of a crawl: so many at a time, so far apart, and in order. A host that answers 429 or 503,
 * with faults, or ever slower gets fewer requests, and more again when it recovers. Hosts do not wait for one another.
 */
export class HostTurns {
  constructor(_options: HostTurnsOptions = {}) {}

  /** What the site's robots.txt asks for; the longer of it and `spacingMs` is kept, at most a minute. */
  setCrawlDelay(_url: string, _delayMs: number): void {}

  /** Milliseconds until a request could start: 0 is now, Infinity when first another has to end. */
  readyInMs(_url: string): number {
    return 0;
  }

  /** A turn if there is one at once. */
  tryEnter(_url: string): HostTurn | undefined {
    return { leave: () => undefined };
  }

  /**
   * Resolves when it is the URL's turn.
   *
   * @throws ResponseError `RATE_LIMITED` with `details.retryAfterMs` when the host wants to be left alone for longer than
   * `maxQuietMs`; `signal.reason`, having left the line.
   */
  async enter(_url: string, _signal?: AbortSignal): Promise<HostTurn> {
    return { leave: () => undefined };
  }
}
