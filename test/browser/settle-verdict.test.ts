import { describe, expect, it } from 'vitest';
import { judgeSettle, type Observation, PATIENCE } from '#src/browser/settle-verdict.js';
import type { PageProbe } from '#src/page/probe-script.js';

const settings = { quietMs: 50, deadlineMs: 20_000 };
const quiet: PageProbe = { unchangedMs: 1_000, textLength: 2_000, scripted: true, loadingSigns: [] };
const done: Observation = {
  elapsedMs: 500,
  domReady: true,
  pending: [],
  networkQuietMs: 400,
  growthQuietMs: 400,
  probe: quiet,
};
const judge = (change: Partial<Observation>, probe: Partial<PageProbe> = {}) =>
  judgeSettle({ ...done, probe: { ...quiet, ...probe }, ...change }, settings);
const request = (ageMs: number, silentMs = ageMs) => ({ url: 'http://a.test/', ageMs, silentMs });

it('takes a quiet page', () => {
  expect(judge({})).toEqual({ settled: true, readiness: { reason: 'settled', pending: [], elapsedMs: 500 } });
});

it('takes a page without scripts at once', () => {
  const verdict = judge({ networkQuietMs: 0, growthQuietMs: 0 }, { scripted: false, unchangedMs: 0 });
  expect(verdict.settled).toBe(true);
});

it('takes what is there at the deadline, and says what was pending', () => {
  const late = { elapsedMs: settings.deadlineMs, domReady: false };
  const readiness = { reason: 'deadline', pending: ['the document itself'], elapsedMs: 20_000 };
  expect(judgeSettle({ ...done, ...late }, settings)).toEqual({ settled: true, readiness });
});

describe('waits', () => {
  it('for the parser, until something happens', () => {
    expect(judge({ domReady: false, elapsedMs: 500 })).toMatchObject({ settled: false, recheckMs: 19_500 });
  });

  it('for what is left of the quiet, twice as long on a page with little text', () => {
    expect(judge({ networkQuietMs: 20 })).toMatchObject({ settled: false, recheckMs: 30 });
    expect(judge({}, { unchangedMs: 10 })).toMatchObject({ settled: false, recheckMs: 40 });
    expect(judge({}, { unchangedMs: 60, textLength: 10 })).toMatchObject({ settled: false, recheckMs: 40 });
  });

  it('for a request, as long as it may still be the page', () => {
    expect(judge({ pending: [request(1_000)] })).toMatchObject({ settled: false, recheckMs: 1_500 });
    expect(judge({ pending: [request(PATIENCE.silentRequestMs)] })).toMatchObject({ settled: true });
    const slow = { pending: [request(14_000)], networkQuietMs: 14_000, growthQuietMs: 14_000 };
    expect(judge(slow, { textLength: 0 })).toMatchObject({ settled: false, recheckMs: 1_000 });
  });

  it('for a stream that makes the text grow, and not for one that does not', () => {
    const stream = { pending: [request(30_000, 10)], elapsedMs: 15_000 };
    expect(judge({ ...stream, growthQuietMs: 100 }).settled).toBe(false);
    expect(judge({ ...stream, growthQuietMs: PATIENCE.tricklingRequestMs }).settled).toBe(true);
  });

  it('behind a loading sign, longer when there is nothing else', () => {
    const loadingSigns = ['a part marked as busy'];
    const still = { networkQuietMs: PATIENCE.signMs, growthQuietMs: PATIENCE.signMs };
    expect(judge(still, { loadingSigns })).toMatchObject({ settled: true, readiness: { pending: loadingSigns } });
    expect(judge(still, { loadingSigns, textLength: 7 })).toMatchObject({ settled: false });
    const stiller = { networkQuietMs: PATIENCE.skeletonMs, growthQuietMs: PATIENCE.skeletonMs };
    expect(judge(stiller, { loadingSigns, textLength: 7 })).toMatchObject({ settled: true });
  });
});

it('does not wait for a clock', () => {
  const ticking = { unchangedMs: 5 };
  expect(judge({}, ticking).settled).toBe(false);
  expect(judge({ networkQuietMs: 1_500, growthQuietMs: 1_500 }, ticking).settled).toBe(true);
});
