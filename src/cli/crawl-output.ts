import { asUrl } from '../base/url.js';
import type { CrawlDone, CrawlEvent, CrawlFailure, CrawlPage } from '../crawl/crawl-event.js';
import { pageRow } from '../crawl/page-row.js';
import { faultsText } from './expect-file.js';
import { type Output, openOutput, type Terminal } from './output.js';
import type { Progress } from './progress.js';

export interface CrawlOutputOptions {
  readonly printsPages: boolean;
  /** Also what was left aside, and changes. */
  readonly isVerbose: boolean;
  /** Each failure, though they be alike. */
  readonly tellsAll: boolean;
}

const FAULTS_OF_HOSTS: ReadonlySet<string> = new Set(['RATE_LIMITED', 'REFUSED_ROBOTS']);
const FAULTS_TOLD = 3;

/** What a crawl prints: its pages on stdout, unless a folder has them; all else on stderr. */
export class CrawlOutput {
  readonly #progress: Progress;
  readonly #printsPages: boolean;
  readonly #isVerbose: boolean;
  readonly #tellsAll: boolean;
  /** How often each host was at fault, by what was. */
  readonly #hostFaults = new Map<string, number>();
  #untold = 0;
  readonly #stdout: Promise<Output>;

  constructor(terminal: Terminal, progress: Progress, { printsPages, isVerbose, tellsAll }: CrawlOutputOptions) {
    this.#progress = progress;
    this.#printsPages = printsPages;
    this.#isVerbose = isVerbose;
    this.#tellsAll = tellsAll;
    this.#stdout = openOutput(terminal);
  }

  /** Prints at the pace of whoever reads, which is then the crawl's. */
  async take(event: CrawlEvent): Promise<void> {
    switch (event.type) {
      case 'page':
        if (this.#printsPages) await (await this.#stdout).write(rowOf(event));
        return;
      case 'failure':
        if (!this.#isTold(event)) return;
        this.#progress.note(`${event.url}: ${event.message} [${event.code}]${foundOn(event.from)}`, event);
        return;
      case 'trap':
        this.#progress.note(`addresses without end (${event.kind}): ${event.pattern}`, event);
        return;
      case 'expectation':
        this.#progress.note(`${event.url}: not as ${event.name} expects: ${faultsText(event.faults)}`, event);
        return;
      case 'notice':
        this.#progress.note(`${event.about}: ${event.message}`, event);
        return;
      case 'skipped':
        if (this.#isVerbose)
          this.#progress.note(`left aside ${event.url}: ${event.reason}${foundOn(event.from)}`, event);
        return;
      case 'change':
        if (this.#isVerbose) this.#progress.note(`${event.change}: ${event.url}`, event);
        return;
      case 'progress':
        this.#progress.show(event.totals);
        return;
      case 'done':
        this.#tellUntold(event);
        this.#progress.finish(summaryOf(event), event);
        return;
    }
  }

  /** A host that is left alone fails with all that waits for it: a few lines say so as well as thousands. */
  #isTold({ code, url }: CrawlFailure): boolean {
    if (this.#tellsAll || !FAULTS_OF_HOSTS.has(code)) return true;
    const fault = `${code} ${asUrl(url)?.host}`;
    const times = (this.#hostFaults.get(fault) ?? 0) + 1;
    this.#hostFaults.set(fault, times);
    if (times <= FAULTS_TOLD) return true;
    this.#untold += 1;
    return false;
  }

  #tellUntold(event: CrawlDone): void {
    if (this.#untold === 0) return;
    this.#progress.note(`${this.#untold} more failed for a host that was left alone; --verbose prints them`, event);
  }
}

function rowOf({ type: _, page, file: __, ...facts }: CrawlPage): string {
  return pageRow(facts, undefined, page);
}

function foundOn(from: string | undefined): string {
  return from === undefined ? '' : ` (on ${from})`;
}

function summaryOf({ reason, totals }: CrawlDone): string {
  const { pages, failures, skipped, elapsedMs, rendered, changes = {} } = totals;
  const aside = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const parts = [
    `${pages} pages (${rendered} in a browser)`,
    `${failures} failed`,
    `${aside} left aside`,
    ...Object.entries(changes).map(([change, count]) => `${count} ${change}`),
    `${(elapsedMs / 1_000).toFixed(1)} s`,
  ];
  // The other reasons are called as the flags are that set them.
  const end = reason === 'complete' ? 'nothing is left to read' : `stopped at --${reason}`;
  return `${parts.join(', ')}; ${end}`;
}
