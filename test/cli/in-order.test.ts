import { describe, expect, it } from 'vitest';
import { mapInOrder } from '#src/cli/in-order.js';

/** Work that ends when it is told to. */
function gates() {
  const open = new Map<string, () => void>();
  const started: string[] = [];
  const work = (item: string) =>
    new Promise<string>((resolve) => {
      started.push(item);
      open.set(item, () => resolve(item.toUpperCase()));
    });
  return { started, work, finish: (item: string) => open.get(item)?.() };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('mapInOrder', () => {
  it('yields in the order of the items, whatever is done first', async () => {
    const { work, finish } = gates();
    const results = mapInOrder(['a', 'b'], 2, work);
    const first = results.next();
    await turn();
    finish('b');
    await turn();
    finish('a');
    expect([(await first).value, (await results.next()).value]).toEqual(['A', 'B']);
    expect((await results.next()).done).toBe(true);
  });

  it('works on no more items at once than it may', async () => {
    const { started, work, finish } = gates();
    const results = mapInOrder(['a', 'b', 'c'], 2, work);
    const first = results.next();
    await turn();
    expect(started).toEqual(['a', 'b']);
    finish('a');
    await first;
    void results.next();
    await turn();
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('yields a result while the source is silent', async () => {
    async function* silentAfterOne() {
      yield 'a';
      await new Promise(() => undefined);
    }
    const results = mapInOrder(silentAfterOne(), 4, async (item) => item.toUpperCase());
    expect((await results.next()).value).toBe('A');
  });

  it('fails where the item that failed would have come', async () => {
    const results = mapInOrder(['good', 'bad'], 2, async (item) => {
      if (item === 'bad') throw new Error(item);
      return item;
    });
    expect((await results.next()).value).toBe('good');
    await expect(results.next()).rejects.toThrow('bad');
  });
});
