import { fileURLToPath } from 'node:url';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { openOutput } from './output.js';

/** From `dist/cli`, in the package as in the project. */
const FOLDER = new URL('../../skills/pageward', import.meta.url);

/** `pageward skill`: prints where the skill for coding agents is, so that it can be copied to where they look. */
export async function skill({ terminal }: CommandCall<Record<never, never>>): Promise<ExitCode> {
  const output = await openOutput(terminal);
  await output.write(`${fileURLToPath(FOLDER)}\n`);
  return EXIT.clean;
}
