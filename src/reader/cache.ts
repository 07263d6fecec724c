import { LRUCache } from 'lru-cache';
import { LIMITS } from '../base/limits.js';
import type { Page } from '../page/page.js';

export interface PageCacheOptions {
  /** Milliseconds a page stays fresh; 0 keeps nothing. */
  readonly ttlMs?: number;
  readonly entries?: number;
  /** Monotonic clock in milliseconds, for tests. */
  readonly now?: () => number;
}

/**
 * Pages lately read, so that a continuation (`offset`) cannot splice two versions of a page. Least recently used go
 * first, by count and by size. Holds pages of any status; errors never.
 */
export interface PageCache {
  get(key: string): Page | undefined;
  set(key: string, page: Page): void;
  clear(): void;
}

export function createPageCache(options: PageCacheOptions = {}): PageCache {
  const ttl = options.ttlMs ?? LIMITS.cacheTtlMs;
  if (ttl === 0) return { get: () => undefined, set: () => undefined, clear: () => undefined };
  const now = options.now;
  return new LRUCache<string, Page>({
    ttl,
    // A clock is read on every look-up: an entry must not outlive its time because a timer was late.
    ttlResolution: 0,
    max: options.entries ?? LIMITS.cacheEntries,
    maxSize: LIMITS.cacheBytes,
    sizeCalculation: (page) => 2 * (page.text.length + (page.html?.length ?? 0)) + 1_024,
    ...(now === undefined ? {} : { perf: { now } }),
  });
}
