import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type CrawlDisk, tried } from './crawl-disk.js';
import { fileLines } from './file-lines.js';
import { PAGE_FILE } from './folder-contents.js';
import type { JournalRecord } from './journal-record.js';
import { pageFileOfRow } from './page-row.js';

export interface MendedPages {
  readonly folder: string;
  /** `pages.jsonl`. */
  readonly rows: string;
  readonly records: readonly JournalRecord[];
  readonly disk: CrawlDisk;
}

/**
 * Makes the files of a crawl's pages agree with its journal: takes away those whose page does not count, and makes those anew
 * that are missing or not whole.
 */
export async function mendPages({ folder, rows, records, disk }: MendedPages): Promise<void> {
  const sizes = new Map(
    records.flatMap((record) =>
      record.type === 'page' && record.kept !== undefined ? [[record.kept.file, record.kept.fileBytes]] : [],
    ),
  );
  for (const name of await tried(folder, () => readdir(folder))) {
    const file = path.join(folder, name);
    if (PAGE_FILE.test(name) && !sizes.has(name)) await tried(file, () => rm(file));
  }
  const missing = new Set<string>();
  for (const [name, bytes] of sizes) {
    if ((await sizeOf(path.join(folder, name))) !== bytes) missing.add(name);
  }
  if (missing.size === 0) return;
  for await (const line of fileLines(rows)) {
    const { name, content } = pageFileOfRow(line);
    if (missing.has(name)) await disk.replace(path.join(folder, name), content);
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch {
    return undefined;
  }
}
