import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstPace, type HostPace, isGivenUp, type PaceEvent, paceAfter } from '#src/crawl/host-pace.js';

const SETTINGS = { maxPerHost: 8 };
const ok = (elapsedMs = 100): Partial<PaceEvent> => ({ statusCode: 200, elapsedMs });

/** The pace after these, each begun and ended at its index in seconds. */
function paceOf(events: readonly Partial<PaceEvent>[], from: HostPace = firstPace(SETTINGS), startAt = 0): HostPace {
  return events.reduce<HostPace>((pace, event, index) => {
    const startedAt = (startAt + index) * 1_000;
    return paceAfter(pace, { elapsedMs: 100, startedAt, ...event }, startedAt + 500, SETTINGS);
  }, from);
}

describe('the pace of a host', () => {
  it('grows quickly to its bound while all goes well', () => {
    expect(paceOf([]).atATime).toBe(2);
    expect(paceOf(Array(6).fill(ok())).atATime).toBe(8);
    expect(paceOf(Array(60).fill(ok())).atATime).toBe(8);
  });

  it.each([429, 502, 503, 504, undefined])('is halved by a %s, and spaced', (statusCode) => {
    const well = paceOf(Array(6).fill(ok()));
    const { statusCode: _, ...none } = ok();
    const ill = paceOf([statusCode === undefined ? none : { statusCode }], well, 10);
    expect([ill.atATime, ill.spacingMs, ill.quietUntil]).toEqual([4, 250, 10_750]);
  });

  it.each([200, 301, 404, 410, 500])('is not slowed by a %i', (statusCode) => {
    expect(paceOf(Array(6).fill({ statusCode })).atATime).toBe(8);
  });

  it('is slowed once by all that were under way together', () => {
    const well = paceOf(Array(6).fill(ok()));
    const ill = [0, 1, 2, 3].reduce<HostPace>(
      (pace, index) => paceAfter(pace, { statusCode: 503, elapsedMs: 10, startedAt: 10_000 }, 10_100 + index, SETTINGS),
      well,
    );
    expect([ill.atATime, ill.failures]).toEqual([4, 4]);
  });

  it('recovers: by one more at a time for each round that goes well', () => {
    const ill = paceOf(Array(4).fill({ statusCode: 503 }), paceOf(Array(6).fill(ok())), 10);
    expect(ill.atATime).toBe(1);
    expect(Math.floor(paceOf([ok()], ill, 20).atATime)).toBe(2);
    const better = paceOf(Array(12).fill(ok()), ill, 20);
    expect([Math.floor(better.atATime), better.failures]).toEqual([5, 0]);
    expect(paceOf(Array(40).fill(ok()), ill, 20)).toMatchObject({ atATime: 8, spacingMs: 0 });
  });

  it('is slowed by answers that take much longer than usual, and learns a new usual', () => {
    const well = paceOf(Array(20).fill(ok(100)));
    const slow = paceOf([ok(2_000)], well, 30);
    expect(slow.atATime).toBe(6);
    expect(paceOf([ok(450)], well, 30).atATime).toBe(8);
    expect(paceOf(Array(200).fill(ok(2_000)), well, 30).atATime).toBe(8);
  });

  it('keeps quiet for as long as Retry-After says', () => {
    const ill = paceOf([{ statusCode: 429, retryAfterMs: 120_000 }], undefined, 10);
    expect(ill.quietUntil).toBe(130_500);
    expect([isGivenUp(ill, 10_500, {}), isGivenUp(ill, 10_500, { maxQuietMs: 60_000 })]).toEqual([false, true]);
    expect(isGivenUp(ill, 131_000, { maxQuietMs: 60_000 })).toBe(false);
  });

  it('gives a host up for a minute after ten failures in a row, and for another after each one more', () => {
    const nine = paceOf(Array(9).fill({ statusCode: 503 }));
    expect(isGivenUp(nine, 8_501, {})).toBe(false);
    const ten = paceOf([{ statusCode: 503 }], nine, 20);
    expect([isGivenUp(ten, 20_501, {}), isGivenUp(ten, 80_501, {})]).toEqual([true, false]);
    const eleven = paceOf([{ statusCode: 503 }], ten, 90);
    expect([isGivenUp(eleven, 90_501, {}), isGivenUp(eleven, 150_501, {})]).toEqual([true, false]);
    expect(isGivenUp(paceOf([ok()], ten, 90), 90_501, {})).toBe(false);
  });

  it('stays within its bounds whatever happens', () => {
    const event = fc.record({
      statusCode: fc.constantFrom(200, 404, 429, 500, 503, undefined),
      elapsedMs: fc.nat(100_000),
      retryAfterMs: fc.option(fc.nat(1_000_000), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const pace = paceOf(
          events.map(({ statusCode, ...rest }) => ({ ...rest, ...(statusCode === undefined ? {} : { statusCode }) })),
        );
        expect(pace.atATime).toBeGreaterThanOrEqual(1);
        expect(pace.atATime).toBeLessThanOrEqual(8);
        expect(pace.spacingMs).toBeGreaterThanOrEqual(0);
        expect(pace.spacingMs).toBeLessThanOrEqual(10_000);
        expect(pace.quietUntil).toBeLessThanOrEqual(events.length * 1_000 + 1_000_000);
      }),
    );
  });

  it('comes back to its bound after whatever happened', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Partial<PaceEvent>>({ statusCode: 503 }, { statusCode: 429 }, ok(5_000))),
        (bad) => {
          expect(paceOf(Array(1_000).fill(ok()), paceOf(bad), 10_000)).toMatchObject({
            atATime: 8,
            spacingMs: 0,
            failures: 0,
          });
        },
      ),
    );
  });
});
