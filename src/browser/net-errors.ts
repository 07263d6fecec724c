import type { NetworkErrorCode } from '../base/error-codes.js';
import { NetworkError, RefusedError, ResponseError } from '../base/errors.js';
import { redactUrl } from '../base/url.js';

/** First match wins; Chromium has some two hundred of these. */
const CODES: readonly (readonly [pattern: RegExp, code: NetworkErrorCode])[] = [
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION|DNS_/, 'DNS_FAILED'],
  [/CERT|SSL|TLS/, 'TLS_FAILED'],
  [/RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|HTTP2|CHUNKED|MISMATCH|INVALID|ABORTED|RESPONSE/, 'CONNECTION_LOST'],
];

/** The error for a navigation that Chromium ended with `errorText` (`net::ERR_…`). */
export function navigationError(url: string, errorText: string): NetworkError | ResponseError | RefusedError {
  const where = redactUrl(url);
  const details = { url: where, chromium: errorText };
  if (/TOO_MANY_REDIRECTS/.test(errorText)) return redirectLoop(url);
  if (/UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME/.test(errorText)) {
    const reason = `${where} leads to something other than http and https`;
    return new RefusedError(reason, { code: 'REFUSED_SCHEME', details });
  }
  if (/UNSAFE_PORT/.test(errorText)) {
    return new RefusedError(`${where} leads to a port that no web page is served from`, {
      code: 'REFUSED_PORT',
      details,
    });
  }
  const code = CODES.find(([pattern]) => pattern.test(errorText))?.[1] ?? 'CONNECT_FAILED';
  return new NetworkError(`Could not load ${where}: ${errorText.replace('net::', '')}`, { code, details });
}

export function redirectLoop(url: string): ResponseError {
  return new ResponseError(`${redactUrl(url)} redirects too often`, {
    code: 'REDIRECT_LOOP',
    details: { url: redactUrl(url) },
  });
}
