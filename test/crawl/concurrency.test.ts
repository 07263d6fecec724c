import { describe, expect, it } from 'vitest';
import { type MachineLoad, nextConcurrency } from '#src/crawl/concurrency.js';
import { MachineWatch } from '#src/crawl/machine-load.js';

const bounds = { min: 2, max: 40 };
const idle: MachineLoad = { cpu: 0.2, memory: 0.3, lagMs: 5 };
const next = (current: number, load: Partial<MachineLoad>, isWanted = true) =>
  nextConcurrency(current, bounds, { ...idle, ...load }, isWanted);

describe('how many reads are under way', () => {
  it.each<[string, number, Partial<MachineLoad>, boolean, number]>([
    ['grows by one while the machine has room', 4, {}, true, 5],
    ['grows by a tenth of many', 30, {}, true, 33],
    ['stays where no more are ready', 4, {}, false, 4],
    ['stays while the processors are busy', 8, { cpu: 0.91 }, true, 8],
    ['grows just below', 8, { cpu: 0.9 }, true, 9],
    ['stays while memory is tight', 8, { memory: 0.81 }, true, 8],
    ['is halved when memory is short, wanted or not', 8, { memory: 0.91 }, false, 4],
    ['stays while the event loop is late', 8, { lagMs: 81 }, true, 8],
    ['falls when it is very late', 8, { lagMs: 251 }, true, 6],
    ['never falls below the least', 3, { memory: 0.99 }, true, 2],
    ['never grows beyond the most', 40, {}, true, 40],
    ['comes within the bounds', 100, { cpu: 1 }, true, 40],
  ])('%s', (_, current, load, isWanted, expected) => {
    expect(next(current, load, isWanted)).toBe(expected);
  });

  it('follows a machine that is real', async () => {
    const watch = new MachineWatch();
    try {
      const end = performance.now() + 60;
      while (performance.now() < end);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { cpu, memory, lagMs } = watch.look();
      expect(cpu).toBeGreaterThanOrEqual(0);
      expect(cpu).toBeLessThanOrEqual(1);
      expect(memory).toBeGreaterThan(0);
      expect(memory).toBeLessThanOrEqual(1);
      expect(lagMs).toBeGreaterThanOrEqual(0);
    } finally {
      watch.stop();
    }
  });
});
