import { describe, expect, it, vi } from 'vitest';
import { retryAfterMs } from '#src/base/retry-after.js';

describe('a Retry-After header', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['Mon, 01 Jun 2020 00:00:00 GMT', 0],
    ['Mon, 01 Jun 2026 00:01:00 GMT', 60_000],
  ])('%j is %s ms from now', (header, ms) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] });
    expect(retryAfterMs(header)).toBe(ms);
    vi.useRealTimers();
  });
});
