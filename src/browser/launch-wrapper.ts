import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An executable that starts the browser under other circumstances. */
export interface LaunchWrapper {
  readonly path: string;
  /** Removes the script; a browser that it has started lives on. */
  remove(): Promise<void>;
}

/** A script that runs `words` (a command that runs another), followed by `browserPath` and its arguments. */
export async function launchWrapper(words: readonly string[], browserPath: string): Promise<LaunchWrapper> {
  // A folder that only we can enter: whoever could write here could run programs as us.
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-'));
  const script = path.join(folder, 'browser');
  const command = `exec ${[...words, browserPath].map(shellQuote).join(' ')} "$@"`;
  await writeFile(script, `#!/bin/sh\n${command}\n`, { mode: 0o700 });
  return { path: script, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A word of a shell command, whatever it contains. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
