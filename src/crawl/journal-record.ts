import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { QueueError } from '../base/errors.js';

/** How long each of a crawl's files was once a record's own lines were in them. */
const lengths = z.object({ pages: z.number(), links: z.number(), failures: z.number() });

/** A link as the frontier is told of it: its URL, and whether its page asked not to follow it. */
const foundLink = z.object({ url: z.string(), nofollow: z.boolean().optional() });

const startRecord = z.object({
  type: z.literal('start'),
  version: z.literal(1),
  seeds: z.array(z.string()),
  /** What decides which pages belong to the crawl, by name; what a resumed crawl must have alike. */
  options: z.record(z.string(), z.unknown()),
  at: z.string(),
});

const pageRecord = z.object({
  type: z.literal('page'),
  seq: z.number(),
  /** As it was handed out. */
  url: z.string(),
  depth: z.number(),
  /** Where the page ended. */
  finalUrl: z.string(),
  redirects: z.array(z.string()),
  canonical: z.string().optional(),
  status: z.number(),
  hash: z.string(),
  simhash: z.string().optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  rendered: z.boolean().optional(),
  links: z.array(foundLink),
  /** Of its text in UTF-8. */
  bytes: z.number(),
  /** In `pages/`, and its size. */
  file: z.string(),
  fileBytes: z.number(),
  lengths,
});

const failureRecord = z.object({
  type: z.literal('failure'),
  url: z.string(),
  depth: z.number(),
  code: z.string(),
  status: z.number().optional(),
  lengths,
});

/** Handed out, and left aside for a reason that the frontier does not know: robots.txt, a tag of the page. */
const skippedRecord = z.object({ type: z.literal('skipped'), url: z.string(), reason: z.string(), lengths });

/** URLs that no page led to, but a sitemap. */
const foundRecord = z.object({ type: z.literal('found'), source: z.string(), urls: z.array(z.string()) });

const resumeRecord = z.object({ type: z.literal('resume'), at: z.string() });
const endRecord = z.object({ type: z.literal('end'), reason: z.string(), at: z.string() });

const journalRecord = z.discriminatedUnion('type', [
  startRecord,
  pageRecord,
  failureRecord,
  skippedRecord,
  foundRecord,
  resumeRecord,
  endRecord,
]);

export type StartRecord = z.infer<typeof startRecord>;
export type PageRecord = z.infer<typeof pageRecord>;
export type FailureRecord = z.infer<typeof failureRecord>;
export type SkippedRecord = z.infer<typeof skippedRecord>;
export type JournalRecord = z.infer<typeof journalRecord>;
export type FileLengths = z.infer<typeof lengths>;

const LINE_FEED = 10;

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
