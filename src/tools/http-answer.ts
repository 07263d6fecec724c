import { z } from 'zod';
import { isXmlType, parseMediaType } from '../base/media-type.js';
import type { HttpResponse } from '../guard/http-client.js';
import { kindOfBody } from '../page/body-kind.js';
import { windowOf } from '../page/page.js';
import { parseJsonAnswer } from '../page/parse-json.js';
import { decodeBody, notShown } from '../reader/body.js';
import { fence } from './fence.js';
import type { FenceBoundary } from './fence-boundary.js';
import { cutNotice, displayUrl, pageHead } from './page-text.js';
import type { StructuredOutput } from './structured-output.js';

/** The result of `http_request`, by the names that its model knows. */
export interface HttpAnswer {
  /** As it was asked for, the parameters in its query: redirects are not followed. */
  readonly url: string;
  readonly status_code: number;
  /** Lower-case names; several values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; of one that is no text, its type and size. */
  readonly text: string;
  /** The object or list that the body consists of; null where it is none, and of a body that was cut. */
  readonly json_data: unknown;
  /** The body was cut at its limit, and more was there. */
  readonly size_capped: boolean;
  /** The time was over before the body was; this is what had come. */
  readonly incomplete: boolean;
}

/** The result as a structure for a model. */
export const structuredAnswer: StructuredOutput<HttpAnswer> = {
  schema: z.strictObject({ url: z.string(), status_code: z.number(), content: z.string() }),
  of: ({ text, data: { url, status_code } }) => ({ url: displayUrl(url), status_code, content: text }),
};

/** Of the headers in what a model reads: how many, and how much of each. `data` has them all. */
const HEADERS_SHOWN = 40;
const HEADER_CHARS = 200;
/** How the answer was carried, which is no news to a model. */
const CARRIAGE = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * @throws TimeoutError, ContentError `NO_CONTENT` for a large body that cannot be decoded in time; `signal.reason`.
 */
export async function httpAnswer(
  response: HttpResponse,
  job: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<HttpAnswer> {
  const { url, statusCode, headers, body, sizeCapped, incomplete } = response;
  const { essence, charset } = parseMediaType(response.contentType);
  const kind = kindOfBody(essence, body);
  const isText = kind !== 'binary' && kind !== 'pdf';
  const isMarkup = kind === 'html' || isXmlType(essence);
  const text = isText ? await decodeBody(body, charset, job, isMarkup) : notShown(essence, body);
  const whole = isText && !sizeCapped && !incomplete;
  const json = whole ? (parseJsonAnswer(text) ?? null) : null;
  return { url, status_code: statusCode, headers, text, json_data: json, size_capped: sizeCapped, incomplete };
}

/** An answer as a model reads it: our words, then what the server said within the fence. */
export function renderAnswer(
  answer: HttpAnswer,
  { maxChars, maxBytes, boundary }: { maxChars: number; maxBytes: number; boundary: FenceBoundary | undefined },
): string {
  const { url, status_code: statusCode, headers, text, size_capped: sizeCapped, incomplete } = answer;
  const { essence: mediaType } = parseMediaType(headers['content-type']);
  const head = pageHead(
    { url, statusCode, mediaType, text, sizeCapped, ...(incomplete && { readiness: LATE }) },
    maxBytes,
  );
  const shown = windowOf(text, 0, maxChars).text;
  const fenced = [headerLines(headers), shown].filter((part) => part !== '').join('\n\n');
  return [head, fence(fenced, { boundary }), ...cutNotice('body', shown, text)].join('\n\n');
}

/** How a page says that its time was over. */
const LATE = { reason: 'deadline', pending: ['the rest of the body'], elapsedMs: 0 } as const;

function headerLines(headers: Readonly<Record<string, string>>): string {
  const told = Object.entries(headers).filter(([name]) => !CARRIAGE.has(name));
  const lines = told.map(([name, value]) => `${name}: ${value.slice(0, HEADER_CHARS)}`);
  const more = lines.length > HEADERS_SHOWN ? [`(${lines.length - HEADERS_SHOWN} more headers)`] : [];
  return [...lines.slice(0, HEADERS_SHOWN), ...more].join('\n');
}
