import { randomUUID } from 'node:crypto';
import { delay } from '../base/deadline.js';
import { ResponseError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { retryAfterMs } from '../base/retry-after.js';
import { firstPace, type HostPace, isGivenUp, type PaceOutcome, type PaceSettings, paceAfter } from './host-pace.js';
import type { HostTurn } from './host-turns.js';
import { spoilt } from './redis-connection.js';
import type { RedisCrawl } from './redis-crawl.js';
import { PACE } from './redis-values.js';

/** What is no page is under way for no longer than this. */
const LOAD_MS = 60_000;

/**
 * How fast each host is asked by all processes together. The pace itself is reckoned as in one process ({@link paceAfter}), from what
 * is in Redis, and put back only if nobody else has changed it meanwhile.
 */
export class RedisTurns {
  readonly #crawl: RedisCrawl;
  readonly #settings: Required<PaceSettings>;
  readonly #onError: (error: unknown) => void;
  /** What this process has told of hosts' robots.txt. */
  readonly #delays = new Map<string, number>();

  constructor(crawl: RedisCrawl, settings: Required<PaceSettings>, onError: (error: unknown) => void) {
    this.#crawl = crawl;
    this.#settings = settings;
    this.#onError = onError;
  }

  /** As of `HostTurns`; Redis hears of it before the next request. */
  setCrawlDelay(url: string, delayMs: number): number {
    const shortened = Math.min(delayMs, LIMITS.crawlDelayMs);
    this.tellDelay(url, shortened).catch(this.#onError);
    return shortened;
  }

  async tellDelay(url: string, delayMs: number): Promise<void> {
    const { host } = new URL(url);
    const shortened = Math.min(delayMs, LIMITS.crawlDelayMs);
    if (this.#delays.get(host) === shortened) return;
    await this.#crawl.setDelay(host, shortened);
    this.#delays.set(host, shortened);
  }

  /** As of `HostTurns`. */
  async enter(url: string, signal?: AbortSignal): Promise<HostTurn> {
    const { host } = new URL(url);
    const token = randomUUID();
    for (;;) {
      const { wait, now, pace } = await this.#crawl.enter(host, token, LOAD_MS);
      if (wait < 0) throw this.leftAlone(host, pace, now);
      if (wait === 0) return { leave: (outcome) => this.#leave(host, token, now, outcome) };
      await delay(Math.min(wait, 1_000), signal);
    }
  }

  /** Reckons the pace of a host anew, before whatever ended is counted as ended. `startedAt` is by the clock of Redis. */
  async learn(host: string, startedAt: number, outcome: PaceOutcome | undefined): Promise<void> {
    if (outcome === undefined) return;
    const event = { ...outcome, startedAt, retryAfterMs: retryAfterMs(outcome.retryAfter) };
    for (;;) {
      const { pace: was, now } = await this.#crawl.pace(host);
      const pace = paceAfter(this.#paceOf(was), event, now, this.#settings);
      const alone = isGivenUp(pace, now, this.#settings) ? pace.quietUntil : 0;
      if (await this.#crawl.setPace(host, was, JSON.stringify(pace), alone)) return;
    }
  }

  /** Why a host is not asked now. */
  leftAlone(host: string, pace: string, now: number): ResponseError {
    const retryAfterMs = Math.max(0, Math.ceil(this.#paceOf(pace).quietUntil - now));
    const seconds = Math.ceil(retryAfterMs / 1_000);
    return new ResponseError(`${host} is left alone for ${seconds} s: it asks for that, or answers nothing`, {
      code: 'RATE_LIMITED',
      hint: 'Go on with it later.',
      details: { host, retryAfterMs },
    });
  }

  #leave(host: string, token: string, startedAt: number, outcome: PaceOutcome | undefined): void {
    this.learn(host, startedAt, outcome)
      .then(() => this.#crawl.leave(host, token))
      .catch(this.#onError);
  }

  #paceOf(told: string): HostPace {
    if (told === '') return firstPace(this.#settings);
    try {
      const { slowedAt, usualMs, ...pace } = PACE.parse(JSON.parse(told));
      return { ...pace, ...(slowedAt !== undefined && { slowedAt }), ...(usualMs !== undefined && { usualMs }) };
    } catch {
      throw spoilt('the pace of a host', this.#crawl.connection.shownUrl);
    }
  }
}
