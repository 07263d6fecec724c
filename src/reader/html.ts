import { isPagewardError, UsageError } from '../base/errors.js';
import type { Extraction } from '../page/page.js';
import { plainText } from '../page/plain-text.js';
import { runDomJob } from './dom.js';
import type { HtmlInput, HtmlResult } from './dom-jobs.js';
import type { DomJobOptions } from './dom-pool.js';
import { unpackLinks } from './link-columns.js';

/** Part of the time that is kept for what can still be done when reading the page properly takes too long. */
const RESERVE_SHARE = 0.2;
const RESERVE_MAX_MS = 2_000;
/** Characters looked at on the caller's own thread when not even a worker gets through. */
const INLINE_CHARS = 500_000;

/**
 * Reads an HTML document in a worker thread. A document that cannot be read properly in time, or at all, still gives the
 * words in its markup, with a warning; only an abort rejects, and a UsageError `INVALID_OPTION` for a selector that cannot
 * be read.
 */
export async function readHtml(input: HtmlInput, options: DomJobOptions): Promise<HtmlResult> {
  const reserveMs = Math.min(options.timeoutMs * RESERVE_SHARE, RESERVE_MAX_MS);
  try {
    const read = await runDomJob('html', input, {
      ...options,
      timeoutMs: options.timeoutMs - reserveMs,
    });
    return { ...read, links: await unpackLinks(read.links) };
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (!isPagewardError(error) || error instanceof UsageError) throw error;
    const warning =
      error.code === 'TIMEOUT'
        ? 'The page was too large to be read in time: this is the text of its markup, navigation included.'
        : 'The page could not be read as a document: this is the text of its markup, navigation included.';
    const isNarrowed = (input.include ?? []).length + (input.exclude ?? []).length > 0;
    const whole = isNarrowed ? ' It is the whole text: include and exclude could not be applied.' : '';
    return fallback(input, { ...options, timeoutMs: reserveMs }, warning + whole);
  }
}

async function fallback(input: HtmlInput, options: DomJobOptions, warning: string): Promise<Extraction> {
  try {
    return fromWords(await runDomJob('plain', input, options), warning);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (!isPagewardError(error)) throw error;
    const { body } = input;
    const start =
      typeof body === 'string' ? body.slice(0, INLINE_CHARS) : new TextDecoder().decode(body.subarray(0, INLINE_CHARS));
    return fromWords(plainText(start), `${warning} Only its beginning was looked at.`);
  }
}

function fromWords({ title, text }: { title?: string; text: string }, warning: string): Extraction {
  return {
    ...(title === undefined ? {} : { title }),
    // A line is a block here, and Markdown parts blocks by an empty line.
    markdown: text.replaceAll('\n', '\n\n'),
    text,
    images: [],
    links: [],
    metadata: {},
    extraction: { rung: text === '' ? 'none' : 'visible-text', coverage: text === '' ? 0 : 1 },
    warnings: [warning],
  };
}
