import { describe, expect, it } from 'vitest';
import type { Observation } from '#src/browser/settle-observation.js';
import { PATIENCE } from '#src/browser/settle-patience.js';
import { judgeSettle, mayRunAhead } from '#src/browser/settle-verdict.js';
import type { PageProbe } from '#src/page/probe-script.js';

const settings = { quietMs: 50, deadlineMs: 20_000, virtualTime: false };
const quiet: PageProbe = {
  unchangedMs: 1_000,
  changes: 0,
  textLength: 2_000,
  scripted: true,
  loadingSigns: [],
  animated: false,
  foreignFrames: 0,
};
const done: Observation = {
  elapsedMs: 500,
  domReady: true,
  loaded: true,
  looksAgoMs: 60_000,
  pending: [],
  networkQuietMs: 400,
  growthQuietMs: 400,
  alive: [],
  aliveAgeMs: 60_000,
  aliveQuietMs: 60_000,
  failures: 0,
  polls: false,
  ahead: { totalMs: 0, calmMs: 0, isVirtual: false },
  textRuns: false,
  work: { workersSilent: false, stores: false, restMs: 0, stirredAgoMs: 60_000, lateMs: 0, slowness: 1 },
  probe: quiet,
};
const judge = (change: Partial<Observation>, probe: Partial<PageProbe> = {}) =>
  judgeSettle({ ...done, probe: { ...quiet, ...probe }, ...change }, settings);
const judgeAhead = (change: Partial<Observation>, probe: Partial<PageProbe> = {}) =>
  judgeSettle({ ...done, probe: { ...quiet, ...probe }, ...change }, { ...settings, virtualTime: true });
const request = (ageMs: number, silentMs = ageMs) => ({ url: 'http://a.test/', ageMs, silentMs });
const still = (ms: number) => ({ networkQuietMs: ms, growthQuietMs: ms });
const ran = (totalMs: number, calmMs: number) => ({ ahead: { totalMs, calmMs, isVirtual: true } });
const allRun = ran(7_000, 2_000);

it('believes sooner in a quiet in which no program ran, but not in one from before the last news', () => {
  const changed = { ...still(40) };
  const work = { ...done.work, restMs: 25 };
  expect(judge(changed, { unchangedMs: 40 })).toMatchObject({ step: 'wait' });
  expect(judge({ ...changed, work }, { unchangedMs: 40 })).toMatchObject({ step: 'take' });
  expect(judge({ ...changed, work: { ...work, restMs: 60 } }, { unchangedMs: 40 })).toMatchObject({ step: 'wait' });
  expect(judge({ ...still(25), work: { ...work, restMs: 20 } }, { unchangedMs: 25 })).toMatchObject({ step: 'wait' });
});

it('takes a quiet page', () => {
  expect(judge({})).toEqual({ step: 'take', reason: 'settled', pending: [] });
});

it('takes a page without scripts at once', () => {
  expect(judgeAhead(still(0), { scripted: false, unchangedMs: 0 }).step).toBe('take');
});

it('takes what is there at the deadline, and says what was pending', () => {
  const late = { elapsedMs: settings.deadlineMs, domReady: false };
  expect(judge(late)).toEqual({ step: 'take', reason: 'deadline', pending: ['the document itself'] });
});

describe('waits', () => {
  it('for a worker that computes, and lets no clock run ahead meanwhile', () => {
    const work = { ...done.work, workersSilent: true };
    expect(judgeAhead({ work })).toMatchObject({ step: 'wait', pending: ['a worker that computes'] });
    expect(judge({ work, ...still(PATIENCE.workerComputingMs) }).step).toBe('take');
  });

  it('for programs that run, the longer where something is stored', () => {
    const work = { ...done.work, stirredAgoMs: 0 };
    expect(judge({ work, ...still(100) })).toMatchObject({ step: 'wait', pending: ['a busy page'] });
    expect(judge({ work, ...still(PATIENCE.stirMs) }).step).toBe('take');
    const stores = { ...work, stores: true };
    expect(judgeAhead({ work: stores, ...still(PATIENCE.stirMs) })).toMatchObject({ step: 'wait' });
    expect(judge({ work: { ...stores, stirredAgoMs: PATIENCE.storageAnswerMs } }).step).toBe('take');
    expect(judge({ work: stores, ...still(PATIENCE.storageMs) }).step).toBe('take');
  });

  it('as much longer as the page is late to answer, before its clock runs ahead again and before it is taken', () => {
    const work = { ...done.work, lateMs: 200 };
    expect(judgeAhead({ work, ...still(240), ...ran(5_000, 0) })).toMatchObject({ step: 'wait', forMs: 10 });
    expect(judgeAhead({ work, ...still(250), ...ran(5_000, 0) }).step).toBe('run ahead');
    expect(judge({ work, ...still(240) })).toMatchObject({ step: 'wait', forMs: 10 });
    expect(judge({ work, ...still(250) }).step).toBe('take');
    const pictures = { work, loaded: false, ...still(PATIENCE.unloadedMs) };
    expect(judge(pictures)).toMatchObject({ step: 'wait', pending: ['pictures'] });
    expect(judgeAhead({ work: { ...work, stirredAgoMs: 210 }, ...allRun, ...still(240) })).toMatchObject({
      pending: expect.arrayContaining(['a busy page']),
    });
  });

  it('as many times longer for work that is seen to go on as the machine is slow', () => {
    const work = { ...done.work, slowness: 3, stirredAgoMs: 0 };
    expect(judge({ work, ...still(3 * PATIENCE.stirMs - 1) })).toMatchObject({ pending: ['a busy page'] });
    expect(judge({ work, ...still(3 * PATIENCE.stirMs) }).step).toBe('take');
    const stores = { ...work, stores: true, stirredAgoMs: 2 * PATIENCE.storageAnswerMs };
    expect(judge({ work: stores, ...still(2 * PATIENCE.storageMs) })).toMatchObject({ pending: ['stored data'] });
    expect(judge({ work: stores, ...still(3 * PATIENCE.storageMs) }).step).toBe('take');
  });

  it('for a text that changes with every frame, and not for ever', () => {
    expect(judgeAhead({ ...allRun, textRuns: true })).toMatchObject({ step: 'wait', pending: ['a text that runs'] });
    expect(judge({ textRuns: true, ...still(PATIENCE.runningTextMs) }).step).toBe('take');
  });

  it('for a transition, until a frame must have been drawn', () => {
    expect(judge({}, { animated: true })).toMatchObject({ step: 'wait', pending: ['a transition'] });
    expect(judge(still(PATIENCE.animationMs), { animated: true }).step).toBe('take');
  });

  it('for the parser, until something happens', () => {
    expect(judge({ domReady: false, elapsedMs: 500 })).toMatchObject({ step: 'wait', forMs: 19_500 });
  });

  it('for what is left of the quiet, twice as long on a page with little text', () => {
    expect(judge({ networkQuietMs: 20 })).toMatchObject({ step: 'wait', forMs: 30 });
    expect(judge({}, { unchangedMs: 10 })).toMatchObject({ step: 'wait', forMs: 40 });
    expect(judge({}, { unchangedMs: 60, textLength: 10 })).toMatchObject({ step: 'wait', forMs: 40 });
  });

  it('for a request, as long as it may still be the page', () => {
    expect(judge({ pending: [request(1_000)] })).toMatchObject({ step: 'wait', forMs: 1_000 });
    expect(judge({ pending: [request(PATIENCE.silentRequestMs)] })).toMatchObject({ step: 'take' });
    const slow = { pending: [request(14_000)], ...still(14_000) };
    expect(judge(slow, { textLength: 0 })).toMatchObject({ step: 'wait', forMs: 1_000 });
  });

  it('for a request beside little text, less long once the text has changed without it', () => {
    const slow = { pending: [request(5_000)], ...still(5_000) };
    expect(judge(slow, { textLength: 9, unchangedMs: 6_000 })).toMatchObject({ step: 'wait', forMs: 10_000 });
    expect(judge(slow, { textLength: 9, unchangedMs: 500 })).toMatchObject({ step: 'wait', forMs: 1_000 });
  });

  it('for a stream that makes the text grow, and not for one that does not', () => {
    const stream = { pending: [request(30_000, 10)], elapsedMs: 15_000 };
    expect(judge({ ...stream, growthQuietMs: 100 }).step).toBe('wait');
    expect(judge({ ...stream, growthQuietMs: PATIENCE.tricklingRequestMs }).step).toBe('take');
  });

  it('behind a loading sign, longer when there is nothing else', () => {
    const loadingSigns = ['a part marked as busy'];
    const given = judge(still(PATIENCE.signMs), { loadingSigns });
    expect(given).toMatchObject({ step: 'take', pending: loadingSigns });
    expect(judge(still(PATIENCE.signMs), { loadingSigns, textLength: 7 })).toMatchObject({ step: 'wait' });
    expect(judge(still(PATIENCE.skeletonMs), { loadingSigns, textLength: 7 })).toMatchObject({ step: 'take' });
    const beside = { alive: ['a worker'], ...still(PATIENCE.skeletonMs) };
    expect(judge(beside, { loadingSigns, textLength: 7 })).toMatchObject({ step: 'wait' });
  });

  it('for the first word of a worker, a socket or a stream, longer when there is little text', () => {
    const alive = { alive: ['a worker'], aliveAgeMs: 100, aliveQuietMs: 100, ...still(5_000) };
    expect(judge(alive)).toMatchObject({ step: 'wait', forMs: PATIENCE.aliveMs - 100 });
    expect(judge(alive, { textLength: 9 })).toMatchObject({ step: 'wait', forMs: PATIENCE.thinAliveMs - 100 });
    expect(judge(alive, { textLength: 9, unchangedMs: 60 })).toMatchObject({ forMs: PATIENCE.aliveMs - 100 });
    expect(judge({ ...alive, aliveQuietMs: PATIENCE.aliveMs }).step).toBe('take');
    // What a page has shown beside a stream that has said nothing yet is its own.
    const stream = { ...alive, alive: ['an event stream'] };
    const changed = { textLength: 9, unchangedMs: 60 };
    expect(judge(stream, changed)).toMatchObject({ forMs: PATIENCE.thinAliveMs - 100 });
    expect(judge({ ...stream, aliveQuietMs: 70 }, changed)).toMatchObject({ forMs: PATIENCE.aliveMs - 70 });
  });

  it('for the last picture of a page that may show itself then', () => {
    expect(judge({ loaded: false, ...still(100) })).toMatchObject({ step: 'wait', forMs: PATIENCE.unloadedMs - 100 });
    expect(judge({ loaded: false, ...still(PATIENCE.unloadedMs) }).step).toBe('take');
  });

  it('for a picture or a font that was asked for later, and for what the page does about it', () => {
    const left = PATIENCE.unloadedMs - 100;
    expect(judge({ looksAgoMs: 0, ...still(100) })).toMatchObject({ step: 'wait', forMs: left });
    expect(judge({ looksAgoMs: 0, ...still(PATIENCE.unloadedMs) }).step).toBe('take');
    expect(judge({ looksAgoMs: 10, ...still(100) })).toMatchObject({ step: 'wait', forMs: 20 });
    expect(judge({ looksAgoMs: PATIENCE.pictureAnswerMs, ...still(100) }).step).toBe('take');
  });
});

it('does not wait for a clock', () => {
  const ticking = { unchangedMs: 5 };
  expect(judge({}, ticking).step).toBe('wait');
  expect(judge(still(1_500), ticking).step).toBe('take');
});

describe('lets the clock run ahead', () => {
  it('before anything else, and again after a moment of quiet', () => {
    expect(judgeAhead(still(0))).toMatchObject({ step: 'run ahead', pageMs: 5_000 });
    expect(judgeAhead({ ...still(10), ...ran(5_000, 0) })).toMatchObject({ step: 'wait', forMs: 40 });
    expect(judgeAhead({ ...still(60), ...ran(5_000, 0) })).toMatchObject({ step: 'run ahead', pageMs: 2_000 });
    expect(judgeAhead({ ...still(60), ...allRun })).toMatchObject({ step: 'take' });
  });

  it('again and again behind a loading sign, and gives up sooner than in real time', () => {
    const sign = { loadingSigns: ['a spinner'] };
    expect(judgeAhead({ ...still(100), ...allRun }, sign)).toMatchObject({ step: 'wait' });
    expect(judgeAhead({ ...still(300), ...allRun }, sign)).toMatchObject({ step: 'run ahead', pageMs: 2_000 });
    expect(judgeAhead({ ...still(PATIENCE.signAheadMs), ...ran(20_000, 0) }, sign).step).toBe('take');
    const thin = { ...sign, textLength: 9 };
    expect(judgeAhead({ ...still(PATIENCE.signAheadMs), ...ran(20_000, 0) }, thin).step).toBe('wait');
  });

  it('through the parsing, once the clock is ours: it would stand', () => {
    expect(judgeAhead({ domReady: false, ...ran(0, 0) })).toMatchObject({ step: 'run ahead' });
    expect(judgeAhead({ domReady: false })).toMatchObject({ step: 'wait' });
  });

  it('not without end', () => {
    expect(judgeAhead({ ...still(0), ...ran(20_000, 0) }).step).toBe('wait');
  });

  it('not while a request is no longer young', () => {
    expect(judgeAhead({ pending: [request(50)] }).step).toBe('run ahead');
    expect(judgeAhead({ pending: [request(150)] }).step).toBe('wait');
  });

  it('not on a page that polls', () => {
    expect(judgeAhead({ polls: true, ...still(10) }).step).toBe('wait');
    expect(judgeAhead({ polls: true, ...still(60) }).step).toBe('take');
  });

  it('not while failed requests or what lives beside the page may still be the page', () => {
    const thin = { textLength: 9 };
    expect(judgeAhead({ failures: 1 }, thin).step).toBe('wait');
    expect(judgeAhead({ failures: 1 }, { loadingSigns: ['a spinner'] }).step).toBe('wait');
    expect(judgeAhead({ failures: 1 }).step).toBe('run ahead');
    expect(judgeAhead({ alive: ['a worker'] }, thin).step).toBe('take');
    expect(judgeAhead({ alive: ['a worker'], aliveQuietMs: 10 }).step).toBe('wait');
    expect(judgeAhead({ alive: ['a worker'] }).step).toBe('run ahead');
  });

  it('for a named condition only where nothing at all speaks against it', () => {
    expect(mayRunAhead(done)).toBe(true);
    for (const change of [{ domReady: false }, { polls: true }, { failures: 1 }, { alive: ['a worker'] }]) {
      expect(mayRunAhead({ ...done, ...change }), JSON.stringify(change)).toBe(false);
    }
    expect(mayRunAhead({ ...done, pending: [request(150)] })).toBe(false);
  });
});
