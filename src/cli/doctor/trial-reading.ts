import type { JailMode } from '../../browser/jail.js';
import type { SandboxMode } from '../../browser/sandbox-mode.js';
import type { PageReader } from '../../reader/reader.js';
import { serveTrialPage, TRIAL_WORDS } from './trial-page.js';

/** How a page of ours was read in the browser of this machine. */
export interface TrialReading {
  /** Of a read by itself: the middle one of several. */
  readonly readMs: number;
  /** Reads under way at once beyond which next to nothing is gained. */
  readonly concurrency: number;
  readonly pagesPerSecond: number;
}

export interface TrialOptions {
  readonly browserPath: string;
  readonly jail: JailMode;
  readonly sandbox: SandboxMode;
}

const MOST = 8;
/** After this long, what is known must do. */
const PATIENCE_MS = 2_000;
const READS_EACH = 3;
/** More at once is worth its memory from here on. */
const GAIN = 1.15;

/**
 * Reads a page of ours, which a program fills, more and more times at once, until that gains nothing.
 *
 * @returns undefined where a page came without the text that its program fetches.
 * @throws BrowserError, NetworkError, TimeoutError as a read does.
 */
export async function readTrialPage({ browserPath, jail, sandbox }: TrialOptions): Promise<TrialReading | undefined> {
  const { BrowserReader } = await import('../../reader/browser-reader.js');
  const page = await serveTrialPage();
  const reader = new BrowserReader({ browserPath, jail, sandbox, allowPrivate: [page.host], concurrency: MOST });
  try {
    // Starts the browser.
    await reader.read(page.url);
    const alone = await timesOf(reader, page.url, 1);
    if (alone === undefined) return undefined;
    const readMs = Math.round([...alone].sort((a, b) => a - b)[READS_EACH >> 1] ?? 0);
    const began = performance.now();
    let best = { concurrency: 1, pagesPerSecond: 1_000 / readMs };
    for (let concurrency = 2; concurrency <= MOST && performance.now() - began < PATIENCE_MS; concurrency *= 2) {
      const started = performance.now();
      if ((await timesOf(reader, page.url, concurrency)) === undefined) return undefined;
      const pagesPerSecond = (READS_EACH * concurrency * 1_000) / (performance.now() - started);
      if (pagesPerSecond < best.pagesPerSecond * GAIN) break;
      best = { concurrency, pagesPerSecond };
    }
    return { readMs, concurrency: best.concurrency, pagesPerSecond: Number(best.pagesPerSecond.toFixed(1)) };
  } finally {
    await reader.close();
    await page.close();
  }
}

/** What each of some reads took, so many of them at once; undefined where one is not whole. */
async function timesOf(reader: PageReader, url: string, atOnce: number): Promise<number[] | undefined> {
  const times: number[] = [];
  let isWhole = true;
  const line = async () => {
    for (let read = 0; read < READS_EACH; read += 1) {
      const started = performance.now();
      const { text } = await reader.read(url, { bypassCache: true });
      times.push(performance.now() - started);
      isWhole &&= text.includes(TRIAL_WORDS);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return isWhole ? times : undefined;
}
