import type { PageProbe } from '../page/probe-script.js';

/** A request that the page is waiting for. */
export interface PendingRequest {
  readonly url: string;
  readonly ageMs: number;
  /** Since it was sent or last brought bytes. */
  readonly silentMs: number;
}

/** How far the page's own clock has been made to run ahead. */
export interface HeadStart {
  /** Of page time, with this document. */
  readonly totalMs: number;
  /** Of it since the page was quiet, and still is. */
  readonly calmMs: number;
  /** The page's time passes only as it is granted. */
  readonly isVirtual: boolean;
}

/** Everything the verdict rests on, at one moment. Milliseconds of real time, where nothing else is said. */
export interface Observation {
  /** Since the navigation began. */
  readonly elapsedMs: number;
  /** The document has been parsed. */
  readonly domReady: boolean;
  /** Everything that its markup names has arrived. */
  readonly loaded: boolean;
  /** Without event streams, sockets, media, images and polls. */
  readonly pending: readonly PendingRequest[];
  /** Since a request of that kind last began or ended, or the document was parsed. */
  readonly networkQuietMs: number;
  /** Since the visible text last grew by more than a counter's tick. */
  readonly growthQuietMs: number;
  /** What can bring text at any time: workers, sockets, streams. */
  readonly alive: readonly string[];
  /** Since the last of them came. */
  readonly aliveAgeMs: number;
  /** Since one of them came or spoke. */
  readonly aliveQuietMs: number;
  /** Requests for data that failed as busy servers and broken lines do, since the text last grew. */
  readonly failures: number;
  /** A timer asks the same address again and again, nothing comes of it, and it has asked often enough. */
  readonly polls: boolean;
  readonly ahead: HeadStart;
  /** Absent as long as the page has not answered. */
  readonly probe?: PageProbe;
}

export interface SettleSettings {
  /** Quiet after the last sign of life on a page with scripts, twice that with little text. A page without any pays nothing. */
  readonly quietMs: number;
  /** When to take the page as it is. */
  readonly deadlineMs: number;
  /** Whether the page's clock may be made to run ahead. */
  readonly virtualTime: boolean;
}

export type SettleVerdict =
  | { readonly step: 'take'; readonly reason: 'settled' | 'deadline'; readonly pending: readonly string[] }
  | { readonly step: 'wait'; readonly pending: readonly string[]; readonly forMs: number }
  | {
      readonly step: 'run ahead';
      readonly pending: readonly string[];
      readonly pageMs: number;
      readonly isFirst: boolean;
    };

/** How patient the verdict is; measured on pages that poll, hang, stream and start late. */
export const PATIENCE = {
  quietMs: 50,
  deadlineMs: 20_000,
  /** A silent request no longer holds back a page that has text. */
  silentRequestMs: 2_000,
  /** A request that trickles on without the text growing is a stream. */
  tricklingRequestMs: 8_000,
  /** The same when there is nothing but a skeleton: the answer is the page. */
  skeletonRequestMs: 15_000,
  /** A page without text or with only a loading sign may be waiting for its own timers, or for what lives beside it. */
  skeletonMs: 6_000,
  /** The same beside a worker, a socket or a stream, which shows no sign of what it does. */
  skeletonAliveMs: 10_000,
  /** A loading sign on a page that has text. */
  signMs: 2_000,
  /** The same when the clock ran ahead and nothing came: only what takes real time is left, as a database or a computation. */
  skeletonAheadMs: 1_500,
  signAheadMs: 500,
  /** Some pages show themselves when their last picture is there. */
  unloadedMs: 300,
  unloadedThinMs: 2_000,
  /** What lives beside a page that has text gets so long to say something first. */
  aliveMs: 250,
  /** And beside one with little text and no sign of loading; a request that failed may be tried again meanwhile. */
  thinAliveMs: 2_000,
  /** Clocks and carousels change for ever: without growth for so long, changes no longer count. */
  churnMs: 1_000,
  churnAheadMs: 300,
} as const;

/** Page time that every page with scripts is given at once. */
export const FIRST_RUN_MS = 5_000;
/** And again when it is quiet: what came meanwhile in real time may have set timers. */
export const SECOND_RUN_MS = 2_000;
/** A page that is never done gets no more. */
const MAX_AHEAD_MS = 20_000;
/** While signs say that more is to come, the clock runs ahead again so often. */
const RUN_AGAIN_MS = 250;
/** Time stands while a request is young; an older one is waited for with the clock going. */
export const STALL_MS = 100;
/** Text shorter than this is not yet a page. */
const THIN_TEXT = 200;
/** A page that did not answer has just moved on, or is busy. */
const BUSY_RETRY_MS = 20;

interface Block {
  readonly what: string;
  /** How long it can still hold the page back if nothing happens. */
  readonly forMs: number;
}

/**
 * What to do about a page now: take it, wait, or let its clock run ahead. Done is what is parsed, has no relevant request
 * in flight, does not change, says nowhere that more is to come, and has been given seconds of its own time. Pure; who calls
 * it gathers the observation and comes back after `forMs`, or sooner when something happened.
 */
export function judgeSettle(observation: Observation, settings: SettleSettings): SettleVerdict {
  const { elapsedMs } = observation;
  const blocks = blockers(observation, settings);
  const pending = blocks.map((block) => block.what);
  if (elapsedMs >= settings.deadlineMs) return { step: 'take', reason: 'deadline', pending };
  const pageMs = settings.virtualTime ? pageTimeToRun(observation, settings) : 0;
  const isFirst = observation.domReady && observation.ahead.totalMs < FIRST_RUN_MS;
  if (pageMs > 0) return { step: 'run ahead', pending, pageMs, isFirst };
  if (blocks.length === 0) return { step: 'take', reason: 'settled', pending: leftOver(observation) };
  const soonest = Math.min(settings.deadlineMs - elapsedMs, ...blocks.map((block) => block.forMs));
  return { step: 'wait', pending, forMs: Math.max(1, soonest) };
}

/** How much page time to let pass at once now; 0 for none. */
function pageTimeToRun(observation: Observation, { quietMs }: SettleSettings): number {
  const { domReady, probe, pending, ahead } = observation;
  // A clock once taken must be driven, or the parser stands. With a request under way it stands by itself.
  if (!domReady) return ahead.isVirtual ? SECOND_RUN_MS : 0;
  if (probe === undefined || !probe.scripted) return 0;
  if (!pending.every(isYoung)) return 0;
  if (speaksAgainst(observation, probe).length > 0) return 0;
  const leftMs = MAX_AHEAD_MS - ahead.totalMs;
  if (ahead.totalMs < FIRST_RUN_MS) return FIRST_RUN_MS - ahead.totalMs;
  const stillMs = stillnessOf(observation);
  if (stillMs < quietMs) return 0;
  const runs = probe.loadingSigns.length > 0 ? 1 + Math.floor(stillMs / RUN_AGAIN_MS) : 1;
  return Math.max(0, Math.min(leftMs, runs * SECOND_RUN_MS - ahead.calmMs));
}

/** Whether letting the clock run ahead does no harm, whatever the page looks like. */
export function mayRunAhead({ domReady, pending, alive, failures, polls, ahead }: Observation): boolean {
  const isClear = alive.length === 0 && failures === 0 && !polls && pending.every(isYoung);
  return domReady && isClear && ahead.totalMs < MAX_AHEAD_MS;
}

/** Why the page's clock must not run ahead: what happens in real time would come too late, or be asked for too often. */
function speaksAgainst({ alive, aliveQuietMs, failures, polls }: Observation, probe: PageProbe): string[] {
  const unsure = isThin(probe) || probe.loadingSigns.length > 0;
  return [
    ...(polls ? ['a poll'] : []),
    ...(failures > 0 && unsure ? ['a request that failed'] : []),
    ...(unsure || aliveQuietMs < PATIENCE.aliveMs ? alive : []),
  ];
}

function blockers(observation: Observation, settings: SettleSettings): Block[] {
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
  ];
  return blocks.filter(({ forMs }) => forMs > 0);
}

/** Quiet, as long as it takes to believe in it. */
function changeBlocks(observation: Observation, probe: PageProbe, settings: SettleSettings): Block[] {
  if (!probe.scripted) return [];
  const stillMs = stillnessOf(observation);
  const quietMs = isThin(probe) ? 2 * settings.quietMs : settings.quietMs;
  // What goes on for ever is no reason to wait for ever: only growth and requests are news then.
  const churning = stillMs > (observation.ahead.totalMs > 0 ? PATIENCE.churnAheadMs : PATIENCE.churnMs);
  const forMs = quietMs - (churning ? stillMs : Math.min(stillMs, probe.unchangedMs));
  const unloadedMs = isThin(probe) ? PATIENCE.unloadedThinMs : PATIENCE.unloadedMs;
  return [
    { what: 'a page that still changes', forMs },
    { what: 'pictures', forMs: observation.loaded ? 0 : unloadedMs - stillMs },
  ];
}

/** Signs that more is to come, and what could bring it. */
function signBlocks(observation: Observation, probe: PageProbe, { virtualTime }: SettleSettings): Block[] {
  const { alive, aliveAgeMs, aliveQuietMs, failures } = observation;
  const stillMs = stillnessOf(observation);
  const signs = probe.loadingSigns;
  if (signs.length === 0) {
    const hasBrought = probe.textLength > 0 && probe.unchangedMs < aliveAgeMs;
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

function isYoung({ ageMs }: PendingRequest): boolean {
  return ageMs < STALL_MS;
}

function isThin({ textLength }: PageProbe): boolean {
  return textLength < THIN_TEXT;
}

/** Since anything happened that could go on. */
function stillnessOf({ growthQuietMs, networkQuietMs }: Observation): number {
  return Math.min(growthQuietMs, networkQuietMs);
}

/** What was given up on. */
function leftOver({ pending, probe }: Observation): string[] {
  return [...pending.map((request) => `a request to ${request.url}`), ...(probe?.loadingSigns ?? [])];
}
