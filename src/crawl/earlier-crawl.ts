import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { UsageError } from '../base/errors.js';
import type { Page, PageLink } from '../page/page.js';
import { NO_LINES } from './crawl-folder.js';
import { type FileLengths, type KeptPage, parseJournal } from './journal-record.js';

/** A page as an earlier crawl has kept it. */
export interface EarlierPage extends KeptPage {
  readonly key: string;
  /** As it was asked for. */
  readonly url: string;
  /** From where to where its lines are in the growing files. */
  readonly before: FileLengths;
  readonly after: FileLengths;
}

const rowSchema = z.looseObject({
  finalUrl: z.string(),
  statusCode: z.number(),
  mediaType: z.string(),
  text: z.string(),
});
const linkSchema = z.looseObject({ to: z.string(), text: z.string() });
/** What a row has beside the page. */
const FACTS = ['seq', 'depth', 'from', 'fetchedAt', 'hash', 'nearDuplicateOf', 'file', 'finalUrl', 'links', 'timing'];

/** The crawl in another folder, to compare with. Close it. */
export class EarlierCrawl {
  readonly #folder: string;
  readonly #byKey = new Map<string, EarlierPage>();
  readonly #byUrl = new Map<string, EarlierPage>();
  readonly #files = new Map<string, Promise<FileHandle>>();

  private constructor(folder: string, pages: readonly EarlierPage[]) {
    this.#folder = folder;
    for (const page of pages) {
      this.#byKey.set(page.key, page);
      this.#byUrl.set(page.url, page);
    }
  }

  /** @throws UsageError `JOURNAL_MISSING`, QueueError `JOURNAL_CORRUPT` */
  static async open(folder: string): Promise<EarlierCrawl> {
    const content = await readFile(path.join(folder, 'journal.jsonl')).catch((cause: unknown) => {
      throw new UsageError(`${folder} holds no crawl to compare with`, { code: 'JOURNAL_MISSING', cause });
    });
    let before = NO_LINES;
    const pages: EarlierPage[] = [];
    for (const record of parseJournal(content).records) {
      const { lengths: after } = record;
      if (record.type === 'page' && record.kept !== undefined) {
        pages.push({ ...record.kept, key: record.key, url: record.url, before, after });
      }
      before = after;
    }
    return new EarlierCrawl(folder, pages);
  }

  /** By its normal form. */
  get(key: string): EarlierPage | undefined {
    return this.#byKey.get(key);
  }

  /** By its URL as it was asked for. */
  at(url: string): EarlierPage | undefined {
    return this.#byUrl.get(url);
  }

  all(): Iterable<EarlierPage> {
    return this.#byKey.values();
  }

  /** The page itself, with its links. */
  async read({ before, after }: EarlierPage): Promise<Page> {
    const row = rowSchema.parse(JSON.parse(await this.#part('pages', before, after)));
    const lines = (await this.#part('links', before, after)).split('\n').slice(0, -1);
    const links = lines.map((line): PageLink => {
      const { to, text, rel, kind } = linkSchema.parse(JSON.parse(line));
      return { url: to, text, ...(typeof rel === 'string' && { rel }), ...(kind === 'route' && { kind }) };
    });
    const kept = Object.entries(row).filter(([name]) => !FACTS.includes(name));
    // It was a page when it was written, all but what is put in its place here.
    return { ...(Object.fromEntries(kept) as unknown as Page), url: row.finalUrl, links };
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await (await file).close();
  }

  async #part(name: 'pages' | 'links', before: FileLengths, after: FileLengths): Promise<string> {
    const file = this.#files.get(name) ?? open(path.join(this.#folder, `${name}.jsonl`));
    this.#files.set(name, file);
    const part = Buffer.alloc(after[name] - before[name]);
    await (await file).read(part, 0, part.length, before[name]);
    return part.toString();
  }
}
