import { describe, expect, it } from 'vitest';
import { NetworkError, SearchError, UsageError } from '#src/base/errors.js';
import { firstOf } from '#src/search/first-of.js';
import type { SearchOptions, SearchResult, WebSearch } from '#src/search/search.js';

const HIT: SearchResult = { title: 'Tide', url: 'https://a.example/', snippet: '' };
const BLOCKED = new SearchError('no', { code: 'SEARCH_BLOCKED', details: { retryAfterMs: 60_000 } });
const SOONER = new SearchError('not now', { code: 'SEARCH_BLOCKED', details: { retryAfterMs: 5_000 } });
const UNREADABLE = new SearchError('what?', { code: 'SEARCH_UNREADABLE' });

/** A backend of somebody's own that answers or fails, and remembers what it was asked. */
function backend(outcome: readonly SearchResult[] | Error, name?: string) {
  const asked: [string, SearchOptions | undefined][] = [];
  const search: WebSearch = {
    ...(name === undefined ? {} : { name }),
    async search(query, options) {
      asked.push([query, options]);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  return { ...search, asked };
}

describe('firstOf', () => {
  it('asks nobody after the first that answers, also when that has found nothing', async () => {
    const [none, other] = [backend([]), backend([HIT])];
    expect(await firstOf(none, other).search('tides', { maxResults: 3 })).toEqual([]);
    expect(none.asked).toEqual([['tides', { maxResults: 3 }]]);
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['is blocked', BLOCKED],
    ['cannot be read', UNREADABLE],
    ['cannot be reached', new NetworkError('down', { code: 'CONNECT_FAILED' })],
    ['fails in a way of its own', new TypeError('oops')],
  ])('asks the next one when one %s', async (_, failure) => {
    const [first, second, third] = [backend(failure), backend(failure), backend([HIT])];
    expect(await firstOf(first, second, third).search('tides')).toEqual([HIT]);
    expect([first, second, third].map(({ asked }) => asked.length)).toEqual([1, 1, 1]);
  });

  it('tells the failures of all when all fail', async () => {
    const failure = await firstOf(backend(UNREADABLE, 'One'), backend(new TypeError('oops')))
      .search('tides')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SearchError);
    expect(failure).toMatchObject({
      code: 'SEARCH_FAILED',
      retryable: false,
      message: 'no search backend has answered. One: what? [SEARCH_UNREADABLE]; backend 2: oops',
      details: { failures: ['One: what? [SEARCH_UNREADABLE]', 'backend 2: oops'] },
      cause: { errors: [UNREADABLE, expect.any(TypeError)] },
    });
  });

  it('is blocked when all are, for as long as the first of them', async () => {
    await expect(firstOf(backend(BLOCKED), backend(SOONER)).search('tides')).rejects.toMatchObject({
      code: 'SEARCH_BLOCKED',
      retryable: true,
      details: { retryAfterMs: 5_000 },
    });
    await expect(firstOf(backend(BLOCKED), backend(UNREADABLE)).search('tides')).rejects.toMatchObject({
      code: 'SEARCH_FAILED',
      retryable: true,
    });
  });

  it('fails as its only backend does', async () => {
    await expect(firstOf(backend(UNREADABLE)).search('tides')).rejects.toBe(UNREADABLE);
  });

  it('takes an abort for no failure', async () => {
    const [stop, reason] = [new AbortController(), new Error('enough')];
    const leaving: WebSearch = {
      search: async () => {
        stop.abort(reason);
        throw BLOCKED;
      },
    };
    const next = backend([HIT]);
    await expect(firstOf(leaving, next).search('tides', { signal: stop.signal })).rejects.toBe(reason);
    expect(next.asked).toEqual([]);
  });

  it('asks nobody else about a call that is wrong', async () => {
    const wrong = new UsageError('too long', { code: 'INVALID_QUERY' });
    const next = backend([HIT]);
    await expect(firstOf(backend(wrong), next).search('tides')).rejects.toBe(wrong);
    expect(next.asked).toEqual([]);
  });

  it('takes backends, one or more', () => {
    expect(() => firstOf()).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
    expect(() => firstOf({} as WebSearch)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});
