import type { CrawlEvent, CrawlTotals } from '../crawl/crawl-event.js';
import { oneLine, printNote, type Terminal } from './output.js';

/** What is known of a crawl on stderr, besides what it finds. */
export interface Progress {
  /** Where it stands. */
  show(totals: CrawlTotals): void;
  /** Something that happened, in words and as it was told. */
  note(text: string, event: CrawlEvent): void;
  /** How it ended. */
  finish(text: string, event: CrawlEvent): void;
  /** Takes away a line that would be redrawn. */
  close(): void;
}

export interface ProgressOptions {
  /** `auto`: a line that is redrawn on a terminal, a plain line every ten seconds elsewhere. */
  readonly mode: 'auto' | 'bar' | 'plain' | 'json' | 'none';
  /** The limit that tells how much is to come. */
  readonly maxPages?: number;
}

const PLAIN_EVERY_MS = 10_000;
/** By which the rate is told. */
const RATE_WINDOW_MS = 10_000;
const USUAL_COLUMNS = 80;
const CLEAR_LINE = '\r\x1b[K';

/** Times are the crawl's own (`elapsedMs`), so that nothing here looks at a clock. */
export function openProgress(terminal: Terminal, { mode, maxPages }: ProgressOptions): Progress {
  const { stderr } = terminal;
  const rate = new Rate();
  const print = (text: string): void => printNote(terminal, text);
  switch (mode === 'auto' ? (redraws(stderr) ? 'bar' : 'plain') : mode) {
    case 'json': {
      const write = (event: CrawlEvent): void => void stderr.write(`${JSON.stringify(withoutPage(event))}\n`);
      return {
        show: (totals) => write({ type: 'progress', totals }),
        note: (_, event) => write(event),
        finish: (_, event) => write(event),
        close: () => undefined,
      };
    }
    case 'bar': {
      const draw = (text: string): void => void stderr.write(`${CLEAR_LINE}${text}`);
      const clear = (): void => draw('');
      const above = (text: string): void => {
        clear();
        print(text);
      };
      const columns = (): number => stderr.columns ?? USUAL_COLUMNS;
      return {
        show: (totals) => draw(progressLine(totals, { perSecond: rate.of(totals), maxPages, columns: columns() })),
        note: above,
        finish: above,
        close: clear,
      };
    }
    case 'plain': {
      let shownMs = 0;
      return {
        show(totals) {
          const perSecond = rate.of(totals);
          if (totals.elapsedMs - shownMs < PLAIN_EVERY_MS) return;
          shownMs = totals.elapsedMs;
          print(progressLine(totals, { perSecond, maxPages }));
        },
        note: print,
        finish: print,
        close: () => undefined,
      };
    }
    case 'none':
      return { show: () => undefined, note: () => undefined, finish: () => undefined, close: () => undefined };
  }
}

function redraws({ isTTY }: Terminal['stderr']): boolean {
  const { CI, TERM } = process.env;
  return isTTY === true && !CI && TERM !== 'dumb';
}

/** The pages of a failed answer may be large, and nobody reads them here. */
function withoutPage(event: CrawlEvent): unknown {
  if (!('page' in event)) return event;
  const { page: _, ...rest } = event;
  return rest;
}

interface LineOptions {
  readonly perSecond: number;
  readonly maxPages?: number | undefined;
  readonly columns?: number;
}

/** Where a crawl stands, on one line that fits. */
export function progressLine(totals: CrawlTotals, { perSecond, maxPages, columns }: LineOptions): string {
  const { pages, queued, failures, underWay, host } = totals;
  const of = maxPages === undefined ? '' : `/${maxPages}`;
  const parts = [
    `${pages}${of} pages`,
    `${queued} queued`,
    `${underWay} under way`,
    ...(failures > 0 ? [`${failures} failed`] : []),
    `${perSecond.toFixed(1)}/s`,
    ...etaOf(totals, perSecond, maxPages),
    ...(host === undefined ? [] : [oneLine(host)]),
  ];
  const line = parts.join(' · ');
  // The last column makes some terminals break the line.
  return columns === undefined || line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;
}

/** Only where the end is known: as long as pages lead to others, what is queued is no measure. */
function etaOf({ pages, queued, underWay }: CrawlTotals, perSecond: number, maxPages: number | undefined): string[] {
  if (maxPages === undefined || perSecond <= 0 || pages + queued + underWay < maxPages) return [];
  const seconds = Math.ceil((maxPages - pages) / perSecond);
  return [seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`];
}

/** Pages a second over the last while. */
class Rate {
  readonly #looks: { readonly ms: number; readonly pages: number }[] = [];

  of({ elapsedMs: ms, pages }: CrawlTotals): number {
    this.#looks.push({ ms, pages });
    while (this.#looks.length > 2 && ms - (this.#looks[1]?.ms ?? ms) >= RATE_WINDOW_MS) this.#looks.shift();
    const [first = { ms: 0, pages: 0 }] = this.#looks;
    const since = this.#looks.length === 1 ? { ms: 0, pages: 0 } : first;
    return ms > since.ms ? ((pages - since.pages) * 1_000) / (ms - since.ms) : 0;
  }
}
