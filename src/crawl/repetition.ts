/** A run of segments that comes so often in a row is no place but a link that leads from itself to itself. */
const TIMES = 3;
/** Segments of such a run at most. */
const LONGEST_RUN = 4;
/** One segment that comes so often, whatever stands between. */
const OF_ONE = 5;

/**
 * What repeats itself in a key, as `/a/b` in `/a/b/a/b/a/b`, or `?x=1` in `?x=1&x=1&x=1`; undefined when nothing
 * does.
 */
export function repetitionIn(key: string): string | undefined {
  const [, path = '', , query = '', place = ''] = /^[^/]*\/\/[^/]*\/([^?#]*)(\?([^#]*))?(#.*)?$/s.exec(key) ?? [];
  return repeatedSegments(path) ?? repeatedSegments(place.slice(1)) ?? repeatedParam(query);
}

function repeatedSegments(path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length < TIMES) return undefined;
  for (let length = 1; length <= LONGEST_RUN; length += 1) {
    let same = 0;
    for (let at = length; at < segments.length; at += 1) {
      same = segments[at] === segments[at - length] ? same + 1 : 0;
      if (same === length * (TIMES - 1)) return `/${segments.slice(at - length + 1, at + 1).join('/')}`;
    }
  }
  const often = [...countsOf(segments)].find(([segment, count]) => count >= OF_ONE && !/^\d+$/.test(segment));
  return often && `/${often[0]}`;
}

function repeatedParam(query: string): string | undefined {
  if (query === '') return undefined;
  const often = [...countsOf(query.split('&'))].find(([, count]) => count >= TIMES);
  return often && `?${often[0]}`;
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
