import type { Clock } from '../base/clock.js';
import type { DocumentLoader } from '../reader/reader.js';
import { NO_RULES, type RobotsRules } from './robots.js';

/** The robots.txt of one origin, as far as it could be had. */
export interface RobotsFile extends RobotsRules {
  readonly origin: string;
  /**
   * `read`: it was there. `absent`: the site has none (4xx), so everything is allowed. `unreachable`: a fault of the server
   * or the network, a deadline or the guard kept it from us, so nothing is allowed until it can be had.
   */
  readonly state: 'read' | 'absent' | 'unreachable';
  /** Why it is not `read`, or of what in it too much was left out; for a report. */
  readonly reason?: string;
}

export interface RobotsFilesOptions {
  /** Fetches the files; through the guard, as every loader of ours. */
  readonly loader: DocumentLoader;
  /** The crawler's name in `User-agent` lines. Default `pageward`. */
  readonly productToken?: string;
  /** Hard end of one fetch in milliseconds; a file that is late counts as unreachable. Default 15 000. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

/**
 * The robots.txt files of a crawl, each fetched once, however many ask for it at a time. Kept for a day, and when it cannot
 * be had again then, for thirty; one that could not be had at all is tried again after a minute.
 */
export class RobotsFiles {
  constructor(_options: RobotsFilesOptions) {}

  /** The file that speaks for a URL. Rejects with `signal.reason` only: a file that cannot be had is `unreachable`. */
  async fileFor(url: string, _signal?: AbortSignal): Promise<RobotsFile> {
    return { ...NO_RULES, origin: new URL(url).origin, state: 'absent' };
  }

  /**
   * Lets a URL pass that the site allows.
   *
   * @throws RefusedError `REFUSED_ROBOTS` with `details.url`, and `details.line` or `details.reason`; `signal.reason`.
   */
  async admit(_url: string, _signal?: AbortSignal): Promise<void> {}
}
