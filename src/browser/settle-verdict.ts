import type { Readiness } from '../page/page.js';
import type { PageProbe } from '../page/probe-script.js';

/** A request that the page is waiting for. */
export interface PendingRequest {
  readonly url: string;
  readonly ageMs: number;
  /** Since it was sent or last brought bytes. */
  readonly silentMs: number;
}

/** Everything the verdict rests on, at one moment. */
export interface Observation {
  /** Since the navigation began. */
  readonly elapsedMs: number;
  /** The document has been parsed. */
  readonly domReady: boolean;
  /** Without event streams, sockets, media, images and polls. */
  readonly pending: readonly PendingRequest[];
  /** Since a request of that kind last began or ended, or the document was parsed. */
  readonly networkQuietMs: number;
  /** Since the visible text last grew by more than a counter's tick. */
  readonly growthQuietMs: number;
  /** Absent as long as the page has not answered. */
  readonly probe?: PageProbe;
}

export interface SettleSettings {
  /** Quiet after the last sign of life on a page with scripts, twice that with little text. A page without any pays nothing. */
  readonly quietMs: number;
  /** When to take the page as it is. */
  readonly deadlineMs: number;
}

export type SettleVerdict =
  | { readonly settled: true; readonly readiness: Readiness }
  | { readonly settled: false; readonly pending: readonly string[]; readonly recheckMs: number };

/** How patient the verdict is; measured on pages that poll, hang, stream and start late. */
export const PATIENCE = {
  quietMs: 50,
  deadlineMs: 20_000,
  /** A silent request no longer holds back a page that has text. */
  silentRequestMs: 2_500,
  /** A request that trickles on without the text growing is a stream. */
  tricklingRequestMs: 8_000,
  /** The same when there is nothing but a skeleton: the answer is the page. */
  skeletonRequestMs: 15_000,
  /** A page without text or with only a loading sign may be waiting for its own timers. */
  skeletonMs: 6_000,
  /** A loading sign on a page that has text. */
  signMs: 2_000,
  /** Clocks and carousels change for ever: without growth for so long, changes no longer count. */
  churnMs: 1_000,
} as const;

/** Text shorter than this is not yet a page. */
const THIN_TEXT = 200;
/** A page that did not answer has just moved on, or is busy. */
const BUSY_RETRY_MS = 20;

/**
 * Whether a page is done: parsed, no relevant request in flight, no change, nothing that says more is to come. Pure; who
 * calls it gathers the observation and comes back after `recheckMs`, or sooner when something happened.
 */
export function judgeSettle(observation: Observation, settings: SettleSettings): SettleVerdict {
  const { elapsedMs, probe } = observation;
  const blocks = blockers(observation, settings);
  const pending = blocks.map((block) => block.what);
  if (elapsedMs >= settings.deadlineMs) return { settled: true, readiness: { reason: 'deadline', pending, elapsedMs } };
  if (blocks.length > 0 || probe === undefined) {
    const soonest = Math.min(settings.deadlineMs - elapsedMs, ...blocks.map((block) => block.forMs));
    return { settled: false, pending, recheckMs: Math.max(1, soonest) };
  }
  return { settled: true, readiness: { reason: 'settled', pending: leftOver(observation), elapsedMs } };
}

interface Block {
  readonly what: string;
  /** How long it can still hold the page back if nothing happens. */
  readonly forMs: number;
}

function blockers(observation: Observation, settings: SettleSettings): Block[] {
  const { domReady, probe, pending, networkQuietMs, growthQuietMs } = observation;
  if (!domReady) return [{ what: 'the document itself', forMs: Number.POSITIVE_INFINITY }];
  if (probe === undefined) return [{ what: 'a busy page', forMs: BUSY_RETRY_MS }];
  const blocks: Block[] = [];
  const thin = probe.textLength < THIN_TEXT;
  for (const request of pending) {
    const forMs = requestBlockMs(request, thin || probe.loadingSigns.length > 0, growthQuietMs);
    if (forMs > 0) blocks.push({ what: `a request to ${request.url}`, forMs });
  }
  if (probe.scripted) {
    // What goes on for ever is no reason to wait for ever: only growth and requests are news then.
    const churning = growthQuietMs > PATIENCE.churnMs && networkQuietMs > PATIENCE.churnMs;
    const quietForMs = churning ? Number.POSITIVE_INFINITY : Math.min(probe.unchangedMs, networkQuietMs);
    const quietMs = thin ? 2 * settings.quietMs : settings.quietMs;
    if (quietForMs < quietMs) blocks.push({ what: 'a page that still changes', forMs: quietMs - quietForMs });
  }
  const patienceMs = thin ? PATIENCE.skeletonMs : PATIENCE.signMs;
  const stillMs = Math.min(growthQuietMs, networkQuietMs);
  if (probe.loadingSigns.length > 0 && stillMs < patienceMs) {
    blocks.push({ what: probe.loadingSigns.join(', '), forMs: patienceMs - stillMs });
  }
  return blocks;
}

function requestBlockMs(request: PendingRequest, isSkeleton: boolean, growthQuietMs: number): number {
  if (isSkeleton) return PATIENCE.skeletonRequestMs - request.ageMs;
  const silence = PATIENCE.silentRequestMs - request.silentMs;
  const trickle = PATIENCE.tricklingRequestMs - Math.min(request.ageMs, growthQuietMs);
  return Math.min(silence, trickle);
}

/** What was given up on. */
function leftOver({ pending, probe }: Observation): string[] {
  return [...pending.map((request) => `a request to ${request.url}`), ...(probe?.loadingSigns ?? [])];
}
