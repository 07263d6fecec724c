/** How the machine does, over the last second or so. */
export interface MachineLoad {
  /** Share of all processors that was busy, by whomever, 0 to 1. */
  readonly cpu: number;
  /** Share of the memory that there is for us, 0 to 1. */
  readonly memory: number;
  /** By how much the event loop was late, nine times of ten by less, in milliseconds. */
  readonly lagMs: number;
}

export interface ConcurrencyBounds {
  readonly min: number;
  readonly max: number;
}

/** From here on another page would be paid for by swapping, or with the process. */
const MEMORY_HIGH = 0.9;
const MEMORY_TIGHT = 0.8;
/** A loop that is so late answers browsers and servers too late, and reads time out. */
const LAG_HIGH_MS = 250;
const LAG_TIGHT_MS = 80;
/** More reads on processors that are busy only make each of them slower. */
const CPU_TIGHT = 0.9;

/**
 * How many reads are to be under way from now on: fewer at once when memory or the event loop is short, one more (of many, a
 * tenth more) when all are used and nothing is. A crawl that waits for its hosts keeps what it has.
 *
 * @param isWanted whether more reads were ready than could begin
 */
export function nextConcurrency(
  current: number,
  { min, max }: ConcurrencyBounds,
  { cpu, memory, lagMs }: MachineLoad,
  isWanted: boolean,
): number {
  const within = (wanted: number) => Math.min(max, Math.max(min, wanted));
  if (memory > MEMORY_HIGH) return within(Math.floor(current / 2));
  if (lagMs > LAG_HIGH_MS) return within(Math.floor(current * 0.75));
  if (!isWanted || memory > MEMORY_TIGHT || lagMs > LAG_TIGHT_MS || cpu > CPU_TIGHT) return within(current);
  return within(current + Math.max(1, Math.floor(current / 10)));
}
