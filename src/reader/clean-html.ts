import { isPagewardError } from '../base/errors.js';
import { runDomJob } from './dom.js';
import type { DomJobOptions } from './dom-pool.js';

/**
 * The HTML of a page without scripts, style sheets and what is marked as hidden, made in a worker thread; undefined
 * where it cannot be made in time.
 *
 * @throws `signal.reason`
 */
export async function cleanHtml(html: string, options: DomJobOptions): Promise<string | undefined> {
  try {
    return await runDomJob('clean', { html }, options);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (!isPagewardError(error)) throw error;
    return undefined;
  }
}
