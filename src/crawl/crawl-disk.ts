import { type FileHandle, mkdir, open, rename, writeFile } from 'node:fs/promises';
import { QueueError } from '../base/errors.js';

/** What a crawl does to its files, one step at a time. */
export interface DiskStep {
  readonly kind: 'write' | 'sync' | 'rename' | 'truncate';
  readonly file: string;
  /** What is about to be written. */
  readonly data?: Uint8Array;
}

/** Called before each step; what it throws is thrown instead of the step. A test dies here. */
export type BeforeStep = (step: DiskStep) => void;

/** A file that only grows. */
export interface GrowingFile {
  append(data: Uint8Array): Promise<void>;
  /** Resolves when all that was appended would outlive a power failure. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The file system as a crawl uses it.
 *
 * @throws QueueError `JOURNAL_FAILED` from every step that cannot be done: no room, no right.
 */
export class CrawlDisk {
  readonly #before: BeforeStep;

  constructor(before: BeforeStep = () => undefined) {
    this.#before = before;
  }

  async makeFolder(folder: string): Promise<void> {
    await this.#step(mkdir(folder, { recursive: true }), folder);
  }

  /** Opens a file for appending after its first `keptBytes`; whatever follows them is cut off. */
  async grow(file: string, keptBytes: number): Promise<GrowingFile> {
    const handle = await this.#step(open(file, 'a'), file);
    this.#before({ kind: 'truncate', file });
    await this.#step(handle.truncate(keptBytes), file);
    return {
      append: async (data) => {
        this.#before({ kind: 'write', file, data });
        await this.#step(writeAll(handle, data), file);
      },
      sync: async () => {
        this.#before({ kind: 'sync', file });
        await this.#step(handle.datasync(), file);
      },
      close: () => handle.close(),
    };
  }

  /** Puts a file in its place whole: whoever opens it finds all of it or what was there before. */
  async replace(file: string, data: Uint8Array): Promise<void> {
    const draft = `${file}.tmp`;
    this.#before({ kind: 'write', file: draft, data });
    await this.#step(writeFile(draft, data), draft);
    this.#before({ kind: 'rename', file });
    await this.#step(rename(draft, file), file);
  }

  async #step<T>(work: Promise<T>, file: string): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      const reason = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
      throw new QueueError(`cannot write ${file}${reason}`, {
        code: 'JOURNAL_FAILED',
        hint: 'See that there is room and the right to write, then go on with --resume.',
        cause,
      });
    }
  }
}

async function writeAll(handle: FileHandle, data: Uint8Array): Promise<void> {
  for (let at = 0; at < data.length; ) {
    const { bytesWritten } = await handle.write(data, at);
    at += bytesWritten;
  }
}
