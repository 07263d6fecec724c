import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession } from 'playwright';

const LOOK_EVERY_MS = 250;

/**
 * Ends every renderer that takes more than `maxBytes`, until the browser ends: its page dies of it, and no other. A bomb
 * of a megabyte on the wire fills a renderer at 400 MB/s, so busily that nothing is heard of it over DevTools, while
 * the guard cannot look into TLS. On Linux only: elsewhere nobody says cheaply how large a process is.
 */
export async function watchRendererMemory(browser: Browser, maxBytes: number): Promise<void> {
  if (process.platform !== 'linux') return;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const own = processInfo.find((entry) => entry.type === 'browser')?.id;
  // In a process namespace of its own it would call its processes by the numbers of strangers.
  if (own === undefined || !(await isDescendant(own))) return;
  const timer = setInterval(() => void endLargeRenderers(session, maxBytes), LOOK_EVERY_MS);
  timer.unref();
  browser.once('disconnected', () => clearInterval(timer));
}

async function endLargeRenderers(session: CDPSession, maxBytes: number): Promise<void> {
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter((entry) => entry.type === 'renderer');
    await Promise.all(renderers.map(({ id }) => endIfLarge(id, maxBytes)));
  } catch {
    // The browser has ended meanwhile.
  }
}

async function endIfLarge(pid: number, maxBytes: number): Promise<void> {
  try {
    if ((await statusOf(pid, 'VmRSS')) * 1_024 > maxBytes) process.kill(pid, 'SIGKILL');
  } catch {
    // The renderer has ended meanwhile.
  }
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
