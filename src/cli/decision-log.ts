import { closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from '../base/errors.js';
import type { Decision } from '../guard/decision.js';
import { type DecisionContext, decisionLine } from '../guard/decision-line.js';
import type { Terminal } from './output.js';

/** Where every decision of a guard is written down. */
export interface DecisionLog {
  write(decision: Decision, context: DecisionContext): void;
  close(): void;
}

const STDERR = '-';

/**
 * Opens the log that `--decision-log` names; undefined when it names none. A file is appended to, and is readable by its
 * owner alone when it is made: it tells internal addresses. What cannot be written down is not let through.
 *
 * @throws UsageError `INVALID_OPTION` when the file cannot be written
 */
export function openDecisionLog(terminal: Terminal, file: string | undefined): DecisionLog | undefined {
  if (file === undefined) return undefined;
  if (file === STDERR) {
    return {
      write: (decision, context) => void terminal.stderr.write(`${decisionLine(decision, context)}\n`),
      close: () => undefined,
    };
  }
  const descriptor = openForAppending(file);
  return {
    write: (decision, context) => void writeSync(descriptor, `${decisionLine(decision, context)}\n`),
    close: () => closeSync(descriptor),
  };
}

function openForAppending(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (cause) {
    throw new UsageError(`--decision-log: cannot write ${file}`, { code: 'INVALID_OPTION', cause });
  }
}
