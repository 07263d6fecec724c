import type { Decision } from '../guard/decision.js';
import { createGuard, type Guard } from '../guard/guard.js';
import type { GuardOptions } from '../guard/guard-options.js';
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
  if (values.verbose) printAllowances(terminal, values);
  const log = openDecisionLog(terminal, values.decisionLog);
  const guard = createGuard({
    ...policy,
    onDecision(decision, context) {
      log?.write(decision, context);
      if (values.verbose) printRefusal(terminal, decision);
    },
  });
  return { guard, close: () => log?.close() };
}

function printRefusal(terminal: Terminal, decision: Decision): void {
  if (decision.decision === 'allow') return;
  const { url, code, reason, detail } = decision;
  printNote(terminal, `refused ${url} [${code}]: ${reason}${detail === undefined ? '' : ` (${detail})`}`);
}
