import { type Clock, REAL_CLOCK } from '../base/clock.js';
import { withDeadline } from '../base/deadline.js';

export interface WorkThroughOptions<Item> {
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** How long results may be waited for altogether, in milliseconds; what a slow caller takes does not count. */
  readonly waitMs?: number;
  /** Which of those in line is next, by its place. Default: the first. */
  readonly next?: (waiting: readonly Item[]) => number;
  readonly clock?: Clock;
}

/**
 * Works on what stands in line, several at a time, and yields each result as it comes; between two results more may be put
 * in line. Leaving the loop early ends what is under way, and waits until it has ended.
 *
 * @param waiting the line, from which items are taken as their work begins
 * @throws as the work does; TimeoutError after `waitMs`; `signal.reason`
 */
export async function* workThrough<Item, Result>(
  waiting: Item[],
  options: WorkThroughOptions<Item>,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const { concurrency, signal, next = () => 0, clock = REAL_CLOCK } = options;
  signal?.throwIfAborted();
  const leaving = new AbortController();
  const onAbort = (): void => leaving.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  type Done = { readonly id: number; readonly result: Result };
  const underWay = new Map<number, Promise<Done>>();
  let leftMs = options.waitMs ?? 0;
  let begun = 0;
  try {
    while (waiting.length > 0 || underWay.size > 0) {
      while (waiting.length > 0 && underWay.size < concurrency) {
        const id = begun++;
        const items = waiting.splice(next(waiting), 1);
        for (const item of items) {
          const working = work(item, leaving.signal).then((result) => ({ id, result }));
          // It fails for whoever races for it.
          working.catch(() => undefined);
          underWay.set(id, working);
        }
      }
      const started = clock.now();
      const deadline = { signal, timeoutMs: leftMs, what: 'the work' };
      const { id, result } = await withDeadline(deadline, () => Promise.race(underWay.values()));
      if (options.waitMs !== undefined) leftMs = Math.max(1, leftMs - (clock.now() - started));
      underWay.delete(id);
      yield result;
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    leaving.abort(new DOMException('It is not wanted any more', 'AbortError'));
    await Promise.allSettled(underWay.values());
  }
}
