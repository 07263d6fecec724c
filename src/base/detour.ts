import { asUrl } from './url.js';

/**
 * Who sent a read to the address that an error is about, as the beginning of a sentence, or nothing where nobody did. Origins
 * only: path and query of a redirect are the site's to choose.
 *
 * @param details of the error: `url` where it ended, `redirectedFrom` where it was asked to go
 */
export function detourOf({ url, redirectedFrom }: Readonly<Record<string, unknown>>): string {
  return redirectedFrom === undefined ? '' : `${originOf(redirectedFrom)} redirects to ${originOf(url)}: `;
}

function originOf(url: unknown): string {
  const origin = typeof url === 'string' ? asUrl(url)?.origin : undefined;
  // `null` is the origin of what has none: javascript:, data:.
  return origin === undefined || origin === 'null' ? 'another address' : origin;
}
