import { z } from 'zod';
import { withDeadline } from '../base/deadline.js';
import { defaultMaxBytes, LIMITS } from '../base/limits.js';
import { checkOptions } from '../base/options.js';
import { createGuard, type Guard } from '../guard/guard.js';
import type { Page } from '../page/page.js';
import { BrowserReader } from '../reader/browser-reader.js';
import { cleanHtml } from '../reader/clean-html.js';
import { guardOption } from '../reader/options.js';
import type { PageReader, ReadOptions } from '../reader/reader.js';
import { type CrawledPage, crawledPage, failedCrawl, structuredCrawl } from './crawled-page.js';
import { FENCE_NOTE } from './fence.js';
import { boundaryOption, type FenceBoundary } from './fence-boundary.js';
import { checkReader, judgedRead } from './judged-read.js';
import { stepsTold } from './read-progress.js';
import { type Tool, tool } from './tool.js';
import { toolArguments } from './tool-arguments.js';

export interface CrawlUrlOptions {
  /** What the model calls it (default `crawl_url`). */
  name?: string;
  /** How long a call takes at most, in milliseconds, and how long it takes when the model does not say (default 60 000). */
  timeoutMs?: number;
  /** Characters of Markdown in what the model reads, and as many again of HTML (default 100 000). `data` has it all. */
  maxChars?: number;
  /** A word in the markers of the fence that no page can know. */
  boundary?: FenceBoundary;
  /**
   * Judges URLs before a browser is started for them, and of a reader that is not ours where it ended; the guard of the
   * BrowserReader that is made when none is given.
   */
  guard?: Guard;
}

/** What the model gives. */
export interface CrawlUrlInput {
  url: string;
  include_html?: boolean | undefined;
  bypass_cache?: boolean | undefined;
  /** Seconds. */
  timeout?: number | undefined;
}

const optionsSchema = z.strictObject({
  name: z.string().optional(),
  timeoutMs: z.number().int().positive('must be a positive number of milliseconds').optional(),
  maxChars: z.number().int().positive('must be a positive number of characters').optional(),
  boundary: boundaryOption,
  guard: guardOption,
});

/** How long a reader of ours may outstay the deadline before the call ends without it: it gives what it has by then. */
const GRACE_MS = 1_000;

/**
 * Makes the tool that reads one page in a real browser, whatever becomes of it: a call that fails gives a result all the
 * same, with `success: false` and the reason in `error_message`, which begins with `Refused: ` when the guard said no.
 * Without a reader it makes, owns and closes a BrowserReader. Only arguments of a wrong type and an abort reject.
 *
 * For an intranet: `crawlUrl(new BrowserReader({ allowPrivate: ['10.0.0.0/8'] }))`.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * await using crawl = crawlUrl();
 * const { data } = await crawl.run({ url: 'https://example.com/' });
 */
export function crawlUrl(reader?: PageReader, options: CrawlUrlOptions = {}): Tool<CrawlUrlInput, CrawledPage> {
  checkReader(reader, 'crawlUrl');
  checkOptions(optionsSchema, options, 'crawlUrl');
  const {
    name = 'crawl_url',
    timeoutMs: maxMs = LIMITS.crawlTimeoutMs,
    maxChars = LIMITS.crawlChars,
    boundary,
  } = options;
  const guard = options.guard ?? (reader?.guarded ? undefined : createGuard());
  const source: PageReader = reader ?? new BrowserReader(guard && { guard });
  const read = guard === undefined ? source.read.bind(source) : judgedRead(source, guard);

  const load = (url: string, asked: ReadOptions & { timeoutMs: number }): Promise<Page> => {
    const timeoutMs = asked.timeoutMs + (source.guarded ? GRACE_MS : 0);
    return withDeadline({ signal: asked.signal, timeoutMs, what: 'reading the page' }, async (signal) => {
      const { html, ...page } = await read(url, { ...asked, signal });
      const cleaned = html && asked.html ? await cleanHtml(html, { ...asked, signal }) : undefined;
      return { ...page, ...(cleaned === undefined ? {} : { html: cleaned }) };
    });
  };

  return tool({
    name,
    title: 'Read a web page in a browser',
    description: [
      source.rendersJavaScript
        ? 'Reads a web page in a real browser, with its scripts run, as Markdown. It takes seconds.'
        : 'Reads a web page as Markdown.',
      'A page that cannot be had is a result that says why.',
      FENCE_NOTE,
    ].join(' '),
    input: inputOf(maxMs / 1_000),
    output: structuredCrawl,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    async run({ url, include_html: html, bypass_cache: bypassCache, timeout }, { signal, onProgress }) {
      const timeoutMs = Math.ceil(Math.min(timeout * 1_000, maxMs));
      try {
        const told = stepsTold(url, onProgress);
        const page = await load(url, { html, bypassCache, timeoutMs, ...told, ...(signal && { signal }) });
        return crawledPage(page, { maxChars, maxBytes: source.maxBytes ?? defaultMaxBytes(page.mediaType), boundary });
      } catch (error) {
        signal?.throwIfAborted();
        return failedCrawl(url, error);
      }
    },
    async close() {
      if (reader === undefined) await source.close?.();
    },
  });
}

function inputOf(maxSeconds: number) {
  return toolArguments({
    url: z.string().describe('Absolute http or https URL.'),
    include_html: z.boolean().default(false).describe('Also give its HTML, without scripts and styles.'),
    bypass_cache: z.boolean().default(false).describe('Read anew even if it was read a moment ago.'),
    timeout: z.number().positive().default(maxSeconds).describe(`Seconds to wait, at most ${maxSeconds}.`),
  });
}
