import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Page } from '../page/page.js';
import type { CrawlFailure } from './crawl-event.js';
import type { Outcome } from './crawl-folder.js';
import { pageOutcome } from './crawl-outcome.js';
import { jsonLine } from './json-line.js';
import type { PageFileNames } from './page-file.js';
import type { CrawlFacts } from './page-row.js';
import { spoilt } from './redis-connection.js';
import type { Result } from './redis-crawl.js';

const told = z.object({ key: z.string() });
const pageTold = told.extend({
  fetchedAt: z.string(),
  hash: z.string(),
  bytes: z.number(),
  page: z.custom<Page>(
    (value) => z.looseObject({ url: z.string(), text: z.string(), statusCode: z.number() }).safeParse(value).success,
  ),
});
const failureTold = told.extend({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  status: z.number().optional(),
});
const skippedTold = told.extend({ reason: z.string() });
const repeatedTold = told.extend({ finalUrl: z.string() });

/** What is written of a page that counts, as it waits in Redis: without what no file has of it. */
export function pagePayload(key: string, page: Page, fetchedAt: string): string {
  const { html: _, screenshot: __, pdf: ___, mhtml: ____, ...kept } = page;
  const hash = hashOf(page.text);
  return JSON.stringify({ key, fetchedAt, hash, bytes: Buffer.byteLength(page.text), page: kept });
}

export function failurePayload(
  key: string,
  { code, message, retryable, status }: Omit<CrawlFailure, 'type' | 'url' | 'depth'>,
): string {
  return JSON.stringify({ key, code, message, retryable, ...(status !== undefined && { status }) });
}

export function skippedPayload(key: string, reason: string): string {
  return JSON.stringify({ key, reason });
}

export function repeatedPayload(key: string, finalUrl: string): string {
  return JSON.stringify({ key, finalUrl });
}

export function hashOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/**
 * What a folder keeps of a result, as a crawl in one process would; and which result it was.
 *
 * @throws QueueError `QUEUE_CORRUPT`
 */
export function outcomeOf(result: Result, names: PageFileNames, shownUrl: string): Outcome {
  const { entry, kind, seq, depth, url } = result;
  const from = result.from === '' ? {} : { from: result.from };
  const payload = payloadOf(result, shownUrl);
  try {
    if (kind === 'page') {
      const { key, fetchedAt, hash, bytes, page } = pageTold.parse(payload);
      const facts: CrawlFacts = { seq, url, depth, ...from, fetchedAt, hash };
      const record = { type: 'page' as const, key, url, facts: { finalUrl: page.url }, links: [], entry };
      return pageOutcome(record, { facts, page, file: names.take(page.url), bytes });
    }
    if (kind === 'failure') {
      const { key, status, ...failure } = failureTold.parse(payload);
      const code = { code: failure.code, ...(status !== undefined && { status }) };
      return {
        record: { type: 'failure', key, url, ...code, entry },
        lines: { failures: jsonLine({ url, depth, ...from, ...failure, ...(status !== undefined && { status }) }) },
      };
    }
    if (kind === 'skipped') {
      const { key, reason } = skippedTold.parse(payload);
      return { record: { type: 'skipped', key, reason, links: [], entry } };
    }
    const { key, finalUrl } = repeatedTold.parse(payload);
    return { record: { type: 'page', key, url, facts: { finalUrl }, links: [], entry } };
  } catch (error) {
    throw error instanceof z.ZodError ? spoilt(`result ${entry}`, shownUrl) : error;
  }
}

function payloadOf({ payload, entry }: Result, shownUrl: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    throw spoilt(`result ${entry}`, shownUrl);
  }
}
