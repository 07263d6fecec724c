import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { QueueError, UsageError } from '../base/errors.js';
import { fileLines } from '../crawl/file-lines.js';

const redirect = z.looseObject({ url: z.string(), statusCode: z.number(), location: z.string(), kind: z.string() });
const noted = z.looseObject({ count: z.number() });
const urls = noted.extend({ urls: z.array(z.string()) });

/** What a report needs of a line of `pages.jsonl`. */
const pageRow = z.looseObject({
  url: z.string(),
  finalUrl: z.string(),
  depth: z.number(),
  from: z.string().optional(),
  fetchedAt: z.string(),
  file: z.string().optional(),
  nearDuplicateOf: z.string().optional(),
  links: z.number(),
  statusCode: z.number(),
  mediaType: z.string(),
  title: z.string().optional(),
  text: z.string(),
  redirects: z.array(redirect).optional(),
  metadata: z.looseObject({ description: z.string().optional() }).optional(),
  images: z.array(z.looseObject({ url: z.string(), alt: z.string() })).optional(),
  rendered: z.boolean().optional(),
  timing: z.looseObject({ totalMs: z.number(), loadMs: z.number().optional() }).optional(),
  refusals: z.array(z.looseObject({ url: z.string(), code: z.string(), reason: z.string() })).optional(),
  readiness: z.looseObject({ failure: z.string().optional() }).optional(),
  audit: z
    .looseObject({
      words: z.number(),
      serverWords: z.number().optional(),
      documentTitle: z.string().optional(),
      metaDescription: z.string().optional(),
      imagesWithoutAlt: urls.optional(),
      mixedContent: urls.optional(),
      consoleErrors: noted.extend({ messages: z.array(z.string()) }).optional(),
    })
    .optional(),
});

const failureRow = z.looseObject({
  url: z.string(),
  depth: z.number(),
  from: z.string().optional(),
  code: z.string(),
  message: z.string(),
  status: z.number().optional(),
});

const expectationRow = z.looseObject({
  url: z.string(),
  finalUrl: z.string().optional(),
  status: z.number().optional(),
  name: z.string(),
  ok: z.boolean(),
  faults: z.array(z.looseObject({ what: z.string(), expected: z.string(), actual: z.string() })).optional(),
});
const linkRow = z.looseObject({ from: z.string(), to: z.string(), text: z.string() });
const redirectedRow = z.looseObject({ url: z.string(), finalUrl: z.string(), redirects: z.array(redirect) });
const sitemapRow = z.looseObject({ url: z.string(), sitemap: z.string() });
const externalRow = z.looseObject({
  url: z.string(),
  ok: z.boolean(),
  status: z.number().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  finalUrl: z.string().optional(),
  redirects: z.array(redirect).optional(),
});

const SCHEMAS = {
  pages: pageRow,
  failures: failureRow,
  links: linkRow,
  redirected: redirectedRow,
  sitemap: sitemapRow,
  external: externalRow,
  expectations: expectationRow,
} as const;

export type CrawlFile = keyof typeof SCHEMAS;
export type CrawlRow<File extends CrawlFile> = z.infer<(typeof SCHEMAS)[File]>;

/**
 * The lines of one file of a crawl's folder, in their order; none of a file that is not there. A torn last line, of a crawl
 * that goes on or was killed, is left out.
 *
 * @throws QueueError `JOURNAL_CORRUPT` for any other line that is not what the crawl writes.
 */
export async function* crawlRows<File extends CrawlFile>(folder: string, name: File): AsyncGenerator<CrawlRow<File>> {
  const file = path.join(folder, `${name}.jsonl`);
  let number = 0;
  let torn: number | undefined;
  for await (const line of fileLines(file)) {
    number += 1;
    if (torn !== undefined) throw damaged(file, torn);
    const row = parsed(name, line);
    if (row === undefined) torn = number;
    else yield row;
  }
}

function parsed<File extends CrawlFile>(name: File, line: string): CrawlRow<File> | undefined {
  try {
    // Every schema gives its own row.
    return SCHEMAS[name].parse(JSON.parse(line)) as CrawlRow<File>;
  } catch {
    return undefined;
  }
}

const summary = z.looseObject({
  reason: z.string().optional(),
  totals: z
    .looseObject({
      expectations: z.looseObject({ unmatched: z.array(z.object({ name: z.string(), url: z.string() })) }).optional(),
    })
    .optional(),
  seeds: z.array(z.string()).optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
});

/** What `crawl.json` says of a crawl that came to its end; nothing of one that did not. */
export async function crawlSummary(folder: string): Promise<z.infer<typeof summary>> {
  const text = await readFile(path.join(folder, 'crawl.json'), 'utf8').catch(() => '{}');
  try {
    return summary.parse(JSON.parse(text));
  } catch {
    throw damaged(path.join(folder, 'crawl.json'), 1);
  }
}

/** @throws UsageError `JOURNAL_MISSING` */
export function checkCrawlFolder(folder: string): void {
  if (existsSync(path.join(folder, 'journal.jsonl'))) return;
  throw new UsageError(`${folder} holds no crawl to report on`, {
    code: 'JOURNAL_MISSING',
    hint: 'Name the folder that a crawl was given by --out.',
  });
}

function damaged(file: string, line: number): QueueError {
  return new QueueError(`line ${line} of ${file} is not what a crawl writes`, {
    code: 'JOURNAL_CORRUPT',
    hint: 'Put the file back from a copy, or crawl anew into another folder.',
    details: { line },
  });
}
