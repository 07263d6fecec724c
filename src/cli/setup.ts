import { installBrowser } from '../browser/install.js';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import type { SETUP_FLAGS } from './options.js';
import { openOutput, printNote } from './output.js';

/** `pageward setup`: gets a browser unless there is one that starts, and prints its path. */
export async function setup({ values, terminal }: CommandCall<typeof SETUP_FLAGS>): Promise<ExitCode> {
  const { browserPath, verbose } = values;
  const { located, product, route } = await installBrowser({
    onProgress: (line) => printNote(terminal, line),
    ...(verbose && { onOutput: (line: string) => printNote(terminal, `  ${line}`) }),
    signal: terminal.signal,
    ...(browserPath !== undefined && { locate: { browserPath } }),
  });
  const output = await openOutput(terminal);
  printNote(terminal, route === 'present' ? `${product} is here and starts` : `${product} is installed and starts`);
  await output.write(`${located.path}\n`);
  return EXIT.clean;
}
