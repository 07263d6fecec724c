import { existsSync } from 'node:fs';
import path from 'node:path';
import { delay } from '../base/deadline.js';
import { isPagewardError, UsageError } from '../base/errors.js';
import type { DocumentLoader } from '../reader/reader.js';
import { type Completion, completeFolder } from './crawl-completion.js';
import type { CrawlEnd, CrawlNotice, CrawlTotals } from './crawl-event.js';
import { CrawlFolder } from './crawl-folder.js';
import { PageFileNames } from './page-file.js';
import type { RecordedOptions } from './recorded-options.js';
import type { RedisCrawl, Result } from './redis-crawl.js';
import { outcomeOf } from './redis-result.js';

export interface RedisWriterOptions {
  readonly crawl: RedisCrawl;
  readonly folder: string;
  /** Of this process. */
  readonly token: string;
  readonly begun: RecordedOptions;
  readonly completion: Completion;
  readonly loader: DocumentLoader;
  readonly totals: () => Promise<CrawlTotals>;
  readonly leaseMs: number;
  readonly tell: (notice: CrawlNotice) => void;
  readonly signal: AbortSignal;
}

/** Results written in one go. */
const TOGETHER = 50;
const LOOK_MS = 200;

/**
 * Takes what all processes of a crawl have got out of Redis into the folder. One process does so at a time, by a lease in Redis, and
 * any other that was given the folder goes on where it stopped: the journal says which result was the last, so none is missed and
 * none is there twice. What is on the disk is taken out of Redis.
 */
export class RedisWriter {
  readonly #options: RedisWriterOptions;

  constructor(options: RedisWriterOptions) {
    this.#options = options;
  }

  /**
   * Resolves when all is written, by whomever. Rejects with the signal's reason.
   *
   * @throws UsageError `JOURNAL_DIFFERS`, `JOURNAL_EXISTS`, `JOURNAL_MISSING`; QueueError
   */
  async run(): Promise<void> {
    const { crawl, token, leaseMs, signal } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      if (await crawl.lease('writer', token, leaseMs)) {
        try {
          if (await this.#write()) return;
        } finally {
          await crawl.yield('writer', token).catch(() => undefined);
        }
      }
      if ((await crawl.meta())?.written !== '') return;
      await delay(LOOK_MS * 2, signal);
    }
  }

  /** Whether all is written; otherwise the folder is another's now. */
  async #write(): Promise<boolean> {
    const { crawl, token, leaseMs, signal } = this.#options;
    const folder = await this.#open();
    if (folder === undefined) return false;
    try {
      const names = new PageFileNames();
      let last = '';
      for (const record of folder.records) {
        if ('entry' in record && record.entry !== undefined) last = record.entry;
        if (record.type === 'page' && record.kept !== undefined) names.mark(record.kept.file);
      }
      await this.#refuseGap(last);
      await this.#forget(last);
      for (;;) {
        // Before each step, so that one who was held up for long does not write beside the next.
        if (!(await crawl.lease('writer', token, leaseMs))) return false;
        const meta = await crawl.meta();
        const results = await crawl.results({ after: last }, TOGETHER);
        if (results.length > 0) {
          await this.#keep(folder, results, names);
          last = results.at(-1)?.entry ?? last;
        } else if (meta === undefined || meta.written !== '') return true;
        else if (meta.ended !== '') return await this.#finish(folder, meta.ended);
        else await delay(LOOK_MS, signal);
      }
    } finally {
      await folder.close();
    }
  }

  async #keep(folder: CrawlFolder, results: readonly Result[], names: PageFileNames): Promise<void> {
    const { shownUrl } = this.#options.crawl.connection;
    await Promise.all(results.map((result) => folder.commit(outcomeOf(result, names, shownUrl))));
    await this.#acknowledge(results);
  }

  async #acknowledge(results: readonly Result[]): Promise<void> {
    const { crawl, token } = this.#options;
    const bytes = results.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0);
    const entries = results.map(({ entry }) => entry);
    await crawl.acknowledge(token, bytes, entries);
  }

  /** What is in the journal, and was not taken out of Redis before its writer died. */
  async #forget(last: string): Promise<void> {
    if (last === '') return;
    for (;;) {
      const written = await this.#options.crawl.results({ upTo: last }, TOGETHER);
      if (written.length === 0) return;
      await this.#acknowledge(written);
    }
  }

  /** Undefined while whoever wrote before still holds it. */
  async #open(): Promise<CrawlFolder | undefined> {
    const { folder, begun } = this.#options;
    const hasJournal = existsSync(path.join(folder, 'journal.jsonl'));
    try {
      return await CrawlFolder.open(folder, { begun, resume: hasJournal, takesOver: true });
    } catch (error) {
      if (!isPagewardError(error)) throw error;
      if (error.code === 'JOURNAL_LOCKED') return undefined;
      // It was made, and nothing written.
      if (error.code !== 'JOURNAL_MISSING') throw error;
      return await CrawlFolder.open(folder, { begun, resume: false, takesOver: true });
    }
  }

  /** What was written to another folder is not in Redis any more. */
  async #refuseGap(last: string): Promise<void> {
    const { crawl, folder } = this.#options;
    const acknowledged = (await crawl.meta())?.acknowledged ?? '';
    if (acknowledged === '' || (last !== '' && !isAfter(acknowledged, last))) return;
    throw new UsageError(`${folder} lacks pages of this crawl that were written to another folder`, {
      code: 'JOURNAL_MISSING',
      hint: 'Give every process the folder that the crawl was begun with, or begin another by --crawl-name.',
    });
  }

  async #finish(folder: CrawlFolder, reason: CrawlEnd): Promise<boolean> {
    const { crawl, token, begun, completion, loader, totals, leaseMs, tell, signal } = this.#options;
    const renewal = setInterval(() => void crawl.lease('writer', token, leaseMs).catch(() => undefined), leaseMs / 3);
    try {
      const summary = { reason, totals: await totals(), seeds: begun.seeds, startedAt: new Date().toISOString() };
      await completeFolder(folder, { ...completion, ...summary }, { loader, linkLoader: loader, tell, signal });
      await folder.commit({ record: { type: 'end', reason, at: new Date().toISOString() } });
      await crawl.mark('written');
      return true;
    } finally {
      clearInterval(renewal);
    }
  }
}

/** Ids of a stream are a time and a number of its own. */
function isAfter(one: string, other: string): boolean {
  const [time = 0, index = 0] = one.split('-').map(Number);
  const [otherTime = 0, otherIndex = 0] = other.split('-').map(Number);
  return time > otherTime || (time === otherTime && index > otherIndex);
}
