import type { ReadOptions, ReadStep } from '../reader/reader.js';
import { displayUrl } from './page-text.js';
import type { ToolContext } from './tool.js';

/** What whoever waits for a page is told of each step. */
const STEPS: Readonly<Record<ReadStep, (url: string) => string>> = {
  waiting: () => 'Waiting for a tab of the browser',
  loading: (url) => `Loading ${url}`,
  settling: (url) => `Waiting until ${url} is done`,
  extracting: (url) => `Making Markdown of ${url}`,
};

/** The option of a read that tells the caller of a tool what it is at, where the caller wants to know. */
export function stepsTold(url: string, onProgress: ToolContext['onProgress']): Pick<ReadOptions, 'onStep'> {
  if (onProgress === undefined) return {};
  const shown = displayUrl(url);
  let progress = 0;
  const tell = (message: string): void => {
    progress += 1;
    onProgress({ progress, message });
  };
  tell(`Reading ${shown}`);
  return { onStep: (step) => tell(STEPS[step](shown)) };
}
