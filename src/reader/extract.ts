import { z } from 'zod';
import { LONGEST_TIMER_MS } from '../base/deadline.js';
import { LIMITS } from '../base/limits.js';
import { parseMediaType } from '../base/media-type.js';
import { checkOptions, invalidOption } from '../base/options.js';
import { parseUrl } from '../base/url.js';
import type { ContentOptions } from '../page/content-options.js';
import type { Extraction } from '../page/page.js';
import { contentOf, contentShape } from './content.js';
import type { DomKind } from './dom-kind.js';
import { readHtml } from './html.js';
import { domOption } from './options.js';
import { callShape } from './read-options.js';

export interface ExtractOptions extends ContentOptions {
  /** Where the document is from. Without it, relative links and images are dropped and their text kept. */
  url?: string;
  /** The Content-Type header that came with it; its charset decodes bytes. */
  contentType?: string;
  /** The DOM to read it on: `light` (default), or `jsdom`, slower, whole and true to the specification. */
  dom?: DomKind;
  signal?: AbortSignal;
  /** After this, the words of the markup are returned with a warning. Default 30 000; 0 is no deadline. */
  timeoutMs?: number;
}

const optionsSchema = z.strictObject({
  ...callShape,
  ...contentShape,
  // Whether it is absolute is another error.
  url: z.string().optional(),
  contentType: z.string().optional(),
  dom: domOption,
} satisfies Record<keyof ExtractOptions, z.ZodType>);

/**
 * Reads HTML that you have already: its content as Markdown, title, images, links and metadata. Never touches the
 * network, never runs the page's scripts, and works in a worker thread.
 *
 * ```ts
 * const { title, markdown } = await extract('<h1>Hello</h1><p>World', { url: 'https://example.com/' });
 * ```
 *
 * @throws UsageError `INVALID_URL` when `url` is neither empty nor absolute, `INVALID_OPTION`, also for what is no option or no HTML;
 * `signal.reason` on abort.
 */
export async function extract(html: string | Uint8Array, options: ExtractOptions = {}): Promise<Extraction> {
  if (typeof html !== 'string' && !(html instanceof Uint8Array)) {
    throw invalidOption(
      'extract: html: must be a text or bytes',
      'html',
      'Give the document, not its address or a promise of it.',
    );
  }
  checkOptions(optionsSchema, options, 'extract');
  const { url, contentType, dom, signal, timeoutMs = LIMITS.readTimeoutMs } = options;
  const type = parseMediaType(contentType);
  const input = {
    body: html,
    charset: type.charset,
    // Records of pages whose address nobody kept have an empty one.
    url: url === undefined || url === '' ? undefined : parseUrl(url).href,
    ...contentOf(options, 'extract'),
    dom,
    isXml: type.essence === 'application/xhtml+xml',
  };
  const { html: _decoded, ...extraction } = await readHtml(input, {
    signal,
    timeoutMs: timeoutMs === 0 ? LONGEST_TIMER_MS : timeoutMs,
  });
  return extraction;
}
