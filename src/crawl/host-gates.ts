import type { ResponseError } from '../base/errors.js';
import type { HostTurn, HostTurns } from './host-turns.js';
import type { RobotsFile, RobotsFiles } from './robots-file.js';

export interface HostGatesOptions {
  readonly turns: HostTurns;
  /** Absent when robots.txt is not asked. */
  readonly robots?: RobotsFiles | undefined;
  readonly signal: AbortSignal;
  /** Called when the robots.txt of an origin has come. */
  readonly onRobots: (file: RobotsFile) => void;
}

/** When a host may be asked, and for what: its robots.txt comes first, then its turns. */
export class HostGates {
  readonly #options: HostGatesOptions;
  /** By origin; nothing while the file is on its way. */
  readonly #files = new Map<string, RobotsFile | undefined>();
  readonly #expecting = new Set<string>();

  constructor(options: HostGatesOptions) {
    this.#options = options;
  }

  /** As of {@link HostTurns}; Infinity also while the host's robots.txt is on its way, and 0 for a host that is left alone. */
  readyInMs(host: string): number {
    if (this.#expecting.has(host)) return Number.POSITIVE_INFINITY;
    return this.leftAlone(host) === undefined ? this.#options.turns.readyInMs(`http://${host}/`) : 0;
  }

  /** As of {@link HostTurns}: its pages fail at once, since the crawl would wait for a day where the host says so. */
  leftAlone(host: string): ResponseError | undefined {
    return this.#options.turns.leftAlone(`http://${host}/`);
  }

  /** What the robots.txt says to a URL; nothing when it has to come first, which `onRobots` tells. */
  robotsOf(url: string): RobotsFile | 'unasked' | undefined {
    if (this.#options.robots === undefined) return 'unasked';
    const { origin, host } = new URL(url);
    if (!this.#files.has(origin)) {
      this.#files.set(origin, undefined);
      this.#expecting.add(host);
      // It rejects by the signal alone, and then nobody waits for it.
      void this.#fetch(this.#options.robots, url, { origin, host }).catch(() => undefined);
    }
    return this.#files.get(origin);
  }

  tryEnter(url: string): HostTurn | undefined {
    return this.#options.turns.tryEnter(url);
  }

  async #fetch(robots: RobotsFiles, url: string, { origin, host }: { origin: string; host: string }): Promise<void> {
    const { turns, signal, onRobots } = this.#options;
    const file = await robots.fileFor(url, signal);
    if (file.crawlDelayMs !== undefined) turns.setCrawlDelay(url, file.crawlDelayMs);
    this.#files.set(origin, file);
    this.#expecting.delete(host);
    onRobots(file);
  }
}
