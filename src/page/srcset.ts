/**
 * The URL of the largest candidate of a `srcset`: by `w` or `x`, the first of equals; a candidate with no or a bad
 * descriptor counts as 1. Candidates are cut as the HTML standard does, since URLs may hold commas.
 */
export function largestCandidate(srcset: string | null | undefined): string | undefined {
  let largest: { url: string; size: number } | undefined;
  for (const candidate of candidatesOf(srcset ?? '')) {
    if (largest === undefined || candidate.size > largest.size) largest = candidate;
  }
  return largest?.url;
}

/** All URLs of a `srcset`, as written. */
export function srcsetUrls(srcset: string): string[] {
  return [...candidatesOf(srcset)].map(({ url }) => url);
}

function* candidatesOf(srcset: string): Generator<{ url: string; size: number }> {
  // Sticky, so that every character is looked at once: separators, then a URL, then descriptors up to a comma.
  const separators = /[\s,]*/y;
  const word = /[^\s]+/y;
  const descriptors = /[^,(]*(?:\([^)]*\)?[^,(]*)*/y;
  let position = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = position;
    const match = pattern.exec(srcset)?.[0] ?? '';
    position += match.length;
    return match;
  };
  while (position < srcset.length) {
    take(separators);
    const url = take(word);
    if (url === '') return;
    // A comma at the end of a URL is the separator.
    let end = url.length;
    while (url[end - 1] === ',') end--;
    yield { url: url.slice(0, end), size: end === url.length ? sizeOf(take(descriptors)) : 1 };
  }
}

function sizeOf(descriptors: string): number {
  const match = /(?:^|\s)(\d{1,9}(?:\.\d{1,9})?)[wx](?:\s|$)/.exec(descriptors);
  return match === null ? 1 : Number(match[1]);
}
