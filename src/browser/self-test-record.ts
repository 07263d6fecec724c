import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { VERSION } from '../base/version.js';
import { selfTestFolder } from './browser-places.js';
import { type LocatedBrowser, thisMachine } from './locate.js';
import { disableFeatures, GUARD_SWITCHES, PROXY_BYPASS } from './switches.js';

/** What a passed self-test is good for: this browser, started in this way. */
export interface SelfTestSubject {
  readonly located: LocatedBrowser;
  /** Name and version as the browser itself says them: what was found may only be a script that starts it. */
  readonly product: string;
  readonly jailed: boolean;
}

const passed = new Set<string>();

/**
 * Whether this browser has passed before: in this process, or, if it is a headless shell, ever on this machine. A full
 * Chromium obeys managed policies, which may have come since and which no switch tells of.
 */
export async function hasPassed(subject: SelfTestSubject): Promise<boolean> {
  const key = await keyOf(subject);
  if (passed.has(key)) return true;
  if (subject.located.kind !== 'headless-shell') return false;
  const record = recordOf(key);
  return (await isOurs(path.dirname(record))) && (await isOurs(record));
}

/** Remembers it, on disk too if that can be done: in a folder of ours alone, since who writes there decides. */
export async function recordPass(subject: SelfTestSubject): Promise<void> {
  const key = await keyOf(subject);
  passed.add(key);
  if (subject.located.kind !== 'headless-shell') return;
  try {
    const record = recordOf(key);
    await mkdir(path.dirname(record), { recursive: true, mode: 0o700 });
    await writeFile(record, `${subject.product} at ${subject.located.path}\n`, { mode: 0o600 });
  } catch {
    // Without a record the next start tests again.
  }
}

async function keyOf({ located, product, jailed }: SelfTestSubject): Promise<string> {
  const file = await realpath(located.path);
  const { mtimeMs, size } = await stat(file);
  const switches = GUARD_SWITCHES.map(({ text }) => text);
  const facts = [VERSION, product, jailed, file, mtimeMs, size, PROXY_BYPASS, switches, disableFeatures([])];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

function recordOf(key: string): string {
  return path.join(selfTestFolder(thisMachine()), key);
}

/** Ours, and nobody else may write to it. */
async function isOurs(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined || found.isSymbolicLink()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
}
