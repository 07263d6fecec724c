import type { Clock } from '../base/clock.js';
import { LIMITS } from '../base/limits.js';
import { type ConcurrencyBounds, nextConcurrency } from './concurrency.js';
import { MachineWatch } from './machine-load.js';

export interface AdaptiveConcurrencyOptions {
  readonly clock: Clock;
  readonly bounds: ConcurrencyBounds;
  /** Whether more was ready than could begin since the last look. */
  readonly isWanted: () => boolean;
  /** Called after each look. */
  readonly onLook: () => void | Promise<void>;
  readonly signal: AbortSignal;
}

/** Looks at the machine again and again, and lets the queue do as much at once as that bears. Rejects with `signal.reason`. */
export async function adaptConcurrency(
  queue: { concurrency: number },
  { clock, bounds, isWanted, onLook, signal }: AdaptiveConcurrencyOptions,
): Promise<never> {
  const watch = new MachineWatch();
  try {
    for (;;) {
      await clock.wait(LIMITS.crawlLookMs, signal);
      queue.concurrency = nextConcurrency(queue.concurrency, bounds, watch.look(), isWanted());
      await onLook();
    }
  } finally {
    watch.stop();
  }
}
