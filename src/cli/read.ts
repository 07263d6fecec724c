import { LIMITS } from '../base/limits.js';
import { createGuard, type Decision } from '../guard/guard.js';
import { type Page, windowOf } from '../page/page.js';
import type { ReadOptions } from '../reader/reader.js';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode, exitCodeOf, graver } from './exit-codes.js';
import { type OpenReader, openReader } from './open-reader.js';
import type { READ_FLAGS } from './options.js';
import { openOutput, printError, printNote, type Terminal } from './output.js';
import { policyOf } from './policy.js';

type ReadCall = CommandCall<typeof READ_FLAGS>;

/**
 * `pageward read`: prints each page. A URL that cannot be read goes to stderr and the others still print; an HTTP status
 * of 400 and above is printed and counts as a failed read.
 */
export async function read({ args, values, terminal }: ReadCall): Promise<ExitCode> {
  const guard = createGuard({
    ...policyOf(values),
    ...(values.verbose && { onDecision: (decision: Decision) => printRefusal(terminal, decision) }),
  });
  const output = await openOutput(terminal, values.output);
  const reader = await openReader(values, guard);
  let exit: ExitCode = EXIT.clean;
  try {
    for (const [index, url] of args.entries()) {
      try {
        const { text, failed } = await show(reader, url, values, terminal);
        if (failed) exit = graver(exit, EXIT.findings);
        const heading = args.length > 1 && (values.format ?? 'markdown') !== 'json' ? `${index > 0 ? '\n' : ''}<!-- ${url} -->\n\n` : '';
        await output.write(`${heading}${text.trimEnd()}\n`);
      } catch (error) {
        terminal.signal.throwIfAborted();
        printError(terminal, error, url);
        exit = graver(exit, exitCodeOf(error));
      }
    }
  } finally {
    await reader.close();
    await output.close();
  }
  return exit;
}
