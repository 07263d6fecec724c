/** The first rounds warm everything up. */
const WARM_UP = 2;

/**
 * Lets contestants take turns, so that whatever the machine does besides falls on all alike.
 *
 * @template {{ name: string }} One
 * @param {One[]} contestants
 * @param {{ rounds: number, pauseMs?: number }} how a pause comes before every turn
 * @param {(one: One) => Promise<number[]>} turn gives its times in milliseconds
 * @returns {Promise<Map<string, number[]>>} all times of each
 */
export async function takeTurns(contestants, { rounds, pauseMs = 0 }, turn) {
  const times = new Map(contestants.map(({ name }) => [name, /** @type {number[]} */ ([])]));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const contestant of contestants) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const taken = await turn(contestant);
      if (round >= 0) times.get(contestant.name)?.push(...taken);
    }
  }
  return times;
}

/** @param {() => Promise<unknown>} work */
export async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * @param {number[]} values
 * @param {number} share 0.5 for the median
 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
