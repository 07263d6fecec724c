import type { PageProbe } from '../page/probe-script.js';
import { A_WORKER } from './page-life.js';
import { isAtRest, isThin, type Observation, type PendingRequest, stillnessOf } from './settle-observation.js';
import { PATIENCE, type SettleSettings } from './settle-patience.js';

/** A page that did not answer has just moved on, or is busy. */
const BUSY_RETRY_MS = 20;
/** Whether a page still computes is looked at again so often. */
const LOOK_AGAIN_MS = 50;

/** Quiet in which no program was seen to run is believed in sooner. */
export const REST_SHARE = 0.6;
/** Of a page that polls, sooner still: it has been watched through several answers, and in its own time between them. */
const POLLS_SHARE = 0.3;

interface Block {
  readonly what: string;
  /** How long it can still hold the page back if nothing happens. */
  readonly forMs: number;
}

/** Why the page's clock must not run ahead: what happens in real time would come too late, or be asked for too often. */
export function speaksAgainst(observation: Observation, probe: PageProbe): string[] {
  const { alive, aliveQuietMs, failures, polls, work } = observation;
  const unsure = isThin(probe) || probe.loadingSigns.length > 0;
  return [
    ...(polls ? ['a poll'] : []),
    ...(failures > 0 && unsure ? ['a request that failed'] : []),
    ...(unsure || aliveQuietMs < PATIENCE.aliveMs ? alive : []),
    ...(work.workersSilent ? ['a worker that computes'] : []),
    ...(storedDataMs(observation) > 0 ? ['stored data'] : []),
  ];
}

/** What a page is to be waited for, and how long at most. */
export function blockers(observation: Observation, settings: SettleSettings): Block[] {
  const { domReady, probe, pending, growthQuietMs } = observation;
  if (!domReady) return [{ what: 'the document itself', forMs: Number.POSITIVE_INFINITY }];
  if (probe === undefined) return [{ what: 'a busy page', forMs: BUSY_RETRY_MS }];
  const requests = pending.map((request) => ({
    what: `a request to ${request.url}`,
    forMs: requestBlockMs(request, probe, growthQuietMs),
  }));
  const blocks = [
    ...requests,
    ...changeBlocks(observation, probe, settings),
    ...signBlocks(observation, probe, settings),
    ...workBlocks(observation, probe),
  ];
  return blocks.filter(({ forMs }) => forMs > 0);
}

/** Quiet, as long as it takes to believe in it. */
function changeBlocks(observation: Observation, probe: PageProbe, settings: SettleSettings): Block[] {
  if (!probe.scripted) return [];
  const stillMs = stillnessOf(observation);
  const rested = isAtRest(observation.work, stillMs) ? REST_SHARE : 1;
  const share = observation.polls ? POLLS_SHARE : rested;
  const quietMs = settings.quietMs * (isThin(probe) ? 2 : 1) * share;
  // What goes on for ever is no reason to wait for ever: only growth and requests are news then.
  const churning = stillMs > (observation.ahead.totalMs > 0 ? PATIENCE.churnAheadMs : PATIENCE.churnMs);
  const forMs = quietMs - (churning ? stillMs : Math.min(stillMs, probe.unchangedMs));
  return [
    { what: 'a page that still changes', forMs },
    { what: 'pictures', forMs: picturesMs(observation, probe) },
  ];
}

function picturesMs(observation: Observation, probe: PageProbe): number {
  const stillMs = stillnessOf(observation);
  if (!observation.loaded) return (isThin(probe) ? PATIENCE.unloadedThinMs : PATIENCE.unloadedMs) - stillMs;
  const { looksAgoMs } = observation;
  // It is looked at again when the next has come; of those that never come nobody says so.
  const comeMs = looksAgoMs > 0 ? PATIENCE.pictureAnswerMs - looksAgoMs : Number.POSITIVE_INFINITY;
  return Math.min(comeMs, PATIENCE.unloadedMs - stillMs);
}

/** Signs that more is to come, and what could bring it. */
function signBlocks(observation: Observation, probe: PageProbe, { virtualTime }: SettleSettings): Block[] {
  const { alive, aliveAgeMs, aliveQuietMs, failures } = observation;
  const stillMs = stillnessOf(observation);
  const signs = probe.loadingSigns;
  if (signs.length === 0) {
    const mayHaveSpoken = aliveQuietMs < aliveAgeMs || alive.includes(A_WORKER);
    const hasBrought = mayHaveSpoken && probe.textLength > 0 && probe.unchangedMs < aliveAgeMs;
    const patienceMs = isThin(probe) && !hasBrought ? PATIENCE.thinAliveMs : PATIENCE.aliveMs;
    const blocks = alive.map((what) => ({ what, forMs: patienceMs - Math.min(stillMs, aliveQuietMs) }));
    if (failures === 0 || !isThin(probe)) return blocks;
    return [...blocks, { what: 'a request that failed', forMs: PATIENCE.thinAliveMs - stillMs }];
  }
  const inRealTime = !virtualTime || !probe.scripted || speaksAgainst(observation, probe).length > 0;
  const full = inRealTime ? PATIENCE.signMs : PATIENCE.signAheadMs;
  const skeletonMs = alive.length > 0 ? PATIENCE.skeletonAliveMs : PATIENCE.skeletonMs;
  const thin = inRealTime ? skeletonMs : PATIENCE.skeletonAheadMs;
  return [{ what: signs.join(', '), forMs: (isThin(probe) ? thin : full) - stillMs }];
}

/** What takes real time, whatever the page's clock says, and shows in nothing but that it takes it. */
function workBlocks(observation: Observation, probe: PageProbe): Block[] {
  const { work, polls } = observation;
  if (!probe.scripted) return [];
  // Of a page that polls it is known what its programs do.
  const stirs = work.stirredAgoMs < LOOK_AGAIN_MS / 2 && !polls;
  const stillMs = stillnessOf(observation);
  const again = (forMs: number): number => Math.min(forMs, LOOK_AGAIN_MS);
  const left = (patienceMs: number): number => again(patienceMs * work.slowness - stillMs);
  return [
    { what: 'a worker that computes', forMs: work.workersSilent ? left(PATIENCE.workerComputingMs) : 0 },
    { what: 'a text that runs', forMs: observation.textRuns ? left(PATIENCE.runningTextMs) : 0 },
    { what: 'a transition', forMs: probe.animated ? left(PATIENCE.animationMs) : 0 },
    { what: 'stored data', forMs: again(storedDataMs(observation)) },
    { what: 'a busy page', forMs: stirs ? left(PATIENCE.stirMs) : 0 },
  ];
}

/** How long a page may still be at what it has stored. */
function storedDataMs(observation: Observation): number {
  const { stores, stirredAgoMs, slowness } = observation.work;
  if (!stores) return 0;
  const { storageAnswerMs, storageMs } = PATIENCE;
  return Math.min(storageAnswerMs * slowness - stirredAgoMs, storageMs * slowness - stillnessOf(observation));
}

function requestBlockMs(request: PendingRequest, probe: PageProbe, growthQuietMs: number): number {
  if (probe.loadingSigns.length > 0) return PATIENCE.skeletonRequestMs - request.ageMs;
  if (isThin(probe)) {
    // A page that has shown something since may have gone on without the answer.
    const goneOn = probe.textLength > 0 && probe.unchangedMs < request.ageMs;
    return (goneOn ? PATIENCE.skeletonMs : PATIENCE.skeletonRequestMs) - request.ageMs;
  }
  const silence = PATIENCE.silentRequestMs - request.silentMs;
  const trickle = PATIENCE.tricklingRequestMs - Math.min(request.ageMs, growthQuietMs);
  return Math.min(silence, trickle);
}
