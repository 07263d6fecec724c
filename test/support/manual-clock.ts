import type { Clock } from '#src/base/clock.js';

interface Alarm {
  readonly at: number;
  readonly ring: () => void;
}

/** A clock that goes on only when it is told to, and rings for whoever waits in the order of their times. */
export class ManualClock implements Clock {
  #time = 0;
  readonly #alarms = new Set<Alarm>();

  /** How many wait. */
  get waiting(): number {
    return this.#alarms.size;
  }

  now(): number {
    return this.#time;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const alarm = { at: this.#time + ms, ring: resolve };
      this.#alarms.add(alarm);
      signal?.addEventListener('abort', () => {
        this.#alarms.delete(alarm);
        reject(signal.reason);
      });
    });
  }

  /** Goes on by so much, and lets everybody act at their own time on the way. */
  async advance(ms: number): Promise<void> {
    const end = this.#time + ms;
    await settled();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#alarms.delete(next);
      this.#time = Math.max(this.#time, next.at);
      next.ring();
      await settled();
    }
    this.#time = end;
  }

  #next(end: number): Alarm | undefined {
    const due = [...this.#alarms].filter(({ at }) => at <= end);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}

/** Lets all that is ready run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
