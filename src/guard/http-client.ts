import { ResponseError, UsageError } from '../base/errors.js';
import { isSendableHeader } from '../base/header.js';
import { defaultMaxBytes, LIMITS } from '../base/limits.js';
import type { Redirect } from '../base/redirect.js';
import { redactUrl } from '../base/url.js';
import { refusalError } from './decision.js';
import type { Guard, ReadScope } from './guard.js';
import { createExchange, type ExchangeAnswer } from './http-exchange.js';
import { type HopRequest, redirectedRequest, redirectTarget } from './redirects.js';
import { createTlsClient, type TlsTrust } from './tls-client.js';

export interface HttpRequest {
  readonly url: string;
  /** Default GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface HttpOptions {
  signal?: AbortSignal;
  /**
   * How long the caller will wait altogether; its `signal` is to enforce it. A body still arriving a little before (a
   * tenth, at most a second) is taken as it is then, with `incomplete`: part of a page in time beats none.
   */
  timeoutMs?: number;
  /** Of the body, on the wire and again decoded; by media type if it is a function. Default {@link defaultMaxBytes}. */
  maxBytes?: number | ((mediaType: string) => number);
  /** Default true. */
  followRedirects?: boolean;
  /** Default: the request's URL is the caller's own. */
  scope?: ReadScope;
}

export interface HttpResponse {
  /** After redirects. */
  readonly url: string;
  readonly requestedUrl: string;
  readonly redirects: readonly Redirect[];
  readonly statusCode: number;
  /** Lower-case names; several values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The Content-Type header as sent; empty when there was none. */
  readonly contentType: string;
  /** Decompressed. */
  readonly body: Uint8Array;
  readonly sizeCapped: boolean;
  /** `timeoutMs` was nearly over before the body's end; this is what had arrived. */
  readonly incomplete: boolean;
}

/** Speaks HTTP to whom the guard allows. Keeps no cookies, ignores proxies of the environment. */
export interface HttpClient {
  /**
   * Any status is an answer. Every redirect is judged like a new request.
   *
   * @throws RefusedError with `details.url` and, after a redirect, `details.redirectedFrom`; NetworkError; TimeoutError
   * with `details.phase` `connect`, `headers` or `body`; ResponseError `REDIRECT_LOOP`, `UNSUPPORTED_TYPE` for a coding
   * that cannot be decoded; UsageError `INVALID_URL`, `INVALID_OPTION`, `CLOSED`; `signal.reason`.
   */
  request(request: HttpRequest, options?: HttpOptions): Promise<HttpResponse>;
  /** Ends what is still running. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface HttpClientOptions extends TlsTrust {
  readonly guard: Guard;
  readonly userAgent?: string;
  /** Sent with every request; a request's own headers win. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws UsageError `INVALID_OPTION`. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { guard, userAgent } = options;
  const ownHeaders = checkHeaders({
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    ...options.headers,
  });
  const exchange = createExchange({ guard, startTls: createTlsClient(options) });

  async function request(asked: HttpRequest, httpOptions: HttpOptions = {}): Promise<HttpResponse> {
    const { signal, followRedirects = true, maxBytes = defaultMaxBytes, scope = guard.scope(asked.url) } = httpOptions;
    const bodyEndsAt = performance.now() + patienceMs(httpOptions.timeoutMs);
    const judgeOptions = { scope, ...(signal ? { signal } : {}) };
    const redirects: Redirect[] = [];

    // What the caller wrote is judged as it is written; what servers send after that, as it is read.
    let decision = await guard.judge(asked.url, judgeOptions);
    if (decision.decision === 'refuse') throw refusalError(decision);
    let hop = firstHop(asked, ownHeaders);
    for (;;) {
      const { url } = hop;
      const target = (statusCode: number, location: string | undefined) =>
        followRedirects ? redirectTarget(url, statusCode, location) : undefined;
      const answer = await exchange.run(decision, hop, {
        ...(signal ? { signal } : {}),
        maxBytes: (mediaType) => (typeof maxBytes === 'number' ? maxBytes : maxBytes(mediaType)),
        bodyEndsAt,
        wantsBody: (statusCode, headers) => target(statusCode, headers['location']) === undefined,
      });
      const next = target(answer.statusCode, answer.headers['location']);
      if (next === undefined) return response(asked, hop, redirects, answer);
      if (redirects.length >= LIMITS.redirects) throw tooManyRedirects(asked.url);
      redirects.push({ url: url.href, statusCode: answer.statusCode, location: redactUrl(next), kind: 'http' });
      decision = await guard.judge(next.href, judgeOptions);
      if (decision.decision === 'refuse') throw refusalError(decision, url.href);
      hop = redirectedRequest(hop, answer.statusCode, next);
    }
  }

  return { request, close: exchange.close, [Symbol.asyncDispose]: exchange.close };
}

function firstHop({ url, method = 'GET', headers = {}, body }: HttpRequest, own: Record<string, string>): HopRequest {
  // TRACE echoes what was sent, CONNECT makes another kind of connection.
  if (!/^[A-Za-z]+$/.test(method) || /^(?:trace|connect)$/i.test(method)) {
    throw new UsageError(`the method ${JSON.stringify(method)} cannot be used`, { code: 'INVALID_OPTION' });
  }
  return {
    url: new URL(url),
    method: method.toUpperCase(),
    headers: { ...own, ...checkHeaders(headers) },
    ...(body === undefined ? {} : { body }),
  };
}

function response(
  asked: HttpRequest,
  hop: HopRequest,
  redirects: readonly Redirect[],
  { statusCode, headers, cookies: _, ...body }: ExchangeAnswer,
): HttpResponse {
  const contentType = headers['content-type'] ?? '';
  return { url: hop.url.href, requestedUrl: asked.url, redirects, statusCode, headers, contentType, ...body };
}

/** How long a body may take to arrive, so that the caller still has time for it; 0 is no limit. */
function patienceMs(timeoutMs = 0): number {
  return timeoutMs > 0 ? timeoutMs - Math.min(timeoutMs / 10, 1_000) : Number.POSITIVE_INFINITY;
}

function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (isSendableHeader(name, value)) continue;
    throw new UsageError(`the header ${JSON.stringify(name)} cannot be sent`, { code: 'INVALID_OPTION' });
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function tooManyRedirects(url: string): ResponseError {
  return new ResponseError(`${redactUrl(url)} redirects more than ${LIMITS.redirects} times`, {
    code: 'REDIRECT_LOOP',
  });
}
