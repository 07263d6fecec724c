import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { LIMITS } from '../../base/limits.js';
import type { ShownNode } from './try-page/try-result.js';

/**
 * Parses Markdown in a thread of its own, which is ended when it takes too long or too much memory: some texts take
 * any parser of Markdown seconds, or all of its stack. Undefined then.
 *
 * @throws `signal.reason`
 */
export async function makeTree(
  markdown: string,
  { signal, timeoutMs = LIMITS.tryPageTreeMs }: { readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<readonly ShownNode[] | undefined> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./markdown-tree-worker.js', import.meta.url), {
    workerData: markdown,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: {},
    execArgv: [],
  });
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    const [tree]: ShownNode[][] = await once(worker, 'message', { signal: ending.signal });
    return tree;
  } catch {
    signal.throwIfAborted();
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
