import { type Clock, REAL_CLOCK } from '../base/clock.js';
import { withDeadline } from '../base/deadline.js';

export interface WorkThroughOptions {
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** How long results may be waited for altogether, in milliseconds; what a slow caller takes does not count. */
  readonly waitMs?: number;
  readonly clock?: Clock;
}

/**
 * Works on several items at a time, and yields each result as it comes. Leaving the loop early ends what is under way, and
 * waits until it has ended.
 *
 * @param take gives the next item when its work can begin, undefined where there is none: asked again after each result,
 * which may have brought more, until nothing is under way
 * @throws as the work does; TimeoutError after `waitMs`; `signal.reason`
 */
export async function* workThrough<Item, Result>(
  take: () => Item | undefined,
  options: WorkThroughOptions,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const { concurrency, signal, clock = REAL_CLOCK } = options;
  signal?.throwIfAborted();
  const leaving = new AbortController();
  const onAbort = (): void => leaving.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  type Done = { readonly id: number; readonly result: Result };
  const underWay = new Map<number, Promise<Done>>();
  let leftMs = options.waitMs ?? 0;
  let begun = 0;
  try {
    for (;;) {
      while (underWay.size < concurrency) {
        const item = take();
        if (item === undefined) break;
        const id = begun++;
        const working = work(item, leaving.signal).then((result) => ({ id, result }));
        // It fails for whoever races for it.
        working.catch(() => undefined);
        underWay.set(id, working);
      }
      if (underWay.size === 0) return;
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
