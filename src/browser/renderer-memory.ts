import { readFile } from 'node:fs/promises';
import type { BrowserProcesses } from './browser-processes.js';
import type { RunningBrowser } from './launch.js';

const LOOK_EVERY_MS = 250;
/** For as long as one is on its way up. */
const LOOK_CLOSELY_EVERY_MS = 50;

/**
 * Ends every renderer that takes more than `maxBytes`, until the browser ends: its page dies of it, and no other. A bomb
 * of a megabyte on the wire fills a renderer at 400 MB/s, so busily that nothing is heard of it over DevTools, while
 * the guard cannot look into TLS. On Linux only: elsewhere nobody says cheaply how large a process is.
 */
export async function watchRendererMemory(
  { browser, pid, processes }: RunningBrowser,
  maxBytes: number,
): Promise<void> {
  if (process.platform !== 'linux') return;
  // In a process namespace of its own it would call its processes by the numbers of strangers.
  if (pid === undefined || !(await isDescendant(pid))) return;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const largest = await endLargeRenderers(processes, maxBytes);
    if (!browser.isConnected()) return;
    timer = setTimeout(look, largest > maxBytes / 3 ? LOOK_CLOSELY_EVERY_MS : LOOK_EVERY_MS).unref();
  };
  browser.once('disconnected', () => clearTimeout(timer));
  void look();
}

/** The bytes of the largest. */
async function endLargeRenderers(processes: BrowserProcesses, maxBytes: number): Promise<number> {
  try {
    const renderers = (await processes.look()).filter(({ type }) => type === 'renderer');
    return Math.max(0, ...(await Promise.all(renderers.map(({ id }) => endIfLarge(id, maxBytes)))));
  } catch {
    // The browser has ended meanwhile.
    return 0;
  }
}

async function endIfLarge(pid: number, maxBytes: number): Promise<number> {
  const bytes = (await statusOf(pid, 'VmRSS')) * 1_024;
  try {
    if (bytes > maxBytes) process.kill(pid, 'SIGKILL');
  } catch {
    // The renderer has ended meanwhile.
  }
  return bytes;
}

async function isDescendant(pid: number): Promise<boolean> {
  for (let ancestor = pid; ancestor > 1; ancestor = await statusOf(ancestor, 'PPid')) {
    if (ancestor === process.pid) return true;
  }
  return false;
}

/** A number that Linux gives of a process; 0 when it has none, or has ended. */
async function statusOf(pid: number, field: 'PPid' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}
