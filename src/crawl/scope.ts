import { invalidOption } from '../base/options.js';
import { siteNames } from '../base/site.js';
import { parseUrl } from '../base/url.js';
import { matchesGlob, parseGlob } from './glob.js';

/** Which URLs a crawl may read, beside what the guard allows. */
export interface ScopeOptions {
  /**
   * How far from the seeds. `host` (default): their hosts, `www.` aside, on their ports. `domain`: their registrable
   * domains with all subdomains, on any port. `prefix`: on their hosts, their paths and what is below them; of a path
   * that ends in a file name (`/docs/index.html`) the folder.
   */
  readonly scope?: 'host' | 'domain' | 'prefix';
  /**
   * Only what one of these matches: globs (`/docs/**`, see `parseGlob`), or regular expressions, which may be
   * written as text with `re:` before it, found anywhere in the URL.
   */
  readonly include?: readonly (string | RegExp)[];
  /** Not what one of these matches, also if it is included. */
  readonly exclude?: readonly (string | RegExp)[];
}

/** `outside`: not of the seeds' host, domain or prefix. `not-included`, `excluded`: by the operator's patterns. */
export type OutOfScope = 'outside' | 'not-included' | 'excluded';

/** Judges whether a URL is the crawl's to read: one that a page links to, and again the one where a redirect ended. */
export interface Scope {
  /** Why the URL is not to be read; undefined when it is. */
  judge(url: URL): OutOfScope | undefined;
  /** The same without the patterns: whether it is of the seeds' host, domain or prefix. */
  reaches(url: URL): boolean;
  /** Whether both are of one registrable domain. */
  isSameSite(one: URL, other: URL): boolean;
}

type Judge = (url: URL) => boolean;

/**
 * The scope of a crawl. Seeds themselves are always read, and are judged by `reaches` alone where they are redirected.
 *
 * @throws UsageError `INVALID_OPTION` naming the pattern that is none, `INVALID_URL` for a seed that is none.
 */
export async function createScope(seeds: readonly string[], options: ScopeOptions = {}): Promise<Scope> {
  const { scope = 'host' } = options;
  const roots = seeds.map(parseUrl);
  const siteOf = await siteNames();
  const included = options.include && patternJudge(options.include, 'include');
  const isExcluded = patternJudge(options.exclude ?? [], 'exclude');
  const reaches = { host: hostJudge, domain: domainJudge(siteOf), prefix: prefixJudge }[scope](roots);
  return {
    reaches,
    judge(url) {
      if (!reaches(url)) return 'outside';
      if (isExcluded(url)) return 'excluded';
      return included === undefined || included(url) ? undefined : 'not-included';
    },
    isSameSite: (one, other) => siteOf(one.hostname) === siteOf(other.hostname),
  };
}

function hostJudge(roots: readonly URL[]): Judge {
  const hosts = new Set(roots.map(hostOf));
  return (url) => hosts.has(hostOf(url));
}

function domainJudge(siteOf: (hostname: string) => string): (roots: readonly URL[]) => Judge {
  return (roots) => {
    const sites = new Set(roots.map(({ hostname }) => siteOf(hostname)));
    return ({ hostname }) => sites.has(siteOf(hostname));
  };
}

function prefixJudge(roots: readonly URL[]): Judge {
  const prefixes = roots.map((root) => ({ host: hostOf(root), folder: folderOf(root.pathname) }));
  return (url) => {
    const host = hostOf(url);
    return prefixes.some((prefix) => prefix.host === host && `${url.pathname}/`.startsWith(prefix.folder));
  };
}

/** The folder that a seed's path stands for: with a slash at its end, so that `/docs` has not `/docs-old`. */
function folderOf(path: string): string {
  if (path.endsWith('/')) return path;
  const slash = path.lastIndexOf('/') + 1;
  return path.includes('.', slash) ? path.slice(0, slash) : `${path}/`;
}

/**
 * `www.example.com` and `example.com` are one site to all who write links, and so are http and https on their own
 * ports.
 */
function hostOf({ host }: URL): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** Judges by globs and regular expressions. @throws UsageError `INVALID_OPTION` for a pattern that is none. */
export function patternJudge(patterns: readonly (string | RegExp)[], option: string): Judge {
  const judges = patterns.map((pattern) => judgeOf(pattern, option));
  return (url) => judges.some((judge) => judge(url));
}

function judgeOf(pattern: string | RegExp, option: string): Judge {
  if (typeof pattern === 'string' && !pattern.startsWith('re:')) {
    if (pattern.trim() === '') throw invalidOption(`${option}: an empty pattern matches nothing`, option);
    const glob = parseGlob(pattern);
    return (url) => matchesGlob(glob, url);
  }
  const expression = expressionOf(pattern, option);
  return (url) => expression.test(url.href);
}

function expressionOf(pattern: string | RegExp, option: string): RegExp {
  try {
    // With `g` or `y` an expression remembers where it was, and gives another answer the next time.
    return pattern instanceof RegExp
      ? new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))
      : new RegExp(pattern.slice(3));
  } catch {
    const hint = 'Write a glob such as /docs/**, or a regular expression such as re:/\\d+$.';
    throw invalidOption(`${option}: ${String(pattern)} is not a regular expression`, option, hint);
  }
}
