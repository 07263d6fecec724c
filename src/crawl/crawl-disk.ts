import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
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
    await tried(folder, () => makeFolders(path.resolve(folder)));
  }

  /** Opens a file for appending after its first `keptBytes`; whatever follows them is cut off. */
  async grow(file: string, keptBytes: number): Promise<GrowingFile> {
    const handle = await tried(file, () => open(file, 'a'));
    await this.#step({ kind: 'truncate', file }, () => handle.truncate(keptBytes));
    return {
      append: (data) => this.#step({ kind: 'write', file, data }, () => writeAll(handle, data)),
      sync: () => this.#step({ kind: 'sync', file }, () => handle.datasync()),
      close: () => handle.close(),
    };
  }

  /** Puts a file in its place whole: whoever opens it finds all of it or what was there before. */
  async replace(file: string, data: Uint8Array): Promise<void> {
    const draft = `${file}.tmp`;
    await this.#step({ kind: 'write', file: draft, data }, () => writeFile(draft, data));
    await this.#step({ kind: 'rename', file }, () => rename(draft, file));
  }

  /** The same, of parts that need not be in memory together. */
  async replaceByParts(file: string, parts: AsyncIterable<string>): Promise<void> {
    const draft = `${file}.tmp`;
    await this.#step({ kind: 'write', file: draft }, () => pipeline(parts, createWriteStream(draft)));
    await this.#step({ kind: 'rename', file }, () => rename(draft, file));
  }

  async #step(step: DiskStep, work: () => Promise<void>): Promise<void> {
    await tried(step.file, async () => {
      this.#before(step);
      await work();
    });
  }
}

/**
 * Does something to a crawl's files.
 *
 * @throws QueueError `JOURNAL_FAILED` when the file system will not have it
 */
export async function tried<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    throw new QueueError(`cannot write ${file}${reason}`, {
      code: 'JOURNAL_FAILED',
      hint: 'See that there is room and the right to write, then go on with --resume.',
      cause,
    });
  }
}

/** Node's own, with `recursive`, never ends where a file system takes no folders (`/proc`). */
async function makeFolders(folder: string): Promise<void> {
  const make = () => mkdir(folder).catch(unlessThere);
  try {
    await make();
  } catch (error) {
    const around = path.dirname(folder);
    if (!isCode(error, 'ENOENT') || around === folder) throw error;
    await makeFolders(around);
    await make();
  }
}

function unlessThere(error: unknown): void {
  if (!isCode(error, 'EEXIST')) throw error;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function writeAll(handle: FileHandle, data: Uint8Array): Promise<void> {
  for (let at = 0; at < data.length; ) {
    const { bytesWritten } = await handle.write(data, at);
    at += bytesWritten;
  }
}
