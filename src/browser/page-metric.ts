import type { Commands } from './frame-world.js';

/** One of the numbers that the browser keeps of a page; `undefined` of a page that is gone. */
export async function pageMetric(cdp: Commands, wanted: 'JSHeapUsedSize' | 'Timestamp'): Promise<number | undefined> {
  const answer = await cdp.send('Performance.getMetrics').catch(() => undefined);
  return answer?.metrics.find(({ name }) => name === wanted)?.value;
}
