import { describe, expect, it } from 'vitest';
import { HeadStartRecord } from '#src/browser/head-start.js';

describe('a run ahead', () => {
  const run = (...strides: readonly number[]): HeadStartRecord => {
    const record = new HeadStartRecord();
    let nowMs = 1_000;
    record.begins(nowMs, 0);
    for (const tookMs of strides) {
      nowMs += tookMs;
      record.passed(1_000, { nowMs, tookMs, isParsed: true });
    }
    return record;
  };

  it('sets nothing off where the page only had timers', () => {
    const record = run(5, 5, 10);
    expect(record.worksUntilMs).toBe(0);
    expect(record.seen(1_500, 0)).toEqual({ totalMs: 3_000, calmMs: 0, workedAgoMs: 1_500 });
  });

  it('in which the page worked for long may have set off what takes twice as long, 150 ms at most', () => {
    expect(run(10, 30).worksUntilMs).toBe(1_000 + 40 + 80);
    expect(run(300).worksUntilMs).toBe(1_000 + 300 + 150);
    expect(run(10, 30).seen(1_100, 0).workedAgoMs).toBe(-20);
  });

  it('is forgotten with its document', () => {
    const record = run(300);
    record.startOver();
    expect(record.worksUntilMs).toBe(0);
  });
});
