import { z } from 'zod';
import { withDeadline } from '../base/deadline.js';
import { UsageError } from '../base/errors.js';
import { defaultMaxBytes, LIMITS } from '../base/limits.js';
import { checkOptions, invalidOption } from '../base/options.js';
import { redactUrl } from '../base/url.js';
import { USER_AGENT, userAgentWith } from '../base/version.js';
import type { Guard } from '../guard/guard.js';
import { createHttpClient, type HttpClient, type HttpResponse } from '../guard/http-client.js';
import type { Page } from '../page/page.js';
import { browserNeedOf } from './browser-tasks.js';
import { guardOf, type ReaderOptions, readerOptionsShape, tlsTrustOf } from './options.js';
import { type ReadManyOptions, type ReadResult, readMany } from './read-many.js';
import { checkLoad } from './read-options.js';
import { type PageReading, pageReading, readPage } from './read-page.js';
import type { DocumentLoader, LoadedDocument, LoadOptions, LoadRequest, PageReader, ReadOptions } from './reader.js';
import { withRetries } from './retries.js';

export interface HttpReaderOptions extends ReaderOptions {
  /** Retries of a GET after a network fault or a 429, 502, 503 or 504 (default 2). */
  retries?: number;
  /** Who reads, for the site's operator: a URL or a mail address, which becomes part of the user agent. Not beside `userAgent`. */
  contact?: string;
}

/** The checks of {@link HttpReaderOptions}. */
export const httpReaderShape = {
  ...readerOptionsShape,
  retries: z.number().int().min(0, 'must be 0 or more').optional(),
  contact: z
    .string()
    .regex(/^[\x21-\x27\x2a-\x7e]+$/, 'must be a URL or a mail address, without spaces and brackets')
    .optional(),
} as const;

const ACCEPT = 'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.9,application/xml;q=0.8,*/*;q=0.5';

/**
 * Reads pages with a plain HTTP client: fast and cheap, and scripts are not run. Every request and redirect hop is
 * judged by the guard, and only addresses that it judged are dialled.
 *
 * @throws UsageError `INVALID_OPTION` from the constructor.
 * @example
 * await using reader = new HttpReader();
 * const page = await reader.read('https://example.com/');
 */
export class HttpReader implements PageReader, DocumentLoader {
  readonly rendersJavaScript = false;
  readonly guarded = true;
  readonly maxBytes: number | undefined;
  readonly #options: HttpReaderOptions;
  readonly #guard: Guard;
  readonly #reading: PageReading;
  #client: Promise<HttpClient> | undefined;
  #closed = false;

  constructor(options: HttpReaderOptions = {}) {
    checkOptions(z.strictObject(httpReaderShape), options, 'HttpReader');
    if (options.contact !== undefined && options.userAgent !== undefined) {
      throw invalidOption('HttpReader: contact: is for our own user agent', 'contact', 'Write it into userAgent.');
    }
    this.#options = options;
    this.maxBytes = options.maxBytes;
    this.#guard = guardOf(options);
    this.#reading = pageReading(this, 'http', options);
  }

  /**
   * @throws UsageError `INVALID_URL`, `INVALID_OPTION`, RefusedError, NetworkError, TimeoutError, ResponseError
   * `REDIRECT_LOOP`, or the signal's reason. An answer of any status is a Page.
   */
  read(url: string, options?: ReadOptions): Promise<Page> {
    return readPage(this.#reading, url, options);
  }

  /** Reads several URLs, a few at a time; a failed one is a result with an error, not the end. */
  readMany(urls: Iterable<string> | AsyncIterable<string>, options?: ReadManyOptions): AsyncIterable<ReadResult> {
    return readMany(this, urls, options);
  }

  /** The answer as it arrived. Throws as {@link read} does. */
  async load(request: LoadRequest, options: LoadOptions = {}): Promise<LoadedDocument> {
    checkLoad(request, options);
    const need = browserNeedOf(options);
    if (need !== undefined) {
      throw invalidOption(`HttpReader: ${need}: needs a browser`, need, 'Read with a BrowserReader or an AutoReader.');
    }
    options.onStep?.('loading');
    const client = await this.#openClient();
    const started = performance.now();
    const timeoutMs = options.timeoutMs ?? this.#reading.timeoutMs;
    const maxBytes = options.maxBytes ?? this.#options.maxBytes;
    const what = `loading ${redactUrl(request.url)}`;
    return withDeadline({ signal: options.signal, timeoutMs, what }, async (signal) => {
      const response = await this.#requestWithRetries(client, request, { signal, timeoutMs, maxBytes });
      return documentFrom(response, performance.now() - started);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#reading.cache.clear();
    const client = await this.#client?.catch(() => undefined);
    await client?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #openClient(): Promise<HttpClient> {
    if (this.#closed) throw new UsageError('This HttpReader is closed', { code: 'CLOSED', hint: 'Make a new one.' });
    this.#client ??= this.#createClient();
    return this.#client;
  }

  async #createClient(): Promise<HttpClient> {
    const { contact, headers } = this.#options;
    const { userAgent = contact === undefined ? USER_AGENT : userAgentWith(contact) } = this.#options;
    return createHttpClient({
      guard: this.#guard,
      userAgent,
      headers: { accept: ACCEPT, ...headers },
      ...(await tlsTrustOf(this.#options)),
    });
  }

  #requestWithRetries(
    client: HttpClient,
    request: LoadRequest,
    limits: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly maxBytes: number | undefined },
  ): Promise<HttpResponse> {
    const { url, method = 'GET', form, headers } = request;
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    const formType = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const retries = method === 'GET' ? (this.#options.retries ?? LIMITS.retries) : 0;
    return withRetries(
      () =>
        client.request(
          { url, method, headers: { ...formType, ...headers }, ...(body === undefined ? {} : { body }) },
          {
            ...limits,
            maxBytes: (mediaType) => limits.maxBytes ?? defaultMaxBytes(mediaType),
            scope: this.#guard.scope(url),
          },
        ),
      { ...limits, retries },
    );
  }
}

function documentFrom(response: HttpResponse, loadMs: number): LoadedDocument {
  return {
    url: response.url,
    requestedUrl: response.requestedUrl,
    redirects: response.redirects,
    statusCode: response.statusCode,
    headers: response.headers,
    contentType: response.contentType,
    body: response.body,
    sizeCapped: response.sizeCapped,
    rendered: false,
    ...(response.incomplete
      ? { readiness: { reason: 'deadline', pending: ['the rest of the body'], elapsedMs: Math.round(loadMs) } }
      : {}),
    refusals: [],
    warnings: response.incomplete ? ['The deadline passed before the whole body had arrived.'] : [],
    loadMs,
  };
}
