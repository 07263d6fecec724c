import { z } from 'zod';
import { defaultMaxBytes, LIMITS } from '../base/limits.js';
import { checkOptions } from '../base/options.js';
import { createGuard, type Guard } from '../guard/guard.js';
import type { Page } from '../page/page.js';
import { HttpReader } from '../reader/http-reader.js';
import { guardOption, maxBytesOption } from '../reader/options.js';
import type { PageReader } from '../reader/reader.js';
import { FENCE_NOTE } from './fence.js';
import { boundaryOption, type FenceBoundary } from './fence-boundary.js';
import { checkReader, judgedRead } from './judged-read.js';
import { checkSuccess } from './only-success.js';
import { outlinedWindow, outlineNotice } from './page-outline.js';
import { type FetchedPage, pageWindow, renderPage } from './page-text.js';
import { stepsTold } from './read-progress.js';
import { type Tool, tool } from './tool.js';
import { toolArguments, wholeNumber } from './tool-arguments.js';
import type { ToolSchema } from './tool-schema.js';
import { urlArgument } from './url-argument.js';

export interface WebFetchOptions {
  /** What the model calls it (default `web_fetch`). */
  name?: string;
  /** Characters of page text in one answer (default 20 000); the model goes on with `offset`. */
  maxChars?: number;
  /** Deadline of one call in milliseconds, 0 for none (default: the reader's own; 30 000 for a reader that is not ours). */
  timeoutMs?: number;
  /** Limit of a body in bytes (default: the reader's own). */
  maxBytes?: number;
  /**
   * Fail with a typed error unless the page is what was asked for, instead of showing what came: only 2xx, only text (`text/*`,
   * JSON, XML, YAML, XHTML; a page that names no type is none), no empty page and no challenge. Then `maxBytes` is 1 MiB
   * unless it, or the reader, says otherwise, and a cut page ends with `[webfetch: response truncated at N bytes]`.
   */
  onlySuccess?: boolean;
  /**
   * Answer a page that is longer than `maxChars` with its headings first, each with a number and its cost in tokens, and add
   * the argument `section`, which takes such a number.
   */
  outline?: boolean;
  /** `inline` links, or `referenced`: numbered, with the addresses at the end of each answer (default: the reader's). */
  links?: 'inline' | 'referenced';
  /** A word in the markers of the fence that no page can know. */
  boundary?: FenceBoundary;
  /** Judges the URLs of a reader that is not ours, and is the guard of the HttpReader made when none is given. */
  guard?: Guard;
}

/** What the model gives. */
export interface WebFetchInput {
  url: string;
  images?: boolean | undefined;
  offset?: number | undefined;
  /** Only with the option `outline`. */
  section?: number | undefined;
}

const optionsSchema = z.strictObject({
  name: z.string().optional(),
  maxChars: z.number().int().positive('must be a positive number of characters').optional(),
  timeoutMs: z.number().int().min(0, 'must be 0 (no deadline) or a positive number of milliseconds').optional(),
  maxBytes: maxBytesOption,
  onlySuccess: z.boolean().optional(),
  outline: z.boolean().optional(),
  links: z.enum(['inline', 'referenced']).optional(),
  boundary: boundaryOption,
  guard: guardOption,
});

const input = toolArguments({
  url: urlArgument.describe('Absolute http or https URL.'),
  images: z.boolean().default(false).describe('Also list its images, with their alternative texts.'),
  offset: wholeNumber.default(0).describe('Where to start, from the notice of a cut page.'),
});

const inputWithSection = toolArguments({
  ...input.shape,
  section: wholeNumber.optional().describe('Number of a section, from the outline of a long page.'),
});

/** How long a reader may outstay its own deadline before the call ends without it. */
const GRACE_MS = 1_000;

/**
 * Makes the tool that reads one page for a model, as Markdown within a fence. Takes any object with `read`; without
 * one it makes, owns and closes an HttpReader.
 *
 * A reader that is not ours is not locked into the guard: its URL is judged before it is asked, and where it ended
 * afterwards, and no more is promised.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const fetchPage = webFetch(new AutoReader());
 * const { text } = await fetchPage.run({ url: 'https://example.com/' });
 */
export function webFetch(reader?: PageReader, options: WebFetchOptions = {}): Tool<WebFetchInput, FetchedPage> {
  checkReader(reader, 'webFetch');
  checkOptions(optionsSchema, options, 'webFetch');
  const { name = 'web_fetch', maxChars = LIMITS.maxChars, timeoutMs, links, onlySuccess, outline, boundary } = options;
  const source: PageReader = reader ?? new HttpReader(options.guard ? { guard: options.guard } : {});
  const read = source.guarded ? source.read.bind(source) : judgedRead(source, options.guard ?? createGuard());
  const maxBytes = options.maxBytes ?? (onlySuccess ? (source.maxBytes ?? LIMITS.onlySuccessBytes) : undefined);
  const always = {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(links && { links }),
  };
  const schema: ToolSchema<WebFetchInput, z.output<typeof inputWithSection>> = outline ? inputWithSection : input;

  return tool({
    name,
    title: 'Read a web page',
    description: descriptionFor(source, outline),
    input: schema,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    timeoutMs: backstopMs(source, timeoutMs),
    async run({ url, images, offset, section }, { signal, onProgress }) {
      const page = await read(url, { images, ...(signal && { signal }), ...stepsTold(url, onProgress), ...always });
      if (onlySuccess) checkSuccess(page);
      const shown = { images, offset, maxChars };
      const data: FetchedPage = outline ? outlinedWindow(page, { ...shown, section }) : pageWindow(page, shown);
      const notices = [
        ...(data.outline ? [outlineNotice(data.outline)] : []),
        ...(onlySuccess && page.sizeCapped ? [`[webfetch: response truncated at ${maxBytes} bytes]`] : []),
      ];
      return {
        data,
        text: renderPage(data, { maxChars, maxBytes: maxBytes ?? capOf(source, page), boundary }, notices),
      };
    },
    async close() {
      if (reader === undefined) await source.close?.();
    },
  });
}

function descriptionFor(reader: PageReader, outline = false): string {
  return [
    'Reads a web page as Markdown. Links in the text are real: read them next where they help.',
    'images=true lists its images too.',
    'A long page is cut: the notice at its end gives the offset to go on from.',
    ...(outline ? ['Its headings, if any, come first, with numbers: read those that you need with section.'] : []),
    ...(reader.rendersJavaScript ? [] : ['JavaScript is not run: a page made by scripts may come back nearly empty.']),
    FENCE_NOTE,
  ].join(' ');
}

/** A reader of ours ends by itself, with what it has; nobody else's is trusted to. */
function backstopMs(reader: PageReader, timeoutMs: number | undefined): number {
  if (timeoutMs !== undefined) return timeoutMs === 0 ? 0 : timeoutMs + GRACE_MS;
  return reader.guarded ? 0 : LIMITS.readTimeoutMs + GRACE_MS;
}

function capOf(reader: PageReader, page: Page): number | undefined {
  return reader.maxBytes ?? (reader.guarded ? defaultMaxBytes(page.mediaType) : undefined);
}
