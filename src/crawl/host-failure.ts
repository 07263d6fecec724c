import type { CrawlState, Step } from './crawl-state.js';
import type { Handout } from './frontier-events.js';
import type { HostGates } from './host-gates.js';

/** What becomes of a URL that is not read because its host is left alone; undefined when it is not. */
export function hostFailure(
  gates: HostGates,
  host: string,
): ((state: CrawlState, handout: Handout) => Step) | undefined {
  const error = gates.leftAlone(host);
  if (error === undefined) return undefined;
  const { code, message, retryable } = error;
  return (state, handout) => state.fail(handout, { code, message, retryable });
}
