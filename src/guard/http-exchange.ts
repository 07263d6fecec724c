import type { Readable } from 'node:stream';
import { LONGEST_TIMER_MS } from '../base/deadline.js';
import {
  isPagewardError,
  NetworkError,
  type PagewardError,
  ResponseError,
  TimeoutError,
  UsageError,
} from '../base/errors.js';
import { parseMediaType } from '../base/media-type.js';
import { redactUrl } from '../base/url.js';
import { type CappedBody, type ContentCoding, contentCoding, readCapped } from './capped-body.js';
import type { Allowed } from './decision.js';
import { IdleClients } from './idle-clients.js';
import { type ClientAnswer, type ConnectionMaker, PinnedClient } from './pinned-client.js';
import type { HopRequest } from './redirects.js';

type Headers = Readonly<Record<string, string>>;

/** An answer to one request, its body read as far as the limit. */
export interface ExchangeAnswer extends CappedBody {
  readonly statusCode: number;
  readonly headers: Headers;
  /** Each Set-Cookie header by itself: joined they could not be told apart again. */
  readonly cookies: readonly string[];
}

export interface ExchangeOptions {
  readonly signal?: AbortSignal;
  readonly maxBytes: (mediaType: string) => number;
  /** When the body has to do with what has arrived, by `performance.now()`. */
  readonly bodyEndsAt: number;
  /** Whether the body is worth reading, asked once the head is there. */
  readonly wantsBody: (statusCode: number, headers: Headers) => boolean;
}

/** Makes single requests over connections that the guard has made. */
export interface Exchange {
  run(allowed: Allowed, request: HopRequest, options: ExchangeOptions): Promise<ExchangeAnswer>;
  close(): Promise<void>;
}

export function createExchange(maker: ConnectionMaker): Exchange {
  const idle = new IdleClients();
  const running = new Set<PinnedClient>();
  let closed = false;

  async function run(allowed: Allowed, request: HopRequest, options: ExchangeOptions): Promise<ExchangeAnswer> {
    // This request has been judged for itself; a connection to the same addresses is as good as a new one.
    const target = [request.url.origin, ...allowed.addresses].join(' ');
    const runOn = (client: PinnedClient, onDead?: () => Promise<ExchangeAnswer>) =>
      exchange({ client, target, allowed, request, options, onDead });
    const runAfresh = async () => runOn(await PinnedClient.open(maker, allowed, request.url));
    // A connection that has waited may have died unnoticed, which says nothing about the server. What cannot be repeated
    // gets one of its own: nobody could tell afterwards whether it was carried out.
    const waiting = REPEATABLE.has(request.method) ? idle.take(target) : undefined;
    return await (waiting ? runOn(waiting, runAfresh) : runAfresh());
  }

  async function exchange({ client, target, allowed, request, options, onDead }: Attempt): Promise<ExchangeAnswer> {
    const { signal } = options;
    let answered = false;
    let reusable = false;
    running.add(client);
    try {
      if (closed) throw closedError();
      const head = await client.request(allowed, request, signal);
      answered = true;
      const answer = await readAnswer(request, head, options);
      reusable = !closed && head.body.readableEnded;
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (closed) throw closedError();
      const failure = exchangeError(request.url, error);
      if (onDead && !answered && failure.code === 'CONNECTION_LOST') return await onDead();
      throw failure;
    } finally {
      running.delete(client);
      await (reusable ? idle.put(target, client) : client.destroy());
    }
  }

  return {
    run,
    async close() {
      closed = true;
      await Promise.all([idle.clear(), ...Array.from(running, (client) => client.destroy())]);
    },
  };
}

interface Attempt {
  readonly client: PinnedClient;
  readonly target: string;
  readonly allowed: Allowed;
  readonly request: HopRequest;
  readonly options: ExchangeOptions;
  /** Instead of the error when the connection was dead before the request. */
  readonly onDead: (() => Promise<ExchangeAnswer>) | undefined;
}

const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

async function readAnswer(
  request: HopRequest,
  answer: ClientAnswer,
  { maxBytes, bodyEndsAt, wantsBody }: ExchangeOptions,
): Promise<ExchangeAnswer> {
  const { statusCode } = answer;
  const headers = flatHeaders(answer.headers);
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  const nothing = { statusCode, headers, cookies, body: new Uint8Array(), sizeCapped: false, incomplete: false };
  if (!wantsBody(statusCode, headers)) {
    // Its end does not interest; without a listener the abort below would be an unhandled error.
    answer.body.on('error', () => {}).destroy();
    return nothing;
  }
  if (request.method === 'HEAD' || statusCode === 204 || statusCode === 304) {
    await answer.body.dump();
    return nothing;
  }
  const coding = contentCoding(headers['content-encoding']);
  if (coding === undefined) throw undecodable(request.url, headers['content-encoding'] ?? '');
  const limit = maxBytes(parseMediaType(headers['content-type']).essence);
  return { statusCode, headers, cookies, ...(await readInTime(answer.body, coding, limit, bodyEndsAt)) };
}

async function readInTime(
  body: Readable,
  coding: ContentCoding,
  maxBytes: number,
  endsAt: number,
): Promise<CappedBody> {
  const leftMs = Math.max(endsAt - performance.now(), 0);
  if (leftMs > LONGEST_TIMER_MS) return await readCapped(body, coding, { maxBytes });
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), leftMs);
  try {
    return await readCapped(body, coding, { maxBytes, timeUp: ending.signal });
  } finally {
    clearTimeout(timer);
  }
}

function flatHeaders(headers: ClientAnswer['headers']): Headers {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    // Some servers and the proxies before them send the same header twice; that is one answer, not a list.
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? [...new Set(value)].join(', ') : value;
  }
  return flat;
}

function exchangeError(url: URL, error: unknown): PagewardError {
  if (isPagewardError(error)) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const shown = redactUrl(url);
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
      return new TimeoutError(`${shown} did not answer in time`, { details: { phase: 'headers' }, cause: error });
    case 'UND_ERR_BODY_TIMEOUT':
      return new TimeoutError(`${shown} stopped sending`, { details: { phase: 'body' }, cause: error });
    default:
      if (/^(?:Z_|ERR_BROTLI|ERR__?ERROR)/.test(code)) return undecodable(url, 'damaged', error);
      return new NetworkError(`the connection to ${shown} was lost${code && ` (${code})`}`, {
        code: 'CONNECTION_LOST',
        hint: 'Try again.',
        cause: error,
      });
  }
}

function undecodable(url: URL, coding: string, cause?: unknown): ResponseError {
  return new ResponseError(`${redactUrl(url)} answered in a content coding that cannot be decoded (${coding})`, {
    code: 'UNSUPPORTED_TYPE',
    cause,
  });
}

function closedError(): UsageError {
  return new UsageError('the client has been closed', { code: 'CLOSED' });
}
