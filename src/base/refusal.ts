import type { RefusalCode } from './error-codes.js';
import { LIMITS } from './limits.js';

/** A request that the guard did not let through, as it is told to the program (never to the page or the model). */
export interface Refusal {
  /** What was asked for, as `recordedUrl` writes it. Of a TLS tunnel only the origin is known. */
  readonly url: string;
  readonly code: RefusalCode | 'DNS_FAILED';
  /** The rule, without any address that DNS gave. */
  readonly reason: string;
}

/** A URL as it is kept on record: a page may ask for a thousand, of tens of thousands of characters each. */
export function recordedUrl(url: string): string {
  return url.length > LIMITS.refusalUrlChars ? `${url.slice(0, LIMITS.refusalUrlChars)}…` : url;
}
