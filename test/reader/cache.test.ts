import { describe, expect, it } from 'vitest';
import { createPageCache } from '#src/reader/cache.js';

const page = (text: string) => ({ url: 'https://example.com/', statusCode: 200, mediaType: 'text/plain', text });

describe('the page cache', () => {
  it('keeps a page for its time and not longer', () => {
    let now = 1_000;
    const cache = createPageCache({ ttlMs: 60_000, now: () => now });
    cache.set('a', page('one'));
    now += 30_000;
    expect(cache.get('a')?.text).toBe('one');
    now += 31_000;
    expect(cache.get('a')).toBeUndefined();
  });

  it('drops the least recently used', () => {
    const cache = createPageCache({ entries: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) cache.set(key, page(key));
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key) !== undefined)).toEqual(['d', 'e']);
  });

  it('keeps nothing when off', () => {
    const cache = createPageCache({ ttlMs: 0 });
    cache.set('a', page('one'));
    expect(cache.get('a')).toBeUndefined();
  });
});
