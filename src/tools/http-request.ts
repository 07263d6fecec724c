import { z } from 'zod';
import { withDeadline } from '../base/deadline.js';
import { isPagewardError, PagewardError, UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { checkOptions, invalidOption } from '../base/options.js';
import { redactUrl } from '../base/url.js';
import { USER_AGENT } from '../base/version.js';
import type { Guard } from '../guard/guard.js';
import { createHttpClient, type HttpClient } from '../guard/http-client.js';
import { guardOf, type ReaderOptions, readerOptionsShape, tlsTrustOf } from '../reader/options.js';
import { FENCE_NOTE } from './fence.js';
import { boundaryOption, type FenceBoundary } from './fence-boundary.js';
import { type HttpAnswer, httpAnswer, renderAnswer, structuredAnswer } from './http-answer.js';
import { isUsableMethod, requestArguments, requestOf } from './request-arguments.js';
import { type Tool, tool } from './tool.js';

/** As of a reader, without what a reader alone has. `headers` and `userAgent` are the defaults of every request. */
export interface HttpRequestOptions extends Omit<ReaderOptions, 'cacheTtlMs' | 'cacheSize' | 'dom'> {
  /** What the model calls it (default `http_request`). */
  name?: string;
  /** The methods that the model may use (default: all but CONNECT and TRACE). */
  methods?: readonly string[];
  /** How long a call takes at most, in milliseconds, and how long it takes when the model does not say (default 30 000). */
  timeoutMs?: number;
  /** Limit of an answer's body, on the wire and again decoded (default 1 000 000). */
  maxBytes?: number;
  /** Characters of the body in what the model reads (default 20 000). `data` has it all. */
  maxChars?: number;
  /** A word in the markers of the fence that no page can know. */
  boundary?: FenceBoundary;
}

/** What the model gives. */
export interface HttpRequestInput {
  method: string;
  url: string;
  params?: Readonly<Record<string, Parameter | readonly Parameter[]>> | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  json_body?: Readonly<Record<string, unknown>> | readonly unknown[] | undefined;
  data_body?: string | undefined;
  auth_user?: string | undefined;
  auth_password?: string | undefined;
  /** Seconds. */
  timeout?: number | undefined;
}

type Parameter = string | number | boolean;

const { cacheTtlMs: _ttl, cacheSize: _size, dom: _dom, ...connectionShape } = readerOptionsShape;

const optionsSchema = z.strictObject({
  ...connectionShape,
  name: z.string().optional(),
  methods: z
    .array(
      z.string().refine((method) => isUsableMethod(method.toUpperCase()), 'must be a method, not CONNECT or TRACE'),
    )
    .min(1)
    .optional(),
  timeoutMs: z.number().int().positive('must be a positive number of milliseconds').optional(),
  maxChars: z.number().int().positive('must be a positive number of characters').optional(),
  boundary: boundaryOption,
});

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Done twice, these have done the same as once (RFC 9110 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set([...READING, 'PUT', 'DELETE']);

/**
 * Makes the tool that sends one HTTP request, for interfaces rather than pages. Whom it may talk to is decided by the
 * guard and the options here, and by no argument. Redirects are not followed, and a failed request is not sent again.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const request = httpRequest({ allowDomains: ['api.example.com'], methods: ['GET'] });
 * const { data } = await request.run({ method: 'GET', url: 'https://api.example.com/items', params: { page: 2 } });
 */
export function httpRequest(options: HttpRequestOptions = {}): Tool<HttpRequestInput, HttpAnswer> {
  checkOptions(optionsSchema, options, 'httpRequest');
  const { name = 'http_request', maxChars = LIMITS.maxChars, maxBytes = LIMITS.textBytes } = options;
  const { timeoutMs: maxMs = LIMITS.readTimeoutMs, headers = {} } = options;
  const methods = options.methods?.map((method) => method.toUpperCase());
  const guard = guardOf(options);
  checkSecrets(headers, guard);
  let opening: Promise<HttpClient> | undefined;
  let closed = false;

  const openClient = (): Promise<HttpClient> => {
    if (closed) throw new UsageError(`The tool ${name} is closed`, { code: 'CLOSED', hint: 'Make a new one.' });
    opening ??= tlsTrustOf(options).then((tls) =>
      createHttpClient({
        guard,
        userAgent: options.userAgent ?? USER_AGENT,
        headers: { accept: '*/*', ...headers },
        ...tls,
      }),
    );
    return opening;
  };

  return tool({
    name,
    title: 'Send an HTTP request',
    description: [
      'Sends one HTTP request and returns status, headers and body of the answer, whatever the status.',
      'Redirects are not followed: the answer names the Location.',
      FENCE_NOTE,
    ].join(' '),
    input: requestArguments(methods, maxMs / 1_000),
    output: structuredAnswer,
    annotations: annotationsOf(methods),
    async run(given, { signal }) {
      const request = requestOf(given);
      const timeoutMs = Math.ceil(Math.min(given.timeout * 1_000, maxMs));
      const what = `the request to ${redactUrl(request.url)}`;
      const answer = await withDeadline({ signal, timeoutMs, what }, async (inner) => {
        const client = await openClient();
        const limits = { signal: inner, timeoutMs, maxBytes, followRedirects: false };
        return await httpAnswer(await client.request(request, limits), { signal: inner, timeoutMs });
      }).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw hasPerhapsActed(error, request.method ?? '') ? new UnansweredError(error) : error;
      });
      return { data: answer, text: renderAnswer(answer, { maxChars, maxBytes, boundary: options.boundary }) };
    },
    async close() {
      closed = true;
      const client = await opening?.catch(() => undefined);
      await client?.close();
    },
  });
}

/** A model may send these headers to whomever it likes; a key among them must not go to just anybody. */
function checkSecrets(headers: Readonly<Record<string, string>>, guard: Guard): void {
  if (guard.allowsListedOnly) return;
  const secret = Object.keys(headers).find((name) => /auth|cookie|key|token|secret|session|password/i.test(name));
  if (secret === undefined) return;
  throw invalidOption(
    `httpRequest: headers: ${secret} would be sent to any host that a model names`,
    'headers',
    'Give allowDomains too, to this tool or to its guard: the hosts that the header is for.',
  );
}

function annotationsOf(methods: readonly string[] | undefined) {
  const every = (set: ReadonlySet<string>): boolean => methods?.every((method) => set.has(method)) ?? false;
  const readOnlyHint = every(READING);
  return { readOnlyHint, destructiveHint: !readOnlyHint, idempotentHint: every(IDEMPOTENT), openWorldHint: true };
}

/** Whether the server may have done what it was asked although no answer came, and would do it once more. */
function hasPerhapsActed(error: unknown, method: string): error is PagewardError {
  if (!isPagewardError(error) || IDEMPOTENT.has(method)) return false;
  return error.code === 'CONNECTION_LOST' || (error.code === 'TIMEOUT' && error.details['phase'] !== 'connect');
}

/** No answer to a request that must not simply be sent again. */
class UnansweredError extends PagewardError {
  readonly retryable = false;

  constructor(cause: PagewardError) {
    super(cause.message, {
      code: cause.code,
      hint: 'The server may have acted on it all the same: find out before you send it again.',
      details: cause.details,
      cause,
    });
  }
}
