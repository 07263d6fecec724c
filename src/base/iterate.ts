/** One way to pull from either kind of source, an item at a time, and to end it. */
export async function* iterate<Item>(
  source: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  yield* source;
}
