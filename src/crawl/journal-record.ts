import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { QueueError } from '../base/errors.js';
import type { FoundLink, PageFacts } from './frontier-events.js';

/** How long each of a crawl's files was once a record's own lines were in them. */
const lengths = z.object({
  pages: z.number(),
  links: z.number(),
  failures: z.number(),
  changes: z.number(),
  // Journals of older versions know nothing of these.
  sitemap: z.number().default(0),
  redirected: z.number().default(0),
  expectations: z.number().default(0),
});

/** A link as the frontier is told of it: its URL, and all of it where a scorer looks at more. */
const foundLink = z.union([z.string(), z.custom<FoundLink>((value) => typeof value === 'object' && value !== null)]);

const factsShape = z.looseObject({ finalUrl: z.string() });
const facts = z.custom<PageFacts>((value) => factsShape.safeParse(value).success);

const startRecord = z.object({
  type: z.literal('start'),
  version: z.literal(1),
  seeds: z.array(z.string()),
  /** What decides which pages belong to the crawl, by name; what a resumed crawl must have alike. */
  options: z.record(z.string(), z.unknown()),
  at: z.string(),
  lengths,
});

/** Of a crawl of several processes: which of their results this was, so that none is kept twice. */
const entry = z.string().optional();

/** What is kept of a page that counts. */
const keptPage = z.object({
  seq: z.number(),
  status: z.number(),
  hash: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  rendered: z.boolean(),
  /** Of its text in UTF-8. */
  bytes: z.number(),
  /** In `pages/`, and its size. */
  file: z.string(),
  fileBytes: z.number(),
});

/** A page was read: what the frontier was told of it, by which it says again what the page is to the crawl. */
const pageRecord = z.object({
  type: z.literal('page'),
  key: z.string(),
  url: z.string(),
  facts,
  links: z.array(foundLink),
  /** Absent of a page that repeats another or led out of scope. */
  kept: keptPage.optional(),
  entry,
  lengths,
});

const failureRecord = z.object({
  type: z.literal('failure'),
  key: z.string(),
  url: z.string(),
  code: z.string(),
  status: z.number().optional(),
  entry,
  lengths,
});

/** Handed out, and left aside for a reason that the frontier does not know: robots.txt, a tag of the page. */
const skippedRecord = z.object({
  type: z.literal('skipped'),
  key: z.string(),
  reason: z.string(),
  links: z.array(foundLink),
  entry,
  lengths,
});

/** Pages that sitemaps name. */
const listedRecord = z.object({ type: z.literal('listed'), urls: z.array(z.string()), lengths });
/** The sitemaps were read to their end. */
const sitemapsRecord = z.object({ type: z.literal('sitemaps'), lengths });

const resumeRecord = z.object({ type: z.literal('resume'), at: z.string(), lengths });
const endRecord = z.object({ type: z.literal('end'), reason: z.string(), at: z.string(), lengths });

const journalRecord = z.discriminatedUnion('type', [
  startRecord,
  pageRecord,
  failureRecord,
  skippedRecord,
  listedRecord,
  sitemapsRecord,
  resumeRecord,
  endRecord,
]);

export type StartRecord = z.infer<typeof startRecord>;
export type KeptPage = z.infer<typeof keptPage>;
export type PageRecord = z.infer<typeof pageRecord>;
export type JournalRecord = z.infer<typeof journalRecord>;
export type FileLengths = z.infer<typeof lengths>;

type WithoutLengths<Record> = Record extends JournalRecord ? Omit<Record, 'lengths'> : never;
/** A record before it is known where in the files it comes to stand. */
export type NewRecord = WithoutLengths<JournalRecord>;

/** What ends a record. */
export const LINE_FEED = 10;

/** A record as a line: the CRC-32 of its JSON, a space, the JSON. */
export function journalLine(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${json}\n`;
}

/** What a journal says, and how many of its bytes say it: what comes after them was being written when the crawl died. */
export interface JournalContent {
  readonly records: readonly JournalRecord[];
  readonly bytes: number;
}

/**
 * Reads a journal. A torn end is left out: nothing in it has counted. Damage before the end is another thing.
 *
 * @throws QueueError `JOURNAL_CORRUPT` when a whole record follows one that cannot be read.
 */
export function parseJournal(content: Uint8Array): JournalContent {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.length);
  const records: JournalRecord[] = [];
  let bytes = 0;
  let damagedLine: number | undefined;
  for (let start = 0, line = 1; start < buffer.length; line += 1) {
    const feed = buffer.indexOf(LINE_FEED, start);
    if (feed < 0) break;
    const record = recordOf(buffer.toString('utf8', start, feed));
    start = feed + 1;
    if (record === undefined) damagedLine ??= line;
    else if (damagedLine !== undefined) throw damaged(damagedLine);
    else {
      records.push(record);
      bytes = start;
    }
  }
  return { records, bytes };
}

function recordOf(line: string): JournalRecord | undefined {
  const json = line.slice(9);
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(json)) return undefined;
  // Its checksum is right, so this is what was written; what cannot be read of it is another version's.
  const parsed = journalRecord.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  throw new QueueError('the journal holds a record that this version does not know', {
    code: 'JOURNAL_CORRUPT',
    hint: 'Resume the crawl with the version of Pageward that began it.',
  });
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}

function damaged(line: number): QueueError {
  return new QueueError(`line ${line} of the journal is damaged, and more follows it`, {
    code: 'JOURNAL_CORRUPT',
    hint: 'Begin the crawl anew in another folder.',
    details: { line },
  });
}
