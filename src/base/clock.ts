import { delay } from './deadline.js';

/** How time is told and waited for; a test gives its own. */
export interface Clock {
  /** Milliseconds, never going back. */
  now(): number;
  /** Rejects with `signal.reason`. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const REAL_CLOCK: Clock = { now: () => performance.now(), wait: delay };
