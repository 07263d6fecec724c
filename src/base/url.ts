import { UsageError } from './errors.js';

/**
 * Parses an absolute http(s) URL as the WHATWG standard does, which is also how the browser will read it: one parser
 * everywhere, so that nobody checks one host and dials another.
 *
 * @throws UsageError `INVALID_URL` when it is not an absolute URL. A scheme other than http(s) parses: the guard
 * refuses it.
 */
export function parseUrl(raw: string): URL {
  if (typeof raw !== 'string' || !URL.canParse(raw)) {
    throw new UsageError(`${JSON.stringify(redactUrl(raw)).slice(0, 200)} is not an absolute URL`, {
      code: 'INVALID_URL',
      hint: 'Give a whole address such as https://example.com/page.',
    });
  }
  return new URL(raw);
}

/** The URL without user name and password, for messages and logs. */
export function redactUrl(url: string | URL): string {
  const text = String(url);
  // What a password with a slash in it makes of a URL has no parts: all before the last @ may be of it.
  if (!URL.canParse(text)) return text.replace(/^([a-z][a-z\d+.-]*:)?.*@/is, '$1//***@');
  const parsed = new URL(text);
  if (parsed.username === '' && parsed.password === '') return text;
  parsed.username = '***';
  parsed.password = '';
  return parsed.href;
}

/** The port a URL leads to, the scheme's own when none is written. */
export function effectivePort(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80;
}

/** Whether a text is the origin of a web address, such as `https://example.com`. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text.replace(/\/$/, '');
}
