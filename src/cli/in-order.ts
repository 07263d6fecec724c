import { iterate } from '../base/iterate.js';

/**
 * Works on several items at once and yields the results in the order of the items, each as soon as it and all before it
 * are there, even while the source is silent: whoever writes one line and waits for its answer gets it. Takes no more
 * from the source than is under way.
 *
 * @throws whatever `work` or the source throws
 */
export async function* mapInOrder<Item, Result>(
  source: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  type Event = { readonly next: IteratorResult<Item> } | { readonly result: Result };
  const items = iterate(source);
  const underWay: Promise<Event>[] = [];
  let pulling: Promise<Event> | undefined;
  let more = true;
  while (more || underWay.length > 0) {
    if (more && underWay.length < concurrency) pulling ??= items.next().then((next) => ({ next }));
    const event = await Promise.race([...(pulling ? [pulling] : []), ...underWay.slice(0, 1)]);
    if ('result' in event) {
      underWay.shift();
      yield event.result;
      continue;
    }
    pulling = undefined;
    if (event.next.done) {
      more = false;
      continue;
    }
    const started = work(event.next.value).then((result) => ({ result }));
    // It fails for whoever awaits it in its turn; until then it must not count as unhandled.
    started.catch(() => undefined);
    underWay.push(started);
  }
}
