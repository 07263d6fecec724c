import { blockers, speaksAgainst } from './settle-blocks.js';
import { isYoung, type Observation, stillnessOf, trusted } from './settle-observation.js';
import type { SettleSettings } from './settle-patience.js';

export type SettleVerdict =
  | { readonly step: 'take'; readonly reason: 'settled' | 'deadline'; readonly pending: readonly string[] }
  | { readonly step: 'wait'; readonly pending: readonly string[]; readonly forMs: number }
  | {
      readonly step: 'run ahead';
      readonly pending: readonly string[];
      readonly pageMs: number;
      readonly isFirst: boolean;
    };

/** Page time that every page with scripts is given at once. */
export const FIRST_RUN_MS = 5_000;
/** And again when it is quiet: what came meanwhile in real time may have set timers. */
export const SECOND_RUN_MS = 2_000;
/** A page that is never done gets no more. */
const MAX_AHEAD_MS = 20_000;
/** While signs say that more is to come, the clock runs ahead again so often. */
const RUN_AGAIN_MS = 250;

/**
 * What to do about a page now: take it, wait, or let its clock run ahead. Done is what is parsed, has no relevant request
 * in flight, does not change, says nowhere that more is to come, and has been given seconds of its own time. Pure; who calls
 * it gathers the observation and comes back after `forMs`, or sooner when something happened.
 */
export function judgeSettle(seen: Observation, settings: SettleSettings): SettleVerdict {
  const observation = trusted(seen);
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

/** What was given up on. */
function leftOver({ pending, probe }: Observation): string[] {
  return [...pending.map((request) => `a request to ${request.url}`), ...(probe?.loadingSigns ?? [])];
}
