import { type Clock, REAL_CLOCK } from '../base/clock.js';
import { withDeadline } from '../base/deadline.js';
import { isPagewardError, RefusedError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { redactUrl } from '../base/url.js';
import type { DocumentLoader, LoadedDocument } from '../reader/reader.js';
import { JointWork } from './joint-work.js';
import { ALLOW_ALL, DENY_ALL, parseRobots, type RobotsRules } from './robots.js';

/** The robots.txt of one origin, as far as it could be had. */
export interface RobotsFile extends RobotsRules {
  readonly origin: string;
  /**
   * `read`: it was there. `absent`: the site has none (4xx), so everything is allowed. `unreachable`: a fault of the server
   * or the network, a deadline or the guard kept it from us, so nothing is allowed until it can be had.
   */
  readonly state: 'read' | 'absent' | 'unreachable';
  /** Why it could not be had, or only in part, or not anew; for a report. */
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
  /** How long a file counts; default a day. */
  readonly freshMs?: number;
  /** Hears of each file as it was had, or could not be. */
  readonly onFile?: (file: RobotsFile) => void;
}

interface KnownFile {
  readonly fetching: JointWork<RobotsFile>;
  /** By the clock; undefined while it is being fetched. */
  freshUntil?: number;
}

/** A file that was had, and when. */
interface GoodFile {
  readonly file: RobotsFile;
  readonly at: number;
}

/**
 * The robots.txt files of a crawl, each fetched once, however many ask for it at a time. Kept for a day (RFC 9309 2.4); one
 * that cannot be had is tried again after a minute, and until then what was last had counts, if that is within thirty days.
 */
export class RobotsFiles {
  readonly #options: RobotsFilesOptions;
  readonly #clock: Clock;
  readonly #known = new Map<string, KnownFile>();
  readonly #good = new Map<string, GoodFile>();

  constructor(options: RobotsFilesOptions) {
    this.#options = options;
    this.#clock = options.clock ?? REAL_CLOCK;
  }

  /** The file that speaks for a URL. Rejects with `signal.reason` only: a file that cannot be had is `unreachable`. */
  async fileFor(url: string, signal?: AbortSignal): Promise<RobotsFile> {
    signal?.throwIfAborted();
    const { origin } = new URL(url);
    const known = this.#known.get(origin);
    const isOld = known?.freshUntil !== undefined && known.freshUntil <= this.#clock.now();
    const current = known === undefined || isOld || known.fetching.isAbandoned ? this.#begin(origin) : known;
    return current.fetching.join(signal);
  }

  /**
   * Lets a URL pass that the site allows.
   *
   * @throws RefusedError `REFUSED_ROBOTS` with `details.url`, and `details.line` or `details.reason`; `signal.reason`.
   */
  async admit(url: string, signal?: AbortSignal): Promise<void> {
    const file = await this.fileFor(url, signal);
    const { allowed, line } = file.judge(url);
    if (!allowed) throw disallowed(url, file, line);
  }

  #begin(origin: string): KnownFile {
    const { freshMs = LIMITS.robotsFreshMs } = this.#options;
    const known: KnownFile = {
      fetching: new JointWork(async (signal) => {
        const file = await this.#fetch(origin, signal);
        const now = this.#clock.now();
        known.freshUntil = now + (file.state === 'unreachable' ? LIMITS.robotsRetryMs : freshMs);
        if (file.state !== 'unreachable') this.#good.set(origin, { file, at: now });
        const counting = file.state === 'unreachable' ? this.#lastGood(file, now) : file;
        this.#options.onFile?.(counting);
        return counting;
      }),
    };
    this.#known.set(origin, known);
    return known;
  }

  /** What was had before, instead of a file that cannot be had now. */
  #lastGood(file: RobotsFile, now: number): RobotsFile {
    const good = this.#good.get(file.origin);
    if (good === undefined || now - good.at > LIMITS.robotsKeptMs) return file;
    return { ...good.file, reason: `it could not be had anew: ${file.reason}` };
  }

  async #fetch(origin: string, signal: AbortSignal): Promise<RobotsFile> {
    const { loader, timeoutMs = LIMITS.robotsTimeoutMs, productToken = 'pageward' } = this.#options;
    const url = `${origin}/robots.txt`;
    try {
      const document = await withDeadline({ signal, timeoutMs, what: `loading ${url}` }, (ending) =>
        loader.load(
          { url, headers: { accept: 'text/plain,*/*;q=0.5' } },
          { signal: ending, timeoutMs, maxBytes: LIMITS.robotsBytes },
        ),
      );
      return fileOf(origin, document, productToken);
    } catch (error) {
      signal.throwIfAborted();
      const reason = reasonOf(error);
      // More hops than anybody follows count as no file (RFC 9309 2.3.1.2).
      const isAbsent = isPagewardError(error) && error.code === 'REDIRECT_LOOP';
      return isAbsent ? absent(origin, reason) : unreachable(origin, reason);
    }
  }
}

function fileOf(origin: string, document: LoadedDocument, productToken: string): RobotsFile {
  const { statusCode, body, sizeCapped, readiness } = document;
  // Too many requests is the one answer of the 4xx that says "not now" and not "there is none".
  if (statusCode >= 500 || statusCode === 429) return unreachable(origin, `the server answered ${statusCode}`);
  if (statusCode < 200 || statusCode >= 300) return absent(origin, `the server answered ${statusCode}`);
  // A part may lack the very line that is meant for us.
  if (readiness?.reason === 'deadline') return unreachable(origin, 'it did not arrive in time');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  if (!sizeCapped) return { ...parseRobots(text, productToken), origin, state: 'read' };
  // The line that the cut went through may say more than was written: `Disallow: /` of `/private`.
  const whole = text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  const reason = `only its first ${LIMITS.robotsBytes} bytes count`;
  return { ...parseRobots(whole, productToken), origin, state: 'read', reason };
}

/** Of a refusal also what is to be done: nothing else of the host is asked for, so nothing else would tell. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const hint = error instanceof RefusedError ? error.hint : undefined;
  return hint === undefined ? error.message : `${error.message} (${hint})`;
}

function absent(origin: string, reason: string): RobotsFile {
  return { ...ALLOW_ALL, origin, state: 'absent', reason };
}

function unreachable(origin: string, reason: string): RobotsFile {
  return { ...DENY_ALL, origin, state: 'unreachable', reason };
}

function disallowed(url: string, { origin, state, reason }: RobotsFile, line: number | undefined): RefusedError {
  const shown = redactUrl(url);
  const because =
    state === 'unreachable'
      ? `cannot be had (${reason})`
      : `disallows it${line === undefined ? '' : ` in line ${line}`}`;
  return new RefusedError(`${shown} is not crawled: ${origin}/robots.txt ${because}`, {
    code: 'REFUSED_ROBOTS',
    hint: 'Leave it out, or ask who runs the site. Of a site of your own, robots.txt may be ignored by option.',
    details: {
      url: shown,
      ...(line === undefined ? {} : { line }),
      ...(state === 'unreachable' && reason !== undefined ? { reason } : {}),
    },
  });
}
