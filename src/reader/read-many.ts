import { z } from 'zod';
import { iterate } from '../base/iterate.js';
import { checkOptions } from '../base/options.js';
import type { Page } from '../page/page.js';
import { readShape } from './read-options.js';
import type { PageReader, ReadOptions } from './reader.js';

export interface ReadManyOptions extends ReadOptions {
  /** Reads under way at once (default 4). */
  concurrency?: number;
}

const optionsSchema = z.strictObject({
  ...readShape,
  concurrency: z.number().int().min(1, 'must be a whole number of at least 1').optional(),
} satisfies Record<keyof ReadManyOptions, z.ZodType>);

/** The outcome of one URL: `error` or `page`, and looking at one tells the compiler about the other. */
export type ReadResult =
  | { readonly url: string; readonly page: Page; readonly error?: undefined }
  | { readonly url: string; readonly error: Error; readonly page?: undefined };

/**
 * Reads several URLs with any reader and yields each outcome as it is there. URLs are taken from the input only as
 * reads finish, so an endless input is fine. Leaving the loop early aborts what is under way.
 *
 * @throws UsageError `INVALID_OPTION`; the signal's reason when the caller aborts.
 */
export async function* readMany(
  reader: PageReader,
  urls: Iterable<string> | AsyncIterable<string>,
  options: ReadManyOptions = {},
): AsyncGenerator<ReadResult, void, undefined> {
  checkOptions(optionsSchema, options, 'readMany');
  const { concurrency = 4, signal, ...readOptions } = options;
  const leaving = new AbortController();
  signal?.throwIfAborted();
  let onAbort: () => void = () => undefined;
  // A reader of someone else's may not listen to the signal; the loop does.
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      leaving.abort(signal?.reason);
      reject(signal?.reason);
    };
  });
  aborted.catch(() => undefined);
  signal?.addEventListener('abort', onAbort, { once: true });

  type Event =
    | { readonly kind: 'url'; readonly next: IteratorResult<string, void> }
    | { readonly kind: 'read'; readonly id: number; readonly result: ReadResult };
  const source = iterate(urls);
  const underWay = new Map<number, Promise<Event>>();
  let pulling: Promise<Event> | undefined;
  let more = true;
  let nextId = 0;

  try {
    while (more || underWay.size > 0) {
      // Pulled beside the reads, so that a slow source does not hold back what has been read.
      if (more && underWay.size < concurrency) pulling ??= source.next().then((next): Event => ({ kind: 'url', next }));
      const event = await Promise.race([aborted, ...underWay.values(), ...(pulling === undefined ? [] : [pulling])]);
      if (event.kind === 'read') {
        underWay.delete(event.id);
        yield event.result;
        continue;
      }
      pulling = undefined;
      if (event.next.done) {
        more = false;
        continue;
      }
      const id = nextId++;
      const url = event.next.value;
      underWay.set(
        id,
        attempt(reader, url, { ...readOptions, signal: leaving.signal }).then(
          (page): Event => ({ kind: 'read', id, result: { url, page } }),
          (error: unknown): Event => ({ kind: 'read', id, result: { url, error: asError(error) } }),
        ),
      );
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    leaving.abort(signal?.reason);
    // Not waited for: a source that hangs would hold back whoever leaves.
    source.return().catch(() => undefined);
  }
}

/** A reader of someone else's may throw anything. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}

/** A reader of someone else's may throw at once instead of rejecting. */
async function attempt(reader: PageReader, url: string, options: ReadOptions): Promise<Page> {
  return await reader.read(url, options);
}
