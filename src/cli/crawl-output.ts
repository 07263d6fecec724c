import type { CrawlDone, CrawlEvent, CrawlPage } from '../crawl/crawl-event.js';
import { pageRow } from '../crawl/page-row.js';
import { type Output, openOutput, type Terminal } from './output.js';
import type { Progress } from './progress.js';

/** What a crawl prints: its pages on stdout, unless a folder has them; all else on stderr. */
export class CrawlOutput {
  readonly #progress: Progress;
  readonly #printsPages: boolean;
  readonly #isVerbose: boolean;
  readonly #stdout: Promise<Output>;

  constructor(
    terminal: Terminal,
    progress: Progress,
    { printsPages, isVerbose }: { readonly printsPages: boolean; readonly isVerbose: boolean },
  ) {
    this.#progress = progress;
    this.#printsPages = printsPages;
    this.#isVerbose = isVerbose;
    this.#stdout = openOutput(terminal);
  }

  /** Prints at the pace of whoever reads, which is then the crawl's. */
  async take(event: CrawlEvent): Promise<void> {
    switch (event.type) {
      case 'page':
        if (this.#printsPages) await (await this.#stdout).write(rowOf(event));
        return;
      case 'failure':
        this.#progress.note(`${event.url}: ${event.message} [${event.code}]${foundOn(event.from)}`, event);
        return;
      case 'trap':
        this.#progress.note(`addresses without end (${event.kind}): ${event.pattern}`, event);
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
        this.#progress.finish(summaryOf(event), event);
        return;
    }
  }
}

function rowOf({ type: _, page, file: __, ...facts }: CrawlPage): string {
  return pageRow(facts, undefined, page);
}

function foundOn(from: string | undefined): string {
  return from === undefined ? '' : ` (on ${from})`;
}

const ENDS = {
  complete: 'nothing is left to read',
  'max-pages': 'stopped at --max-pages',
  'max-pages-per-host': 'stopped at --max-pages-per-host',
  'max-bytes': 'stopped at --max-bytes',
  'max-minutes': 'stopped at --max-minutes',
  'max-failures': 'stopped at --max-failures',
} as const;

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
  return `${parts.join(', ')}; ${ENDS[reason]}`;
}
