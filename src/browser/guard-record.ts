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

/** An answer in the guard's own words is on record by its full URL; another's 403 must not pass for one. */
export function exactEntryFor<Entry extends { readonly url: string }>(
  entries: readonly Entry[],
  url: string,
): Entry | undefined {
  const [wanted] = url.split('#', 1);
  return entries.findLast((entry) => entry.url === wanted);
}

function isHttps(url: string): boolean {
  return url.startsWith('https:');
}
