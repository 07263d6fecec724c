import { asUrl } from '../base/url.js';
/** A request as one hop makes it. Header names are lower-case. */
export interface HopRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const REDIRECT_STATUS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends the reader; undefined when it is no redirect or its Location makes no URL. */
export function redirectTarget(from: URL, statusCode: number, location: string | undefined): URL | undefined {
  if (!REDIRECT_STATUS.has(statusCode) || location === undefined) return undefined;
  const target = asUrl(asBrowsersRead(location), from);
  // The fragment of the page that was asked for survives a redirect that names none (RFC 9110 10.2.2).
  if (target?.hash === '') target.hash = from.hash;
  return target;
}

/** Bytes beyond ASCII, which HTTP gives as one character each, are UTF-8, or else escaped as they are. */
function asBrowsersRead(location: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(location, 'latin1'));
  } catch {
    return location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  }
}

/**
 * The request that follows a redirect, by the Fetch standard: 303 turns everything but HEAD into GET, 301 and 302 turn POST
 * into GET. To another origin go only headers that say what is wanted: the others may be keys that were meant for the first.
 */
export function redirectedRequest(request: HopRequest, statusCode: number, target: URL): HopRequest {
  const { method, body } = request;
  const becomesGet = statusCode === 303 ? method !== 'HEAD' : statusCode < 303 && method === 'POST';
  const crossOrigin = target.origin !== request.url.origin;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => {
      if (name.startsWith('content-')) return !becomesGet;
      return !crossOrigin || IMPERSONAL.has(name);
    }),
  );
  if (becomesGet) return { url: target, method: 'GET', headers };
  return { url: target, method, headers, ...(body === undefined ? {} : { body }) };
}

const IMPERSONAL: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);
