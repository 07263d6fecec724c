import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession } from 'playwright';

const LOOK_EVERY_MS = 250;
const PAGE_BYTES = 4_096;

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
    const [, residentPages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    if (Number(residentPages) * PAGE_BYTES > maxBytes) process.kill(pid, 'SIGKILL');
  } catch {
    // The renderer has ended meanwhile.
  }
}

async function isDescendant(pid: number): Promise<boolean> {
  for (let ancestor = pid; ancestor > 1; ) {
    if (ancestor === process.pid) return true;
    const status = await readFile(`/proc/${ancestor}/status`, 'utf8').catch(() => '');
    ancestor = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
  }
  return false;
}
