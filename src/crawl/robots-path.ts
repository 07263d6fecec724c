import { wildcardMatcher } from '../base/wildcard.js';

/** A URL's path and query as robots.txt patterns see them: in one spelling, or in two where its query can be read in two. */
export type RobotsPath = readonly string[];

const encoder = new TextEncoder();

/** What rules are held against. */
export function robotsPath({ pathname, search }: URL): RobotsPath {
  // Here the signs that mean something in a pattern mean themselves.
  const literal = (part: string) => part.replaceAll('*', '%2A').replaceAll('$', '%24');
  const path = settled(literal(pathname), PATH_KEPT);
  const query = literal(search);
  return [...new Set([path + settled(query, QUERY_KEPT), path + settled(query, PATH_KEPT)])];
}

/**
 * Whether a path is meant by a pattern: from the path's start, `*` for any characters, and up to the path's end only where
 * `$` ends the pattern (RFC 9309 2.2.3).
 */
export function pathMatcher(pattern: string): { readonly length: number; matches(path: RobotsPath): boolean } {
  const isWhole = pattern.endsWith('$');
  const written = (isWhole ? pattern.slice(0, -1) : pattern).replaceAll('$', '%24').replace(/\*{2,}/g, '*');
  const queryAt = written.indexOf('?');
  const [path, query] = queryAt < 0 ? [written, ''] : [written.slice(0, queryAt), written.slice(queryAt)];
  const normal = settled(path, PATH_KEPT) + settled(query, QUERY_KEPT);
  const matches = wildcardMatcher(isWhole ? normal : `${normal}*`);
  return { length: normal.length + Number(isWhole), matches: (paths) => paths.some(matches) };
}

/** Octets that are not the same as what they stand for: a sign of patterns, an escape, and what parts a path. */
const PATH_KEPT: ReadonlySet<string> = new Set(['%2A', '%24', '%25', '%23', '%2F', '%3F']);
/** In a query nothing is parted by `/` and `?`, and they are written both ways. */
const QUERY_KEPT: ReadonlySet<string> = new Set(['%2A', '%24', '%25', '%23']);

/**
 * One spelling for all that mean the same. RFC 9309 2.2.2 has reserved and foreign characters compared in their encoded
 * form, and unreserved ones in their plain one; here all that ASCII can show is plain, which is as good.
 */
function settled(text: string, kept: ReadonlySet<string>): string {
  if (!/[^\x21-\x24\x26-\x7e]/.test(text)) return text;
  return text.replace(/%[\da-f]{2}|[^\x21-\x7e]+/gi, (piece) => {
    if (piece[0] !== '%') return encoded(piece);
    const octet = piece.toUpperCase();
    const code = Number.parseInt(octet.slice(1), 16);
    return code <= 0x20 || code >= 0x7f || kept.has(octet) ? octet : String.fromCharCode(code);
  });
}

/** Octet by octet: `encodeURI` throws at half a character. */
function encoded(text: string): string {
  return Array.from(encoder.encode(text), (octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
