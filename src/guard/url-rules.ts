import type { RefusalCode } from '../base/error-codes.js';
import { LIMITS } from '../base/limits.js';
import { asUrl } from '../base/url.js';
import { isWithin } from './reserved-names.js';

/** A rule that a URL breaks. The reason may be shown to a model. */
export interface UrlFault {
  readonly code: RefusalCode | 'INVALID_URL';
  readonly reason: string;
}

/** Ports that the Fetch standard forbids: other protocols listen there and can be talked to in HTTP. Never configurable. */
export const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Judges a URL as it was written, before any parser has mended it. The WHATWG parser drops tabs and newlines, turns
 * backslashes into slashes and takes `http:host` and `http:///host` for `http://host`; other parsers find another host in
 * the same text, so such spellings are refused rather than understood.
 */
export function judgeSpelling(raw: string): UrlFault | undefined {
  if (new TextEncoder().encode(raw).length > LIMITS.urlBytes) {
    return { code: 'REFUSED_URL', reason: `the URL is longer than ${LIMITS.urlBytes} bytes` };
  }
  if (hasControlOrSpace(raw)) {
    return { code: 'REFUSED_URL', reason: 'the URL contains whitespace or control characters' };
  }
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(raw)?.[1]?.toLowerCase();
  if (scheme === undefined) return { code: 'INVALID_URL', reason: 'the URL is not absolute' };
  if (scheme !== 'http' && scheme !== 'https') return schemeFault(scheme);
  const [beforeQuery = ''] = raw.split(/[?#]/, 1);
  if (beforeQuery.includes('\\')) return { code: 'REFUSED_URL', reason: 'a backslash in the URL is not allowed' };
  const authority = authorityOf(raw);
  if (authority === undefined) return { code: 'INVALID_URL', reason: 'the URL has no host' };
  if (authority.includes('@')) return CREDENTIALS;
  if (asUrl(raw) === undefined) return { code: 'INVALID_URL', reason: 'the URL is not valid' };
  return undefined;
}

/** Judges what a parsed URL says by itself: scheme, credentials, the shape of its host. */
export function judgeParts(url: URL): UrlFault | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return schemeFault(url.protocol.slice(0, -1));
  if (url.username !== '' || url.password !== '') return CREDENTIALS;
  const host = hostOf(url);
  const labels = host.split('.');
  if (!isBracketed(url) && (host.length > 253 || labels.some((label) => label === '' || label.length > 63))) {
    return { code: 'REFUSED_NAME', reason: `${host.slice(0, 100)} is not a valid host name` };
  }
  return undefined;
}

/** Refuses names that lead inside by what they are: single labels, and `reserved` names with all below them. */
export function judgeName(host: string, reserved: readonly string[]): UrlFault | undefined {
  const internal = !host.includes('.') || reserved.some((name) => isWithin(host, name));
  return internal ? { code: 'REFUSED_NAME', reason: `${host} is an internal host name` } : undefined;
}

/** The host to judge: lower-case ASCII as the parser made it, without brackets and without one trailing dot. */
export function hostOf(url: URL): string {
  if (isBracketed(url)) return url.hostname.slice(1, -1);
  return url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
}

/** The host as it was written, for messages about literals in disguise such as `2130706433`. */
export function spelledHost(raw: string): string {
  const authority = authorityOf(raw) ?? '';
  return authority.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
}

const CREDENTIALS: UrlFault = { code: 'REFUSED_CREDENTIALS', reason: 'credentials in the URL are not allowed' };

function schemeFault(scheme: string): UrlFault {
  return { code: 'REFUSED_SCHEME', reason: `scheme '${scheme}' is not allowed` };
}

function authorityOf(raw: string): string | undefined {
  return /^[a-z]+:\/\/([^/?#\\]+)/i.exec(raw)?.[1];
}

function isBracketed(url: URL): boolean {
  return url.hostname.startsWith('[');
}

function hasControlOrSpace(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit <= 0x20 || unit === 0x7f) return true;
  }
  return false;
}
