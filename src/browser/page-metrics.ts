import type { Commands } from './frame-world.js';

/** What the browser measures of a page. */
export interface PageMetrics {
  readonly heapBytes: number;
  /** By the page's own clock, that of its requests too. */
  readonly pageMs: number;
}

/** `undefined` of a page that is gone. */
export async function pageMetrics(cdp: Commands): Promise<PageMetrics | undefined> {
  const answer = await cdp.send('Performance.getMetrics').catch(() => undefined);
  if (answer === undefined) return undefined;
  const value = (wanted: string): number => answer.metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return { heapBytes: value('JSHeapUsedSize'), pageMs: value('Timestamp') * 1_000 };
}
