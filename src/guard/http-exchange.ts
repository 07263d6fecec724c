import type { Client, Dispatcher } from 'undici';
import { isPagewardError, NetworkError, ResponseError, TimeoutError, UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { parseMediaType } from '../base/media-type.js';
import { redactUrl } from '../base/url.js';
import { type CappedBody, contentCoding, readCapped } from './capped-body.js';
import type { Allowed } from './decision.js';
import type { Guard } from './guard.js';
import type { HopRequest } from './redirects.js';
import type { StartTls } from './tls-client.js';

type Headers = Readonly<Record<string, string>>;

/** An answer to one request, its body read as far as the limit. */
export interface ExchangeAnswer extends CappedBody {
  readonly statusCode: number;
  readonly headers: Headers;
}

export interface ExchangeOptions {
  readonly signal?: AbortSignal;
  readonly maxBytes: (mediaType: string) => number;
  /** Whether the body is worth reading, asked once the head is there. */
  readonly wantsBody: (statusCode: number, headers: Headers) => boolean;
}

/** Makes single requests over connections that the guard has made. The only door to undici. */
export interface Exchange {
  run(allowed: Allowed, request: HopRequest, options: ExchangeOptions): Promise<ExchangeAnswer>;
  close(): Promise<void>;
}

const HEAD_MAX_BYTES = 65_536;

export function createExchange({ guard, startTls }: { guard: Guard; startTls: StartTls }): Exchange {
  const running = new Set<Client>();
  let closed = false;

  /** A client whose one connection goes to the judged addresses, whatever undici takes the origin for. */
  async function open(allowed: Allowed, url: URL, signal: AbortSignal | undefined): Promise<Client> {
    const { Client } = await import('undici');
    if (closed) throw closedError();
    const connectOptions = signal ? { signal } : {};
    const connect = async () => {
      const socket = await guard.connect(allowed, connectOptions);
      return url.protocol === 'https:' ? await startTls(socket, allowed.host, connectOptions) : socket;
    };
    const client = new Client(url.origin, {
      connect: (_options, callback) => {
        connect().then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      headersTimeout: LIMITS.headersTimeoutMs,
      bodyTimeout: LIMITS.bodyIdleTimeoutMs,
      maxHeaderSize: HEAD_MAX_BYTES,
    });
    running.add(client);
    return client;
  }

  async function run(allowed: Allowed, request: HopRequest, options: ExchangeOptions): Promise<ExchangeAnswer> {
    const { signal } = options;
    const client = await open(allowed, request.url, signal);
    try {
      const answer = await client.request({
        path: request.url.pathname + request.url.search,
        method: request.method as Dispatcher.HttpMethod,
        headers: { ...request.headers, 'accept-encoding': 'gzip, deflate, br' },
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(signal ? { signal } : {}),
      });
      return await readAnswer(request, answer, options);
    } catch (error) {
      signal?.throwIfAborted();
      throw closed ? closedError() : exchangeError(request.url, error);
    } finally {
      running.delete(client);
      await client.destroy();
    }
  }

  return {
    run,
    async close() {
      closed = true;
      await Promise.all(Array.from(running, (client) => client.destroy()));
    },
  };
}

async function readAnswer(
  request: HopRequest,
  answer: Dispatcher.ResponseData,
  { maxBytes, wantsBody }: ExchangeOptions,
): Promise<ExchangeAnswer> {
  const { statusCode } = answer;
  const headers = flatHeaders(answer.headers);
  const hasBody = request.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;
  if (!hasBody || !wantsBody(statusCode, headers)) {
    // Its end does not interest; without a listener the abort below would be an unhandled error.
    answer.body.on('error', () => {}).destroy();
    return { statusCode, headers, body: new Uint8Array(), sizeCapped: false };
  }
  const coding = contentCoding(headers['content-encoding']);
  if (coding === undefined) throw undecodable(request.url, headers['content-encoding'] ?? '');
  const limit = maxBytes(parseMediaType(headers['content-type']).essence);
  return { statusCode, headers, ...(await readCapped(answer.body, coding, limit)) };
}

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Headers {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function exchangeError(url: URL, error: unknown): Error {
  if (isPagewardError(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
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
