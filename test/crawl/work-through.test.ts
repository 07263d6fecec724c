import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workThrough } from '#src/crawl/work-through.js';
import { settled } from '../support/manual-clock.js';

describe('working through items', () => {
  it('takes so many at a time, and gives each result as it comes', async () => {
    const line = [3, 1, 2, 4];
    const ends = new Map<number, () => void>();
    let most = 0;
    const results: number[] = [];
    const all = (async () => {
      const work = (item: number) => new Promise<number>((resolve) => ends.set(item, () => resolve(item)));
      for await (const result of workThrough(() => line.shift(), { concurrency: 2 }, work)) {
        results.push(result);
        ends.delete(result);
      }
    })();
    for (const next of [1, 3, 4, 2]) {
      await settled();
      most = Math.max(most, ends.size);
      ends.get(next)?.();
    }
    await all;
    expect([results, most]).toEqual([[1, 3, 4, 2], 2]);
  });

  it('goes on while results bring more, and ends with the last', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (children, concurrency) => {
          const line = [0];
          let named = 1;
          const done: number[] = [];
          for await (const item of workThrough(
            () => line.shift(),
            { concurrency },
            async (item) => item,
          )) {
            done.push(item);
            for (let count = children[item] ?? 0; count > 0; count -= 1) line.push(named++);
          }
          expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: named }, (_, item) => item));
        },
      ),
    );
  });

  it('ends what is under way, and waits for its end, when nobody wants more', async () => {
    const line = [1, 2, 3];
    const ended: number[] = [];
    const work = async (item: number, signal: AbortSignal): Promise<number> => {
      if (item === 1) return item;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => setImmediate(resolve)));
      ended.push(item);
      throw new Error('aborted');
    };
    for await (const result of workThrough(() => line.shift(), { concurrency: 3 }, work)) {
      expect(result).toBe(1);
      break;
    }
    expect(ended.sort()).toEqual([2, 3]);
  });

  it('rejects as the work does, with the reason of an abort, and after its time', async () => {
    const never = () => new Promise<never>(() => undefined);
    const all = async (...call: Parameters<typeof workThrough<number, unknown>>): Promise<void> => {
      for await (const _ of workThrough(...call));
    };
    const one = () => {
      const line = [1];
      return () => line.shift();
    };
    const failing = all(one(), { concurrency: 1 }, async () => {
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    // What does not listen is not waited for once it must end.
    const listening = (_: number, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const aborting = new AbortController();
    const aborted = all(one(), { concurrency: 1, signal: aborting.signal }, listening);
    aborting.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await expect(all(one(), { concurrency: 1, waitMs: 10 }, listening)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(all(one(), { concurrency: 1, signal: AbortSignal.abort(new Error('no')) }, never)).rejects.toThrow(
      'no',
    );
  });
});
