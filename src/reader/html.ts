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
  const startedAt = performance.now();
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
    const unread = input.extract === undefined ? '' : ' extract could not be applied.';
    const leftMs = Math.max(reserveMs, options.timeoutMs - (performance.now() - startedAt));
    return fallback(input, { ...options, timeoutMs: leftMs }, warning + whole + unread);
  }
}

async function fallback(input: HtmlInput, options: DomJobOptions, warning: string): Promise<Extraction> {
  try {
    const { body, charset, url } = input;
    const { links, ...plain } = await runDomJob('plain', { body, charset, url }, options);
    return fromWords({ ...plain, links: await unpackLinks(links) }, warning);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (!isPagewardError(error)) throw error;
    const { body } = input;
    const start =
      typeof body === 'string' ? body.slice(0, INLINE_CHARS) : new TextDecoder().decode(body.subarray(0, INLINE_CHARS));
    const { title, text } = plainText(start);
    // Markdown parts by an empty line what are lines of their own.
    const plain = {
      ...(title === undefined ? {} : { title }),
      text,
      markdown: text.replaceAll('\n', '\n\n'),
      links: [],
    };
    return fromWords(plain, `${warning} Only its beginning was looked at.`);
  }
}

function fromWords(plain: Pick<Extraction, 'title' | 'markdown' | 'text' | 'links'>, warning: string): Extraction {
  const isEmpty = plain.text === '';
  return {
    ...plain,
    images: [],
    metadata: {},
    extraction: { rung: isEmpty ? 'none' : 'visible-text', coverage: isEmpty ? 0 : 1 },
    warnings: [warning],
  };
}
