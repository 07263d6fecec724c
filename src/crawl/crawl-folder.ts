import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../base/errors.js';
import { CrawlDisk, type GrowingFile, tried } from './crawl-disk.js';
import { refuseCutFiles, refuseOthersFiles } from './folder-contents.js';
import { type FolderLock, lockFolder } from './folder-lock.js';
import {
  type FileLengths,
  type JournalRecord,
  journalLine,
  LINE_FEED,
  type NewRecord,
  parseJournal,
} from './journal-record.js';
import { mendPages } from './mend-pages.js';
import { optionsThatDiffer, type RecordedOptions } from './recorded-options.js';

const JOURNAL = 'journal.jsonl';
const LOCK = 'crawl.lock';
const PAGES = 'pages';

/** The files that grow with the crawl, each line of JSON for itself. */
const GROWING = ['pages', 'links', 'failures', 'changes', 'sitemap', 'redirected', 'expectations'] as const;
type GrowingName = (typeof GROWING)[number];
export const NO_LINES = Object.fromEntries(GROWING.map((name) => [name, 0])) as FileLengths;

/** What is to be kept of one URL, before it is known where in the files it comes to stand. */
export interface Outcome {
  readonly record: NewRecord;
  /** Whole lines for each of the growing files. */
  readonly lines?: Partial<Readonly<Record<GrowingName, string>>>;
  /** The page's own file. */
  readonly page?: { readonly name: string; readonly content: Uint8Array };
}

export interface FolderOptions {
  /** Written first; of a resumed crawl what must be there. */
  readonly begun: RecordedOptions;
  readonly resume: boolean;
  /** Also from a process on another machine: it is known elsewhere that the folder is this process's now. */
  readonly takesOver?: boolean;
  readonly disk?: CrawlDisk;
}

interface Commit {
  readonly outcome: Outcome;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The folder of one crawl: its journal, `pages.jsonl`, `links.jsonl`, `failures.jsonl` and the like, and a Markdown file a page.
 *
 * A page counts once its journal record is on the disk. Before that come its file (moved into place whole) and its lines in
 * the growing files (synced); the record says how long these are with them. So whatever a crash leaves, resuming cuts the
 * growing files back to what the last whole record says, and nothing is lost or there twice. What is finished together is
 * synced together. The files of the pages are not synced one by one: one that a power failure took is made anew from
 * `pages.jsonl`, which is.
 */
export class CrawlFolder {
  readonly folder: string;
  /** What the journal held when the folder was opened. */
  readonly records: readonly JournalRecord[];
  readonly #disk: CrawlDisk;
  readonly #lock: FolderLock;
  readonly #journal: GrowingFile;
  readonly #growing: Readonly<Record<GrowingName, GrowingFile>>;
  #lengths: FileLengths;
  readonly #waiting: Commit[] = [];
  #writing: Promise<void> = Promise.resolve();
  #broken: unknown;

  private constructor(
    folder: string,
    parts: {
      readonly disk: CrawlDisk;
      readonly lock: FolderLock;
      readonly journal: GrowingFile;
      readonly growing: Readonly<Record<GrowingName, GrowingFile>>;
      readonly records: readonly JournalRecord[];
    },
  ) {
    this.folder = folder;
    this.records = parts.records;
    this.#disk = parts.disk;
    this.#lock = parts.lock;
    this.#journal = parts.journal;
    this.#growing = parts.growing;
    this.#lengths = lengthsAfter(parts.records);
  }

  /**
   * Takes the folder for this process, and makes it or mends it.
   *
   * @throws UsageError `JOURNAL_EXISTS` when it holds a crawl and `resume` is not set, or files that would be taken for a crawl's;
   * `JOURNAL_MISSING` when there is none to resume; QueueError `JOURNAL_LOCKED`, `JOURNAL_CORRUPT`, `JOURNAL_FAILED`.
   */
  static async open(folder: string, options: FolderOptions): Promise<CrawlFolder> {
    const { begun, resume, takesOver = false, disk = new CrawlDisk() } = options;
    const journalFile = path.join(folder, JOURNAL);
    // A mistyped folder is told before anything is made in it.
    if (resume && !existsSync(journalFile)) refuseUnfit(folder, { begun, resume, records: [] });
    await disk.makeFolder(path.join(folder, PAGES));
    const lock = await lockFolder(path.join(folder, LOCK), takesOver);
    try {
      const content = existsSync(journalFile)
        ? await tried(journalFile, () => readFile(journalFile))
        : new Uint8Array();
      const { records, bytes } = parseJournal(content);
      refuseUnfit(folder, { begun, resume, records });
      const lengths = lengthsAfter(records);
      const grown = GROWING.map((name) => ({ file: path.join(folder, `${name}.jsonl`), bytes: lengths[name] }));
      if (records.length > 0) await refuseCutFiles(grown);
      else {
        // What a crash has left of a first record has no end.
        const isOthers = content.includes(LINE_FEED);
        const filled = [...(isOthers ? [journalFile] : []), ...grown.map(({ file }) => file)];
        await refuseOthersFiles(filled, path.join(folder, PAGES));
      }
      const journal = await disk.grow(journalFile, bytes);
      const grow = (name: GrowingName) => disk.grow(path.join(folder, `${name}.jsonl`), lengths[name]);
      const files = await Promise.all(GROWING.map(grow));
      const growing = Object.fromEntries(GROWING.map((name, at) => [name, files[at]])) as Record<
        GrowingName,
        GrowingFile
      >;
      const opened = new CrawlFolder(folder, { disk, lock, journal, growing, records });
      await mendPages({ folder: path.join(folder, PAGES), rows: path.join(folder, 'pages.jsonl'), records, disk });
      const at = new Date().toISOString();
      const isNew = records.length === 0;
      await opened.commit({ record: isNew ? { type: 'start', version: 1, ...begun, at } : { type: 'resume', at } });
      return opened;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Keeps what became of a URL, in the order of the calls. Once this resolves, no crash takes it away. Rejects with QueueError `JOURNAL_FAILED`. */
  commit(outcome: Outcome): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ outcome, done, failed });
      if (this.#waiting.length === 1) this.#writing = this.#writing.then(() => this.#write());
    });
  }

  /** Puts another file of the crawl in its place. */
  write(name: string, content: string): Promise<void> {
    return this.writeBytes(name, Buffer.from(content));
  }

  async writeBytes(name: string, content: Uint8Array): Promise<void> {
    await this.#disk.replace(path.join(this.folder, name), content);
  }

  /** Makes a folder in it, and gives its path. */
  async makeFolder(name: string): Promise<string> {
    const made = path.join(this.folder, name);
    await this.#disk.makeFolder(made);
    return made;
  }

  /** The same, of parts that need not be in memory together. */
  async writeParts(name: string, parts: AsyncIterable<string>): Promise<void> {
    await this.#disk.replaceByParts(path.join(this.folder, name), parts);
  }

  /** Finishes what is being written and lets the folder go. */
  async close(): Promise<void> {
    await this.#writing;
    await Promise.all([this.#journal, ...Object.values(this.#growing)].map((file) => file.close()));
    await this.#lock.release();
  }

  async #write(): Promise<void> {
    const batch = this.#waiting.splice(0);
    try {
      if (this.#broken !== undefined) throw this.#broken;
      await this.#writeBatch(batch.map(({ outcome }) => outcome));
      for (const { done } of batch) done();
    } catch (error) {
      // What is half written must not be followed by more.
      this.#broken = error;
      for (const { failed } of batch) failed(error);
    }
  }

  async #writeBatch(batch: readonly Outcome[]): Promise<void> {
    const pages = batch.flatMap(({ page }) => (page === undefined ? [] : [page]));
    await Promise.all(
      pages.map(({ name, content }) => this.#disk.replace(path.join(this.folder, PAGES, name), content)),
    );
    let lengths = this.#lengths;
    const records = batch.map(({ record, lines = {} }) => {
      lengths = grownBy(lengths, lines);
      return journalLine({ ...record, lengths });
    });
    for (const name of GROWING) {
      const added = batch.map(({ lines }) => lines?.[name] ?? '').join('');
      if (added === '') continue;
      await this.#growing[name].append(Buffer.from(added));
      await this.#growing[name].sync();
    }
    await this.#journal.append(Buffer.from(records.join('')));
    await this.#journal.sync();
    this.#lengths = lengths;
  }
}

function grownBy(lengths: FileLengths, lines: Partial<Readonly<Record<GrowingName, string>>>): FileLengths {
  const grown = { ...lengths };
  for (const name of GROWING) grown[name] += Buffer.byteLength(lines[name] ?? '');
  return grown;
}

function lengthsAfter(records: readonly JournalRecord[]): FileLengths {
  return records.at(-1)?.lengths ?? NO_LINES;
}

function refuseUnfit(
  folder: string,
  { begun, resume, records }: { begun: RecordedOptions; resume: boolean; records: readonly JournalRecord[] },
): void {
  const [start] = records;
  if (start?.type !== 'start') {
    if (!resume) return;
    throw new UsageError(`${folder} holds no crawl to resume`, {
      code: 'JOURNAL_MISSING',
      hint: 'Leave --resume out to begin one.',
    });
  }
  if (!resume) {
    throw new UsageError(`${folder} holds a crawl already`, {
      code: 'JOURNAL_EXISTS',
      hint: 'Go on with it by --resume, or choose another folder.',
    });
  }
  const differing = optionsThatDiffer(start, begun);
  if (differing.length === 0) return;
  throw new UsageError(`the crawl in ${folder} was begun with other options: ${differing.join('; ')}`, {
    code: 'JOURNAL_DIFFERS',
    hint: 'Resume it with the options that it was begun with, or begin another in a new folder.',
    details: { differing },
  });
}
