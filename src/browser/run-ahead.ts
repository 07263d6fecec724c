import { firstOf } from './first-of.js';
import type { NetworkActivity } from './network-activity.js';
import { STALL_MS } from './settle-observation.js';

/** How often to see whether a run ahead stands still. */
const LOOK_IN_MS = 40;
/** A run in which so long no request came or went: the page computes, and its timers wait for it. */
const BUSY_RUN_MS = 600;
/** Short at first, where most pages have their timers, so that a poll or a failed request is heard of in time. */
const STRIDES = [
  { untilMs: 250, strideMs: 250 },
  { untilMs: 1_000, strideMs: 750 },
  { untilMs: 2_500, strideMs: 1_500 },
];
const LONG_STRIDE_MS = 2_500;
/** Once an address has been asked for again. */
const CAREFUL_STRIDE_MS = 500;
/** While time passes whatever the network does. */
const STRIDE_PAST_NETWORK_MS = 200;

/** How much page time to let pass before requests are heard of again, when so much has passed. */
export function strideMs(aheadMs: number, network: NetworkActivity): number {
  if (network.hasIdleRequests) return STRIDE_PAST_NETWORK_MS;
  if (network.returns > 0) return CAREFUL_STRIDE_MS;
  return STRIDES.find(({ untilMs }) => aheadMs < untilMs)?.strideMs ?? LONG_STRIDE_MS;
}

interface RunLimits {
  readonly stop: AbortSignal;
  readonly withinMs: number;
}

/** What ends a run ahead before its time. */
export class Disturbance {
  #end: () => void = () => undefined;

  /** There is news that speaks against going on. */
  happened(): void {
    this.#end();
  }

  /** Resolves when a run that begins now must end: news against it, it stands still, or its time is up. */
  async during(network: NetworkActivity, { stop, withinMs }: RunLimits): Promise<void> {
    let isDisturbed = false;
    const disturbed = new Promise<void>((resolve) => {
      this.#end = () => {
        isDisturbed = true;
        resolve();
      };
    });
    const startedMs = performance.now();
    while (!isDisturbed && !stop.aborted) {
      await firstOf(disturbed, LOOK_IN_MS);
      const nowMs = performance.now();
      const stillMs = Math.min(nowMs - startedMs, network.quietMs(nowMs));
      const isWaiting = network.isPending || network.hasIdleRequests;
      if (stillMs > (isWaiting ? STALL_MS : BUSY_RUN_MS) || nowMs - startedMs > withinMs) return;
    }
  }
}
