import { z } from 'zod';
import { withDeadline } from '../base/deadline.js';
import { BrowserError, NetworkError } from '../base/errors.js';
import { defaultMaxBytes } from '../base/limits.js';
import { checkOptions } from '../base/options.js';
import { parseUrl, redactUrl } from '../base/url.js';
import { type Engine, startEngine } from '../browser/engine.js';
import type { Isolation } from '../browser/isolation.js';
import type { JailMode } from '../browser/jail.js';
import { locateBrowser } from '../browser/locate.js';
import { TabPool } from '../browser/pool.js';
import { renderDocument } from '../browser/render.js';
import type { Resources } from '../browser/resources.js';
import type { SandboxMode } from '../browser/sandbox-mode.js';
import { type SessionOptions, sessionShape, tabOptionsOf } from '../browser/session-options.js';
import { PATIENCE } from '../browser/settle-patience.js';
import type { Tab } from '../browser/tab.js';
import type { WaitFor } from '../browser/wait-condition.js';
import { refusalError } from '../guard/decision.js';
import type { Guard } from '../guard/guard.js';
import type { Page } from '../page/page.js';
import { browserOrdersOf } from './browser-tasks.js';
import { guardOf, type ReaderOptions, readerOptionsShape, tlsTrustOf } from './options.js';
import { type ReadManyOptions, type ReadResult, readMany } from './read-many.js';
import { checkLoad } from './read-options.js';
import { type PageReading, pageReading, readPage } from './read-page.js';
import type { DocumentLoader, LoadedDocument, LoadOptions, LoadRequest, PageReader, ReadOptions } from './reader.js';
import { conditionSchema } from './wait-schema.js';

export interface BrowserReaderOptions extends ReaderOptions, SessionOptions {
  /** The browser to use; default: the first that is found (see `pageward doctor`). */
  browserPath?: string;
  /** `auto` (default): the browser's own sandbox wherever the system allows it, with a warning where not. */
  sandbox?: SandboxMode;
  /**
   * `auto` (default): on Linux the browser runs in a network namespace with no way out but the guard, wherever the system
   * allows it, with a warning where not.
   */
  jail?: JailMode;
  /**
   * Read the page as soon as this holds, instead of when it has settled: a CSS selector, a JavaScript expression, a delay,
   * or one of the browser's own events.
   */
  waitFor?: WaitFor;
  /**
   * How settling is judged: quiet after the last sign of life (default 50 ms), and when to take what is there (20 s).
   * `virtualTime: false` leaves the page's clock alone; otherwise its timers are fast-forwarded where that does no harm.
   */
  settle?: { quietMs?: number; deadlineMs?: number; virtualTime?: boolean };
  /**
   * `read` (default): every read has a fresh browser context and leaves nothing behind. `session`: reads of one site reuse
   * a page, several times faster; cookies, storage and the HTTP cache then last from one read of a site to the next.
   */
  isolation?: Isolation;
  /**
   * `text` (default): images, fonts, sound and film are not downloaded; a page has empty ones in their stead, and the list
   * of its images is the same. A screenshot, a PDF or an archive of the page has them all the same. `all`: they are.
   */
  resources?: Resources;
  /** Pages open at the same time (default 4); further reads wait their turn. */
  concurrency?: number;
}

const layerMode = z.enum(['auto', 'required', 'off']);
const milliseconds = z.number().int().min(0);

/** The checks of {@link BrowserReaderOptions}. */
export const browserReaderShape = {
  ...readerOptionsShape,
  ...sessionShape,
  browserPath: z.string().min(1).optional(),
  sandbox: layerMode.optional(),
  jail: layerMode.optional(),
  waitFor: z.union([...conditionSchema.options, z.enum(['load', 'domcontentloaded', 'commit'])]).optional(),
  settle: z
    .strictObject({
      quietMs: milliseconds.optional(),
      deadlineMs: milliseconds.optional(),
      virtualTime: z.boolean().optional(),
    })
    .optional(),
  isolation: z.enum(['read', 'session']).optional(),
  resources: z.enum(['text', 'all']).optional(),
  concurrency: z.number().int().min(1, 'must be 1 or more').max(64, 'must be at most 64').optional(),
} as const;

const CONCURRENCY = 4;

interface RenderLimits {
  /** Of the whole read, on the clock of `performance.now()`. */
  readonly started: number;
  /** 0 for no limit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Reads pages in a real browser: scripts run, and what is read is what a person would see once the page is done. The
 * browser starts with the first read and is locked into the guard: every byte of every page goes through it.
 *
 * @throws UsageError `INVALID_OPTION` from the constructor.
 * @example
 * await using reader = new BrowserReader();
 * const page = await reader.read('https://example.com/');
 */
export class BrowserReader implements PageReader, DocumentLoader {
  readonly rendersJavaScript = true;
  readonly guarded = true;
  readonly maxBytes: number | undefined;
  readonly #options: BrowserReaderOptions;
  readonly #guard: Guard;
  readonly #reading: PageReading;
  readonly #pool: TabPool;

  constructor(options: BrowserReaderOptions = {}) {
    checkOptions(z.strictObject(browserReaderShape), options, 'BrowserReader');
    this.#options = options;
    this.maxBytes = options.maxBytes;
    this.#guard = guardOf(options);
    this.#pool = new TabPool({
      guard: this.#guard,
      concurrency: options.concurrency ?? CONCURRENCY,
      start: () => this.#start(),
      isolation: options.isolation ?? 'read',
      resources: options.resources ?? 'text',
      ...tabOptionsOf(options),
      ...(options.userAgent === undefined ? {} : { userAgent: options.userAgent }),
      ...(options.insecureTls === undefined ? {} : { insecureTls: options.insecureTls }),
    });
    this.#reading = pageReading(this, 'browser', options);
  }

  /**
   * @throws UsageError `INVALID_URL`, `INVALID_OPTION`, RefusedError, NetworkError, TimeoutError, ResponseError
   * `REDIRECT_LOOP`, BrowserError, or the signal's reason. An answer of any status is a Page.
   */
  read(url: string, options?: ReadOptions): Promise<Page> {
    return readPage(this.#reading, url, options);
  }

  /** Reads several URLs, a few at a time; a failed one is a result with an error, not the end. */
  readMany(urls: Iterable<string> | AsyncIterable<string>, options?: ReadManyOptions): AsyncIterable<ReadResult> {
    return readMany(this, urls, options);
  }

  /** The rendered document, or the bytes of one that is not HTML. Throws as {@link read} does. */
  async load(request: LoadRequest, options: LoadOptions = {}): Promise<LoadedDocument> {
    checkLoad(request, options);
    const started = performance.now();
    const { href } = parseUrl(request.url);
    this.#refuseEarly(request.url);
    const timeoutMs = options.timeoutMs ?? this.#reading.timeoutMs;
    return withDeadline({ signal: options.signal, timeoutMs, what: `loading ${redactUrl(href)}` }, async (inner) => {
      const scope = this.#guard.scope(href);
      for (let isLast = false; ; isLast = true) {
        options.onStep?.('waiting');
        const { tab, warnings } = await this.#pool.acquire(scope, inner);
        options.onStep?.('loading');
        const { begun } = tab.listener;
        try {
          const document = await this.#render(tab, request, { ...options, started, timeoutMs, signal: inner });
          return { ...document, warnings: [...warnings, ...document.warnings] };
        } catch (error) {
          const isSent = tab.listener.begun > begun;
          if (isLast || !this.#mayTryAgain(error, request, { ...options, isSent })) throw error;
          // Others may be no better.
          await tab.checkAlive();
        } finally {
          this.#pool.release(tab);
        }
      }
    });
  }

  /** Ends the browser. Reads in flight reject with UsageError `CLOSED`. */
  close(): Promise<void> {
    this.#reading.cache.clear();
    return this.#pool.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #render(tab: Tab, request: LoadRequest, options: LoadOptions & RenderLimits): Promise<LoadedDocument> {
    const { started, timeoutMs, signal } = options;
    const { settle = {}, waitFor, headers } = this.#options;
    const maxBytes = options.maxBytes ?? this.#options.maxBytes;
    if (options.screenshot || options.pdf || options.mhtml) await tab.loadEverything();
    const document = await renderDocument(tab, navigationOf(request, headers), {
      settle: {
        quietMs: settle.quietMs ?? PATIENCE.quietMs,
        deadlineMs: settle.deadlineMs ?? PATIENCE.deadlineMs,
        virtualTime: settle.virtualTime ?? true,
      },
      ...(waitFor === undefined ? {} : { waitFor }),
      orders: { ...browserOrdersOf(options), ...(options.audit && { audit: true }) },
      onArrival: () => options.onStep?.('settling'),
      onDraft: (draft) => {
        this.#pool.prepare();
        options.onDraft?.(draft);
      },
      maxBytes: (mediaType) => maxBytes ?? defaultMaxBytes(mediaType),
      timeoutMs: timeoutMs === 0 ? Number.POSITIVE_INFINITY : Math.max(1, timeoutMs - (performance.now() - started)),
      signal,
    });
    return { ...document, requestedUrl: request.url, loadMs: performance.now() - started };
  }

  /**
   * Whether another tab may do better. A read of which the guard has seen nothing died of the browser, and nobody but the browser
   * knows of it. A page that others have used before may die of what they left.
   */
  #mayTryAgain(
    error: unknown,
    { method = 'GET' }: LoadRequest,
    { actions, isSent }: LoadOptions & { readonly isSent: boolean },
  ): boolean {
    const crashed = error instanceof BrowserError && error.code === 'BROWSER_CRASHED';
    if (!isSent) return crashed || error instanceof NetworkError;
    return crashed && this.#options.isolation === 'session' && method === 'GET' && actions === undefined;
  }

  /** What needs no DNS to be refused is refused before a browser hears of it: it would open `file:` as gladly. */
  #refuseEarly(url: string): void {
    const refused = this.#guard.judgeUrl(url);
    if (refused !== undefined) throw refusalError(refused);
  }

  async #start(): Promise<Engine> {
    const { browserPath, sandbox = 'auto', jail = 'auto' } = this.#options;
    const located = await locateBrowser(browserPath === undefined ? {} : { browserPath });
    const tls = await tlsTrustOf(this.#options);
    return startEngine({ guard: this.#guard, located, sandbox, jail, tls });
  }
}

function navigationOf({ url, method = 'GET', form, headers }: LoadRequest, always: BrowserReaderOptions['headers']) {
  return { url, method, headers: { ...always, ...headers }, ...(form === undefined ? {} : { form }) };
}
