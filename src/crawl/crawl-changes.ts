import type { CrawlChange } from './crawl-event.js';
import type { Outcome } from './crawl-folder.js';
import type { EarlierCrawl } from './earlier-crawl.js';
import { jsonLine } from './json-line.js';

/** What has changed since an earlier crawl, page by page. */
export class CrawlChanges {
  readonly #earlier: EarlierCrawl;
  readonly #met = new Set<string>();
  readonly #counts = { new: 0, changed: 0, same: 0, gone: 0 };

  constructor(earlier: EarlierCrawl) {
    this.#earlier = earlier;
  }

  get counts(): Readonly<Record<CrawlChange['change'], number>> {
    return { ...this.#counts };
  }

  /** A page that is kept now. */
  kept({ key, url, hash }: { readonly key: string; readonly url: string; readonly hash: string }): CrawlChange {
    this.#met.add(key);
    const before = this.#earlier.get(key);
    return this.#told(url, before === undefined ? 'new' : before.hash === hash ? 'same' : 'changed');
  }

  /** A page that cannot be had now, or is found to be another's copy: it is not gone for that. */
  met(key: string): void {
    this.#met.add(key);
  }

  /** A page that its server has no more. */
  gone(key: string): CrawlChange | undefined {
    const before = this.#earlier.get(key);
    if (before === undefined || this.#met.has(key)) return undefined;
    this.#met.add(key);
    return this.#told(before.url, 'gone');
  }

  /** Pages that were not met, once all that there is has been. */
  unmet(): CrawlChange[] {
    return [...this.#earlier.all()].flatMap(({ key }) => this.gone(key) ?? []);
  }

  #told(url: string, change: CrawlChange['change']): CrawlChange {
    this.#counts[change] += 1;
    return { type: 'change', url, change };
  }
}

/** Answers by which a server says that there is no such page. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

/** What it means for a page that it could not be read. */
export function changeOfFailure(
  changes: CrawlChanges | undefined,
  key: string,
  status: number | undefined,
): CrawlChange[] {
  if (GONE.has(status)) return changes === undefined ? [] : [changes.gone(key) ?? []].flat();
  changes?.met(key);
  return [];
}

/** An outcome with the lines of its changes. */
export function withChanges(outcome: Outcome, changes: readonly CrawlChange[]): Outcome {
  if (changes.length === 0) return outcome;
  return {
    ...outcome,
    lines: { ...outcome.lines, changes: changes.map(({ type: _, ...line }) => jsonLine(line)).join('') },
  };
}
