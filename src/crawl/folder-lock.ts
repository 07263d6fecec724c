import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { QueueError } from '../base/errors.js';
import { tried } from './crawl-disk.js';

const holderSchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  /** When the process was started, as its system counts; tells it from a later one of the same number. */
  started: z.string().optional(),
});
type Holder = z.infer<typeof holderSchema>;

/** A folder that this process has to itself. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process by a file in it. A lock whose process has ended is taken over.
 *
 * @param takesOver also a lock of another machine, of whose process nobody can tell
 * @throws QueueError `JOURNAL_LOCKED` when another process holds it, `JOURNAL_FAILED` where no lock can be made.
 */
export async function lockFolder(file: string, takesOver = false): Promise<FolderLock> {
  const mine = JSON.stringify(thisProcess());
  // Put there whole: a lock that is half written would look like nobody's.
  const draft = `${file}.${process.pid}`;
  await tried(draft, () => writeFile(draft, mine));
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (await tried(file, () => linked(draft, file))) return { release: () => release(file, mine) };
      const theirs = await readFile(file, 'utf8').catch(() => undefined);
      if (theirs === undefined) continue;
      const holder = holderOf(theirs);
      if (holder !== undefined && isRunning(holder, takesOver)) throw lockedBy(holder, file);
      await takeAway(file, theirs);
    }
    throw lockedBy(undefined, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Makes the lock, if there is none. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Two may find the same dead lock: whoever moves away the other's new one gives it back. */
async function takeAway(file: string, dead: string): Promise<void> {
  const grave = `${file}.${process.pid}.dead`;
  try {
    await rename(file, grave);
    if ((await readFile(grave, 'utf8')) !== dead) await link(grave, file);
  } catch {
    // Somebody else was there first; the next attempt sees what they left.
  } finally {
    await rm(grave, { force: true });
  }
}

async function release(file: string, mine: string): Promise<void> {
  const held = await readFile(file, 'utf8').catch(() => undefined);
  if (held === mine) await rm(file, { force: true });
}

function thisProcess(): Holder {
  const started = startOf(process.pid);
  return { pid: process.pid, host: hostname(), ...(started === undefined ? {} : { started }) };
}

function holderOf(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Of a process on another machine nobody can tell: a folder may be shared. */
function isRunning({ pid, host, started }: Holder, takesOver: boolean): boolean {
  if (host !== hostname()) return !takesOver;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const since = startOf(pid);
  return started === undefined || since === undefined || started === since;
}

/** Clock ticks from the start of the machine to that of a process, and which start of the machine it was; on Linux. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name, which may hold anything.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return ticks === undefined ? undefined : `${boot} ${ticks}`;
  } catch {
    return undefined;
  }
}

function lockedBy(holder: Holder | undefined, file: string): QueueError {
  const whom = holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.host}`;
  return new QueueError(`${whom} is writing to this folder`, {
    code: 'JOURNAL_LOCKED',
    hint: `Wait for it, choose another folder, or remove ${file} if you know that it has ended.`,
  });
}
