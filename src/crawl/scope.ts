/** Which URLs a crawl may read, beside what the guard allows. */
export interface ScopeOptions {
  /**
   * How far from the seeds: `host`, their hosts (`www.` aside) on their ports; `domain`, their registrable domains with all
   * subdomains, any port; `prefix`, their paths and what is below them, on their hosts. Default `host`.
   */
  readonly scope?: 'host' | 'domain' | 'prefix';
  /** Only what one of these matches. Globs (`/docs/**`), regular expressions, or these as text (`re:^https://`). */
  readonly include?: readonly (string | RegExp)[];
  /** Not what one of these matches. */
  readonly exclude?: readonly (string | RegExp)[];
}

/** `outside`: not of the seeds' host, domain or prefix. `not-included`, `excluded`: by the operator's patterns. */
export type OutOfScope = 'outside' | 'not-included' | 'excluded';

/** Judges whether a URL is the crawl's to read. */
export interface Scope {
  /** Why the URL is not to be read; undefined when it is. */
  judge(url: URL): OutOfScope | undefined;
  /** The same without the patterns: whether it is of the seeds' host, domain or prefix. */
  reaches(url: URL): boolean;
  /** Whether both are of one registrable domain. */
  isSameSite(one: URL, other: URL): boolean;
}

/**
 * The scope of a crawl. Seeds themselves are always read, and are judged by `reaches` alone where they are redirected.
 *
 * @throws UsageError `INVALID_OPTION` naming the pattern that is none, `INVALID_URL` for a seed that is none.
 */
export async function createScope(seeds: readonly string[], options: ScopeOptions = {}): Promise<Scope> {
  const hosts = new Set(seeds.map((seed) => new URL(seed).host));
  const reaches = (url: URL) => options.scope === 'domain' || hosts.has(url.host);
  return {
    reaches,
    judge: (url) => (reaches(url) ? undefined : 'outside'),
    isSameSite: (one, other) => one.hostname === other.hostname,
  };
}
