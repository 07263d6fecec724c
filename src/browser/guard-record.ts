import { recordedUrl } from '../base/refusal.js';

/** What the guard has on record about a URL. Of a tunnel it knows only the origin. */
export function entryFor<Entry extends { readonly url: string }>(
  entries: readonly Entry[],
  url: string,
): Entry | undefined {
  const { origin } = new URL(url);
  return (
    exactEntryFor(entries, url) ?? entries.findLast((entry) => isHttps(url) && new URL(entry.url).origin === origin)
  );
}

/**
 * An answer in the guard's own words is on record by its full URL; another's 403 must not pass for one. The browser asks for
 * a URL without its fragment, and without its user and password, which it sends in a header.
 */
export function exactEntryFor<Entry extends { readonly url: string }>(
  entries: readonly Entry[],
  url: string,
): Entry | undefined {
  const asked = new URL(url);
  asked.hash = '';
  asked.username = '';
  asked.password = '';
  const sought = recordedUrl(asked.href);
  return entries.findLast((entry) => entry.url === sought);
}

function isHttps(url: string): boolean {
  return url.startsWith('https:');
}
