import type { Decision } from '../guard/decision.js';
import { createGuard, type Guard } from '../guard/guard.js';
import type { GuardOptions, OnDecision } from '../guard/guard-options.js';
import { openDecisionLog } from './decision-log.js';
import type { FlagValues } from './flag.js';
import type { POLICY_FLAGS } from './options.js';
import { printNote, type Terminal } from './output.js';
import { printAllowances } from './policy.js';

/** The guard of one command, and the end of its log. */
export interface OpenGuard {
  readonly guard: Guard;
  close(): void;
}

/** A guard that writes its decisions down as the flags ask for. @throws UsageError `INVALID_OPTION` */
export function openGuard(
  terminal: Terminal,
  values: FlagValues<typeof POLICY_FLAGS>,
  policy: GuardOptions,
): OpenGuard {
  const { onDecision, close } = openDecisions(terminal, values);
  return { guard: createGuard({ ...policy, onDecision }), close };
}

/** Where the decisions of any number of guards are written down, and the end of that. */
export interface OpenDecisions {
  readonly onDecision: OnDecision;
  close(): void;
}

/** Writes decisions down as the flags ask for. @throws UsageError `INVALID_OPTION` */
export function openDecisions(terminal: Terminal, values: FlagValues<typeof POLICY_FLAGS>): OpenDecisions {
  if (values.verbose) printAllowances(terminal, values);
  const log = openDecisionLog(terminal, values.decisionLog);
  return {
    onDecision(decision, context) {
      log?.write(decision, context);
      if (values.verbose) printRefusal(terminal, decision);
    },
    close: () => log?.close(),
  };
}

function printRefusal(terminal: Terminal, decision: Decision): void {
  if (decision.decision === 'allow') return;
  const { url, code, reason, detail } = decision;
  printNote(terminal, `refused ${url} [${code}]: ${reason}${detail === undefined ? '' : ` (${detail})`}`);
}
