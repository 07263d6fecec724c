import { InvalidInputError, isPagewardError, messageOf, SearchError, UsageError } from '../base/errors.js';
import { invalidOption } from '../base/options.js';
import type { SearchOptions, SearchResult, WebSearch } from './search.js';

interface Failure {
  readonly backend: string;
  readonly error: unknown;
}

/**
 * Asks the first backend, and the next one where that is blocked, cannot be read or fails in another way. One that finds
 * nothing has answered. The backends stay their owner's to close.
 *
 * @throws UsageError `INVALID_OPTION` without backends; from `search` SearchError when all have failed, with `details.failures`
 * and an AggregateError as its `cause`: `SEARCH_BLOCKED` when all are blocked, otherwise `SEARCH_FAILED`. The error itself of
 * the only backend, or of a call that is wrong with any.
 * @example
 * const search = firstOf(tavily(), duckDuckGo());
 */
export function firstOf(...backends: readonly WebSearch[]): WebSearch {
  if (backends.length === 0 || backends.some((backend) => typeof backend?.search !== 'function')) {
    throw invalidOption('firstOf: takes search backends, one or more', 'backends', 'Give tavily(), duckDuckGo().');
  }
  return {
    name: backends.map(nameOf).join(', '),
    async search(query: string, options: SearchOptions = {}): Promise<readonly SearchResult[]> {
      const failures: Failure[] = [];
      for (const [index, backend] of backends.entries()) {
        try {
          return await backend.search(query, options);
        } catch (error) {
          options.signal?.throwIfAborted();
          if (error instanceof UsageError || error instanceof InvalidInputError) throw error;
          failures.push({ backend: nameOf(backend, index), error });
        }
      }
      throw failures.length === 1 ? failures[0]?.error : allFailed(failures);
    },
  };
}

function nameOf({ name }: WebSearch, index: number): string {
  return name ?? `backend ${index + 1}`;
}

function allFailed(failures: readonly Failure[]): SearchError {
  const errors = failures.map(({ error }) => error);
  const isBlocked = errors.every((error) => isPagewardError(error) && error.code === 'SEARCH_BLOCKED');
  const waits = errors.map((error) => (isPagewardError(error) ? error.details['retryAfterMs'] : undefined));
  const known = waits.filter((ms) => typeof ms === 'number');
  const said = failures.map(({ backend, error }) => `${backend}: ${toldOf(error)}`);
  return new SearchError(`no search backend has answered. ${said.join('; ')}`, {
    code: isBlocked ? 'SEARCH_BLOCKED' : 'SEARCH_FAILED',
    retryable: errors.some((error) => isPagewardError(error) && error.retryable),
    hint: 'Search again later, with the same words.',
    details: { failures: said, ...(known.length === 0 ? {} : { retryAfterMs: Math.min(...known) }) },
    cause: new AggregateError(errors, 'all search backends have failed'),
  });
}

function toldOf(error: unknown): string {
  return isPagewardError(error) ? `${error.message} [${error.code}]` : messageOf(error);
}
