import type { Step } from './crawl-outcome.js';
import type { CrawlState } from './crawl-state.js';
import type { Handout } from './frontier-events.js';
import type { HostGates } from './host-gates.js';
import type { RobotsFile } from './robots-file.js';

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

/** How a URL that robots.txt keeps from us is recorded; undefined when it does not. */
export function refusalBy(
  robots: RobotsFile | 'unasked',
  url: string,
): ((state: CrawlState, handout: Handout) => Step) | undefined {
  if (robots === 'unasked') return undefined;
  const { allowed, line } = robots.judge(url);
  if (allowed) return undefined;
  if (robots.state !== 'unreachable') {
    const detail = line === undefined ? robots.reason : `line ${line} of its robots.txt`;
    return (state, handout) => state.leaveAside(handout, 'robots', [], detail);
  }
  const message = `its robots.txt cannot be had: ${robots.reason ?? 'no answer'}`;
  return (state, handout) => state.fail(handout, { code: 'REFUSED_ROBOTS', message, retryable: true });
}
