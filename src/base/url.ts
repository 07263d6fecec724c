import { UsageError } from './errors.js';

/**
 * What a text is as a URL, if it is one. Not by `URL.canParse`: that of Node 20, once compiled, finds no URL in
 * `http://bücher.example/`, nor in any other whose host has Latin letters beyond ASCII.
 */
export function asUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Parses an absolute http(s) URL as the WHATWG standard does, which is also how the browser will read it: one parser
 * everywhere, so that nobody checks one host and dials another.
 *
 * @throws UsageError `INVALID_URL` when it is not an absolute URL. A scheme other than http(s) parses: the guard
 * refuses it.
 */
export function parseUrl(raw: string): URL {
  const url = typeof raw === 'string' ? asUrl(raw) : undefined;
  if (url === undefined) {
    throw new UsageError(`${JSON.stringify(redactUrl(raw)).slice(0, 200)} is not an absolute URL`, {
      code: 'INVALID_URL',
      hint: 'Give a whole address such as https://example.com/page.',
    });
  }
  return url;
}

/** The URL without user name and password, for messages and logs. */
export function redactUrl(url: string | URL): string {
  const text = String(url);
  // What a password with a slash in it makes of a URL has no parts: all before the last @ may be of it.
  const parsed = asUrl(text);
  if (parsed === undefined) return text.replace(/^([a-z][a-z\d+.-]*:)?.*@/is, '$1//***@');
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

/** A host name or an address and a port as a URL has them. */
export function hostWithPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether a text is the origin of a web address, such as `https://example.com`. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && asUrl(text)?.origin === text.replace(/\/$/, '');
}

/**
 * A part of a URL with its escapes in one form: `%61` and `a` are the same character (RFC 3986 6.2.2), `%2f` and `%2F` the
 * same escape; `%2F` and `/` are not the same.
 */
export function normalEscapes(part: string): string {
  return part.replace(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
}
