import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HostTurn, HostTurns } from '#src/crawl/host-turns.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { serve } from '../support/http-server.js';
import { ManualClock, settled } from '../support/manual-clock.js';

const A = 'https://a.example/';
const B = 'https://b.example/';
const WELL = { statusCode: 200, elapsedMs: 10 };

/** Who was let in, and when. */
function watch(turns: HostTurns, clock: ManualClock) {
  const begun: [string, number][] = [];
  const open = new Map<string, HostTurn>();
  const enter = async (name: string, url = A, signal?: AbortSignal) => {
    const turn = await turns.enter(url, signal);
    begun.push([name, clock.now()]);
    open.set(name, turn);
  };
  return { begun, open, enter };
}

describe('turns at a host', () => {
  it('are given in order, so many at a time', async () => {
    const clock = new ManualClock();
    const { begun, open, enter } = watch(new HostTurns({ clock, maxPerHost: 2 }), clock);
    for (const name of ['one', 'two', 'three', 'four']) void enter(name);
    await settled();
    expect(begun.map(([name]) => name)).toEqual(['one', 'two']);
    open.get('two')?.leave(WELL);
    open.get('two')?.leave(WELL);
    await settled();
    expect(begun.map(([name]) => name)).toEqual(['one', 'two', 'three']);
    expect(clock.waiting).toBe(0);
  });

  it('are so far apart as the settings and robots.txt ask for, whichever asks for more', async () => {
    const clock = new ManualClock();
    const turns = new HostTurns({ clock, spacingMs: 100 });
    const { begun, open, enter } = watch(turns, clock);
    for (const name of ['one', 'two', 'three']) void enter(name);
    await clock.advance(100);
    expect(turns.setCrawlDelay(A, 3_000)).toBe(3_000);
    open.get('one')?.leave(WELL);
    open.get('two')?.leave(WELL);
    await clock.advance(10_000);
    expect(begun).toEqual([
      ['one', 0],
      ['two', 100],
      ['three', 3_100],
    ]);
  });

  it('are one at a time under a crawl delay, which is a minute at most', async () => {
    const clock = new ManualClock();
    const turns = new HostTurns({ clock });
    expect(turns.setCrawlDelay(A, 86_400_000)).toBe(60_000);
    const { begun, open, enter } = watch(turns, clock);
    void enter('one');
    void enter('two');
    await clock.advance(600_000);
    expect(begun).toEqual([['one', 0]]);
    open.get('one')?.leave(WELL);
    await settled();
    expect(begun).toEqual([
      ['one', 0],
      ['two', 600_000],
    ]);
  });

  it('are not given to one host in another’s stead, nor kept from one by another', async () => {
    const clock = new ManualClock();
    const turns = new HostTurns({ clock, spacingMs: 1_000 });
    const { begun, enter } = watch(turns, clock);
    for (const name of ['a1', 'a2', 'a3']) void enter(name, A);
    for (const name of ['b1', 'b2']) void enter(name, B);
    await clock.advance(1_000);
    expect(begun).toEqual([
      ['a1', 0],
      ['b1', 0],
      ['a2', 1_000],
      ['b2', 1_000],
    ]);
  });

  it('are told without waiting for them', async () => {
    const clock = new ManualClock();
    const turns = new HostTurns({ clock, maxPerHost: 1, spacingMs: 500 });
    expect(turns.readyInMs(A)).toBe(0);
    const turn = turns.tryEnter(A);
    expect([turn === undefined, turns.tryEnter(A), turns.readyInMs(A)]).toEqual([false, undefined, Infinity]);
    turn?.leave();
    expect([turns.tryEnter(A), turns.readyInMs(A), turns.readyInMs(B)]).toEqual([undefined, 500, 0]);
    await clock.advance(500);
    expect(turns.tryEnter(A)).toBeDefined();
  });

  it.each([
    ['seconds', () => '30', 30_000],
    ['a date', () => new Date(Date.now() + 30_000).toUTCString(), 30_000],
  ])('wait for a Retry-After in %s', async (_name, header, ms) => {
    const clock = new ManualClock();
    const turns = new HostTurns({ clock });
    const { begun, open, enter } = watch(turns, clock);
    void enter('one');
    await settled();
    open.get('one')?.leave({ statusCode: 503, retryAfter: header(), elapsedMs: 10 });
    void enter('two');
    await clock.advance(ms - 1_500);
    expect(begun.length).toBe(1);
    await clock.advance(1_500);
    expect(begun.length).toBe(2);
  });

  it('are refused, with when to come again, at a host that asks to be left alone for too long', async () => {
    const clock = new ManualClock();
    const turns = new HostTurns({ clock, maxPerHost: 1 });
    const { open, enter } = watch(turns, clock);
    void enter('one');
    await settled();
    const two = enter('two');
    open.get('one')?.leave({ statusCode: 429, retryAfter: '3600', elapsedMs: 10 });
    const refusal = { code: 'RATE_LIMITED', retryable: true, details: { host: 'a.example', retryAfterMs: 3_600_000 } };
    await expect(two).rejects.toMatchObject(refusal);
    await expect(enter('three')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(clock.waiting).toBe(0);
    await clock.advance(3_600_000);
    await expect(enter('four')).resolves.toBeUndefined();
  });

  it('are left at once on an abort, without a timer once nobody waits', async () => {
    const clock = new ManualClock();
    const { begun, enter } = watch(new HostTurns({ clock, spacingMs: 1_000 }), clock);
    await enter('one');
    const [first, second] = [new AbortController(), new AbortController()];
    const [two, three] = [enter('two', A, first.signal), enter('three', A, second.signal)];
    await settled();
    expect(clock.waiting).toBe(1);
    first.abort(new Error('enough'));
    await expect(two).rejects.toThrow('enough');
    expect(clock.waiting).toBe(1);
    second.abort(new Error('enough'));
    await expect(three).rejects.toThrow('enough');
    await expect(enter('four', A, AbortSignal.abort(new Error('no')))).rejects.toThrow('no');
    expect([clock.waiting, begun.length]).toEqual([0, 1]);
  });

  it('come to everybody in the end, never too many nor too close, whatever the answers', async () => {
    const answer = fc.record({
      statusCode: fc.constantFrom(200, 200, 404, 429, 503),
      retryAfter: fc.constantFrom(undefined, '0', '2', '7'),
      takesMs: fc.nat(3_000),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 100, 1_000),
        async (answers, maxPerHost, spacingMs) => {
          const clock = new ManualClock();
          const turns = new HostTurns({ clock, maxPerHost, spacingMs });
          const starts: number[] = [];
          let running = 0;
          let ended = 0;
          let quietUntil = 0;
          const all = answers.map(async ({ statusCode, retryAfter, takesMs }) => {
            try {
              const turn = await turns.enter(A);
              running += 1;
              expect(running).toBeLessThanOrEqual(maxPerHost);
              expect(clock.now()).toBeGreaterThanOrEqual(quietUntil);
              starts.push(clock.now());
              await clock.wait(takesMs);
              running -= 1;
              if (statusCode >= 429 && retryAfter !== undefined) {
                quietUntil = Math.max(quietUntil, clock.now() + Number(retryAfter) * 1_000);
              }
              const header = retryAfter === undefined ? {} : { retryAfter };
              turn.leave({ statusCode, ...header, elapsedMs: takesMs });
            } catch (error) {
              // Only a host that is down turns anybody away.
              expect(error).toMatchObject({ code: 'RATE_LIMITED' });
            }
            ended += 1;
          });
          for (let minutes = 0; ended < answers.length && minutes < 60; minutes += 1) await clock.advance(60_000);
          await Promise.all(all);
          expect(starts.every((at, index) => index === 0 || at - (starts[index - 1] ?? 0) >= spacingMs)).toBe(true);
          expect(clock.waiting).toBe(0);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('slow down before a real server that bears two requests at a time', async () => {
    let under = 0;
    let most = 0;
    let refused = 0;
    await using server = await serve((_, response) => {
      under += 1;
      most = Math.max(most, under);
      const isBusy = under > 2;
      if (isBusy) refused += 1;
      setTimeout(() => {
        under -= 1;
        response.writeHead(isBusy ? 503 : 200, isBusy ? { 'retry-after': '0' } : {}).end('words');
      }, 5);
    });
    await using reader = new HttpReader({ allowPrivate: [server.host], retries: 0 });
    const turns = new HostTurns();
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const turn = await turns.enter(server.origin);
        const started = performance.now();
        const { statusCode } = await reader.load({ url: `${server.origin}/${index}` });
        turn.leave({ statusCode, elapsedMs: performance.now() - started });
        return statusCode;
      }),
    );
    expect(most).toBeGreaterThan(2);
    expect(refused).toBeLessThan(20);
    expect(statuses.filter((status) => status === 503).length).toBe(refused);
  });
});
