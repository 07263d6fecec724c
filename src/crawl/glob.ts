import { matchesWildcard } from '../base/wildcard.js';

/** A pattern of URLs, taken apart. */
export interface Glob {
  /** Absent: any. `*` stands for any characters. */
  readonly scheme?: string;
  /** Absent: any. */
  readonly host?: string;
  /** Segments of the path; `**` stands for any number of them, also none. */
  readonly segments: readonly string[];
  /** Absent: any query, also none. */
  readonly query?: string;
}

/**
 * Reads a glob: `*` stands for any characters within a segment, `**` as a whole segment for any number of segments,
 * everything else for itself, `?` too: it begins a pattern of the query. It begins with `/` (a path on any host),
 * `//host/` or `https://host/`; else it matches at any depth: `*.pdf` is `/**\/*.pdf`. `/docs/**` has `/docs` itself.
 */
export function parseGlob(pattern: string): Glob {
  const [, scheme, host, rest = ''] = /^(?:(?:([^:/?]*):)?\/\/([^/?]*))?(.*)$/s.exec(pattern) ?? [];
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const rooted = path === '' || path.startsWith('/') ? path : `/**/${path}`;
  return {
    ...(scheme === undefined ? {} : { scheme: scheme.toLowerCase() }),
    ...(host === undefined ? {} : { host: host.toLowerCase() }),
    segments: rooted === '' ? ['**'] : segmentsOf(rooted),
    ...(mark < 0 ? {} : { query: rest.slice(mark + 1) }),
  };
}

/** Whether a URL is of the pattern. Its time grows with the product of the two lengths, whatever they are. */
export function matchesGlob(glob: Glob, url: URL): boolean {
  if (glob.scheme !== undefined && !matchesWildcard(glob.scheme, url.protocol.slice(0, -1))) return false;
  if (glob.host !== undefined && !matchesWildcard(glob.host, url.host)) return false;
  if (glob.query !== undefined && !matchesWildcard(glob.query, url.search.slice(1))) return false;
  return matchesSegments(glob.segments, segmentsOf(url.pathname));
}

/** A slash at the end is no segment: whether the site has one is not for a pattern to know. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .slice(1);
}

function matchesSegments(pattern: readonly string[], path: readonly string[]): boolean {
  let at = 0;
  let next = 0;
  // Where the last `**` stood, and up to where it reaches: only the last can have to reach further.
  let star = -1;
  let reach = 0;
  while (next < path.length) {
    const wanted = pattern[at];
    if (wanted === '**') {
      star = at;
      reach = next;
      at += 1;
    } else if (wanted !== undefined && matchesWildcard(wanted, path[next] ?? '')) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      reach += 1;
      at = star + 1;
      next = reach;
    } else {
      return false;
    }
  }
  while (pattern[at] === '**') at += 1;
  return at === pattern.length;
}
