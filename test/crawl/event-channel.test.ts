import { describe, expect, it } from 'vitest';
import { EventChannel } from '#src/crawl/event-channel.js';

describe('the events of a crawl', () => {
  it('are handed over in order, however putting and taking take turns', async () => {
    const channel = new EventChannel<number>(4, () => undefined);
    const taken: (number | undefined)[] = [];
    let put = 0;
    for (const [puts, takes] of [
      [3, 1],
      [5, 6],
      [1, 1],
      [10, 4],
      [0, 3],
      [2, 6],
    ] as const) {
      for (let count = 0; count < puts; count += 1) channel.put(put++);
      for (let count = 0; count < takes; count += 1) taken.push(await channel.take());
    }
    channel.end();
    expect(taken).toEqual(Array.from({ length: put }, (_, index) => index));
    expect(await channel.take()).toBeUndefined();
  });

  it('tell when there is room again', async () => {
    let told = 0;
    const channel = new EventChannel<number>(2, () => {
      told += 1;
    });
    for (const event of [1, 2, 3]) channel.put(event);
    await channel.take();
    expect([channel.isFull, told]).toEqual([true, 0]);
    await channel.take();
    expect([channel.isFull, told]).toEqual([false, 1]);
  });

  it('that were put before an error come before it', async () => {
    const channel = new EventChannel<number>(2, () => undefined);
    channel.put(1);
    channel.fail(new RangeError('broken'));
    channel.put(2);
    expect(await channel.take()).toBe(1);
    await expect(channel.take()).rejects.toThrow(RangeError);
  });
});
