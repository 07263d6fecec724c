import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An executable that starts the browser under other circumstances. */
export interface LaunchWrapper {
  readonly path: string;
  /** Removes the script; a browser that it has started lives on. */
  remove(): Promise<void>;
}

/**
 * A script that starts `browserPath` in a user namespace of its own as an ordinary user. Chromium refuses its sandbox to
 * root, whose namespaces it cannot build; inside, it is not root and builds them.
 */
export async function userNamespaceWrapper(browserPath: string): Promise<LaunchWrapper> {
  // A folder that only we can enter: whoever could write here could run programs as us.
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-'));
  const script = path.join(folder, 'browser');
  const command = `exec unshare --user --map-user=1000 --map-group=1000 -- ${shellQuote(browserPath)} "$@"`;
  await writeFile(script, `#!/bin/sh\n${command}\n`, { mode: 0o700 });
  return { path: script, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A word of a shell command, whatever it contains. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
