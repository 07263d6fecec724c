import type { IncomingMessage } from 'node:http';
import { type CallerRules, hostFault, siteFault, tokenFault } from '../../base/caller.js';
import { LIMITS } from '../../base/limits.js';
import { VERSION } from '../../base/version.js';
import { type Answer, jsonAnswer, pageAnswer, problemAnswer, type Reading, textAnswer } from './answer.js';
import { acceptedFormat, FORMATS, type Format } from './format.js';
import type { Respond } from './http-server.js';
import { type Problem, problemOf } from './problem.js';
import type { ReadQueue } from './read-queue.js';
import type { Readers } from './readers.js';
import { readOptionsOf, requestOptionsOf } from './request-options.js';
import { targetOf } from './target.js';
import { tryAnswer } from './try-answer.js';

export interface DeskOptions {
  readonly caller: Omit<CallerRules, 'port'>;
  readonly readers: Readers;
  readonly queue: ReadQueue;
  /** The longest that a read may take; 0 is no end. */
  readonly timeoutMs: number;
  /** Of the try page, by path. */
  readonly files: ReadonlyMap<string, Answer>;
  /** Hears of a failure that was not foreseen; its caller is not told. */
  readonly onUnexpected: (error: unknown) => void;
}

const NOT_FOUND: Problem = { status: 404, code: 'NOT_FOUND', message: 'There is no such file.' };
const NO_PROXY: Problem = {
  status: 400,
  code: 'INVALID_REQUEST',
  message: 'This is no proxy.',
  hint: 'Write the address after the first slash: GET /https://example.com/page.',
};
const NOT_ALLOWED: Problem = { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Pages are read by GET and HEAD.' };
const NOT_ACCEPTABLE: Problem = {
  status: 406,
  code: 'NOT_ACCEPTABLE',
  message: 'A page is to be had as text/markdown, application/json, text/plain, text/html and image/png.',
};
const TOO_LONG: Problem = {
  status: 414,
  code: 'URL_TOO_LONG',
  message: `An address has at most ${LIMITS.urlBytes} bytes.`,
};
const NO_ADDRESS: Problem = {
  status: 400,
  code: 'INVALID_URL',
  message: 'The address to read is missing, or is given twice.',
  hint: 'Write it once, percent-encoded: /read?url=https%3A%2F%2Fexample.com%2F',
};

/** A request, taken apart. */
interface Inquiry {
  readonly request: IncomingMessage;
  readonly path: string;
  /** Of our own paths; of any other the query is the page's. */
  readonly query: URLSearchParams;
  /** Undefined where none is to be had that the caller takes. */
  readonly format: Format | undefined;
  readonly signal: AbortSignal;
}

/**
 * Answers requests: first who asks, then what for, then the reading. It never rejects, and no answer tells more than its
 * caller may know.
 */
export function createDesk(options: DeskOptions): Respond {
  return async (request, signal) => {
    const inquiry = inquiryOf(request, signal);
    try {
      return await answerTo(inquiry, options);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 500 && !signal.aborted) options.onUnexpected(error);
      return problemAnswer(problem, inquiry.format);
    }
  };
}

async function answerTo(inquiry: Inquiry, desk: DeskOptions): Promise<Answer> {
  const { request, path, query, format } = inquiry;
  const { headers, method = '', url = '' } = request;
  const refuse = (problem: Problem): Answer => problemAnswer(problem, format);
  const caller = { ...desk.caller, port: request.socket.localPort ?? 0 };
  const stranger = hostFault(headers, caller);
  if (stranger !== undefined) return refuse(stranger);
  if (method !== 'GET' && method !== 'HEAD') return refuse(NOT_ALLOWED);
  if (!url.startsWith('/')) return refuse(NO_PROXY);

  // The try page reads nothing by itself, so that anybody may link to it; the token is typed into it.
  const file = desk.files.get(path);
  if (file !== undefined) return file;
  const foreign = siteFault(headers, caller);
  if (foreign !== undefined) return refuse(foreign);
  const unknown = tokenFault(headers, caller);
  if (path === '/health') return healthAnswer(desk, unknown === undefined);
  if (path === '/robots.txt') return textAnswer('User-agent: *\nDisallow: /\n');
  if (path === '/favicon.ico') return refuse(NOT_FOUND);
  if (unknown !== undefined) return refuse(unknown);

  if (path === '/try/read') {
    return read(addressIn(query), { ...inquiry, format: 'json' }, desk, (reading) =>
      tryAnswer(reading, inquiry.signal),
    );
  }
  const target = path === '/read' ? addressIn(query) : targetOf(url);
  if (format === undefined) return refuse(NOT_ACCEPTABLE);
  return read(target, { ...inquiry, format }, desk, async (reading) => {
    const answer = pageAnswer(reading);
    const isKnown = headers['if-none-match'] === answer.headers['etag'];
    return isKnown ? { ...answer, status: 304, body: '' } : answer;
  });
}

/** Reads in its turn. What is made of the page is made in that turn too: it may be work. */
async function read(
  url: string | undefined,
  { request, query, format, signal }: Inquiry & { readonly format: Format },
  { readers, queue, timeoutMs }: DeskOptions,
  answerWith: (reading: Reading) => Promise<Answer>,
): Promise<Answer> {
  if (url === undefined) return problemAnswer(NO_ADDRESS, format);
  if (url.length > LIMITS.urlBytes) return problemAnswer(TOO_LONG, format);
  const options = { ...requestOptionsOf(query, request.headers), format };
  const readOptions = readOptionsOf(options, timeoutMs);
  const reader = readers.choose(options);
  return queue.run({ signal, waitMs: readOptions.timeoutMs }, async (waitedMs) => {
    const page = await reader.read(url, { ...readOptions, signal });
    return answerWith({ page, options, waitedMs });
  });
}

/** Whoever does not know the token learns that there is a server, and no more. */
async function healthAnswer({ queue, readers }: DeskOptions, isKnown: boolean): Promise<Answer> {
  if (!isKnown) return jsonAnswer({ status: 'ok' });
  const { inFlight, queued } = queue;
  return jsonAnswer({ status: 'ok', version: VERSION, inFlight, queued, browser: await readers.browser() });
}

function inquiryOf(request: IncomingMessage, signal: AbortSignal): Inquiry {
  const { url = '', headers } = request;
  const [, path = '', queryText = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  const isOurs = path === '/read' || path === '/try/read';
  const query = new URLSearchParams(isOurs ? queryText : '');
  const asked = query.get('format') ?? headers['x-pageward-format'];
  const isVisit = headers['sec-fetch-mode'] === 'navigate';
  // The try page reads problems, too.
  const given = path === '/try/read' ? 'json' : FORMATS.find((one) => one === asked);
  const format = given ?? acceptedFormat(headers.accept, isVisit);
  return { request, path, query, format, signal };
}

/** Takes the address out of a query, so that the options are left. */
function addressIn(query: URLSearchParams): string | undefined {
  const [url, ...more] = query.getAll('url');
  query.delete('url');
  return more.length > 0 || url === '' ? undefined : url;
}
