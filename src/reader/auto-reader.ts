import { z } from 'zod';
import { isPagewardError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { isHtmlType, parseMediaType } from '../base/media-type.js';
import { checkOptions } from '../base/options.js';
import { sessionOptionsIn } from '../browser/session-options.js';
import type { Page } from '../page/page.js';
import { BrowserReader, type BrowserReaderOptions, browserReaderShape } from './browser-reader.js';
import { browserNeedOf } from './browser-tasks.js';
import { type Content, contentOf, isSelective } from './content.js';
import { runDomJob } from './dom.js';
import type { DomJobs } from './dom-jobs.js';
import type { DomJobOptions } from './dom-pool.js';
import { HttpReader, type HttpReaderOptions, httpReaderShape } from './http-reader.js';
import { READ_PLAINLY, SCANNED_CHARS } from './needs-browser.js';
import { withGuard } from './options.js';
import { type ReadManyOptions, type ReadResult, readMany } from './read-many.js';
import { checkLoad, checkReadOptions } from './read-options.js';
import type { DocumentLoader, LoadedDocument, LoadOptions, LoadRequest, PageReader, ReadOptions } from './reader.js';

/** Options of both readers, under one guard; each reader takes what is its own. */
export interface AutoReaderOptions extends HttpReaderOptions, BrowserReaderOptions {
  /** Readers made elsewhere, which their maker closes. */
  http?: HttpReader;
  browser?: BrowserReader;
}

/** The checks of {@link AutoReaderOptions}. */
export const autoReaderShape = {
  ...httpReaderShape,
  ...browserReaderShape,
  http: z.instanceof(HttpReader).optional(),
  browser: z.instanceof(BrowserReader).optional(),
} as const;

const optionsSchema = z.strictObject(autoReaderShape);

/** More than a thread ever needs to look through a page. */
const JUDGE_LIMIT_MS = 5_000;

/**
 * Reads over plain HTTP first, and in a browser when the answer shows that scripts make the page. Says in `warnings`
 * which it took and why. The browser is not started before a page needs it, and a failure of the network is no reason
 * to render. What only a browser has, a `storageState`, a `waitFor`, actions or a screenshot, it reads there at once.
 *
 * @throws UsageError `INVALID_OPTION` from the constructor.
 */
export class AutoReader implements PageReader, DocumentLoader {
  readonly rendersJavaScript = true;
  readonly guarded = true;
  readonly maxBytes: number | undefined;
  /** What renders, with the pages that it keeps, for whoever wants every page rendered. It ends with this reader, if made by it. */
  readonly browser: BrowserReader;
  /** What reads without, likewise. */
  readonly http: HttpReader;
  readonly #owned: readonly { close(): Promise<void> }[];
  readonly #timeoutMs: number;
  /** Why every read needs the browser. */
  readonly #needed: string | undefined;

  constructor(options: AutoReaderOptions = {}) {
    checkOptions(optionsSchema, options, 'AutoReader');
    const { http, browser, ...rest } = options;
    const shared = withGuard(rest);
    this.http = http ?? new HttpReader(pick(shared, httpReaderShape));
    this.browser = browser ?? new BrowserReader(pick(shared, browserReaderShape));
    this.#owned = [...(http ? [] : [this.http]), ...(browser ? [] : [this.browser])];
    this.maxBytes = options.maxBytes;
    this.#needed = browser === undefined ? neededFor(options) : undefined;
    this.#timeoutMs = options.timeoutMs ?? LIMITS.readTimeoutMs;
  }

  /** Whether it reads every page in the browser, for its session or what it waits for: then {@link http} reads other pages. */
  get alwaysRenders(): boolean {
    return this.#needed !== undefined;
  }

  /**
   * @throws as {@link HttpReader.read} and {@link BrowserReader.read} do; but where the browser is missing or fails,
   * the plain page is given with a warning.
   */
  async read(url: string, options: ReadOptions = {}): Promise<Page> {
    checkReadOptions(options);
    const need = this.#needOf(options);
    if (need !== undefined) return warned(await this.browser.read(url, options), need);
    const started = performance.now();
    const { html, ...page } = await this.http.read(url, { ...options, html: true });
    const plain: Page = options.html && html !== undefined ? { ...page, html } : page;
    const job = { signal: options.signal, timeoutMs: JUDGE_LIMIT_MS };
    const reason = html === undefined ? undefined : await reasonFor(html, plain, contentOf(options, 'read'), job);
    if (reason === undefined) return warned(plain, READ_PLAINLY);
    return this.#orPlain(plain, reason, async () => {
      const timeoutMs = this.#timeLeft(options.timeoutMs, started);
      return warned(await this.browser.read(url, { ...options, timeoutMs }), renderedBecause(reason));
    });
  }

  readMany(urls: Iterable<string> | AsyncIterable<string>, options?: ReadManyOptions): AsyncIterable<ReadResult> {
    return readMany(this, urls, options);
  }

  /** A POST is never sent twice, and so not rendered after it was sent over plain HTTP. Throws as {@link read} does. */
  async load(request: LoadRequest, options: LoadOptions = {}): Promise<LoadedDocument> {
    checkLoad(request, options);
    const need = this.#needOf(options);
    if (need !== undefined) return warned(await this.browser.load(request, options), need);
    const started = performance.now();
    const plain = await this.http.load(request, options);
    if (request.method === 'POST' || !isHtmlType(parseMediaType(plain.contentType).essence)) return plain;
    const { charset } = parseMediaType(plain.contentType);
    const reason = await judge({ body: plain.body, charset }, { signal: options.signal, timeoutMs: JUDGE_LIMIT_MS });
    if (reason === undefined) return plain;
    return this.#orPlain(plain, reason, async () => {
      const timeoutMs = this.#timeLeft(options.timeoutMs, started);
      return warned(await this.browser.load(request, { ...options, timeoutMs }), renderedBecause(reason));
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#owned.map((reader) => reader.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Why nothing but the browser will do, in words; undefined when plain HTTP may. */
  #needOf(options: LoadOptions): string | undefined {
    const need = browserNeedOf(options);
    return need === undefined ? this.#needed : `Read in a browser, which ${need} needs.`;
  }

  /** One deadline over both reads; 0 stays "none". */
  #timeLeft(asked: number | undefined, started: number): number {
    const timeoutMs = asked ?? this.#timeoutMs;
    return timeoutMs === 0 ? 0 : Math.max(1, Math.round(timeoutMs - (performance.now() - started)));
  }

  async #orPlain<T extends { readonly warnings?: readonly string[] }>(
    plain: T,
    reason: string,
    render: () => Promise<T>,
  ): Promise<T> {
    try {
      return await render();
    } catch (error) {
      const failed = isPagewardError(error) && (error.code.startsWith('BROWSER_') || error.code === 'TIMEOUT');
      if (!failed) throw error;
      const { message, hint = '' } = error;
      return warned(plain, `A browser is needed, since ${reason}, but it failed: ${message}. ${hint}`.trim());
    }
  }
}

/** What a selection leaves of a page says little about what scripts make of it. */
async function reasonFor(html: string, page: Page, content: Content, job: DomJobOptions): Promise<string | undefined> {
  if (page.metadata?.refresh !== undefined && page.text.length < 400) return 'it sends the visitor elsewhere';
  const body = html.slice(0, SCANNED_CHARS);
  // Where a page shows nothing its text is its markup or its data, whose words are no words of the page.
  const { rung, from } = page.extraction ?? {};
  const shown = rung === 'markup' || from !== undefined ? '' : page.text;
  if (!isSelective(content)) return judge({ body, text: shown }, job);
  const reason = await judge({ body }, job);
  if (reason !== undefined) return reason;
  const isMissed = content.include.length > 0 && rung !== 'selector';
  return isMissed && /<script\b/i.test(body) ? 'nothing in it is matched by include' : undefined;
}

/** Judges in a worker thread: looking through megabytes of markup would hold up the caller's event loop. */
async function judge(input: DomJobs['judge']['input'], job: DomJobOptions): Promise<string | undefined> {
  try {
    return await runDomJob('judge', input, job);
  } catch (error) {
    if (job.signal?.aborted || !isPagewardError(error)) throw error;
    return 'it could not be looked through in time';
  }
}

function neededFor({ waitFor, ...options }: AutoReaderOptions): string | undefined {
  const [session] = sessionOptionsIn(options);
  if (session !== undefined) return `Read in a browser, which has the session of ${session}.`;
  return waitFor === undefined ? undefined : 'Read in a browser, which can wait for what waitFor names.';
}

function renderedBecause(reason: string): string {
  return `Rendered in a browser, since over plain HTTP ${reason}.`;
}

function warned<T extends { readonly warnings?: readonly string[] }>(value: T, warning: string): T {
  return { ...value, warnings: [...(value.warnings ?? []), warning] };
}

/** The options that `shape` knows. */
function pick<T extends object>(options: T, shape: Readonly<Record<string, unknown>>): T {
  const known = Object.entries(options).filter(([name]) => name in shape);
  return Object.fromEntries(known) as T;
}
