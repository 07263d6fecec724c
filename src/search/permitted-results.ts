import { type DomainRules, permits } from '../guard/domain-policy.js';
import type { SearchResult } from './search.js';

/** What a domain policy leaves of the results of a search, and in words how many it does not. */
export function permittedResults(
  results: readonly SearchResult[],
  domains: DomainRules | undefined,
): { results: readonly SearchResult[]; warnings: readonly string[] } {
  if (domains === undefined) return { results, warnings: [] };
  const permitted = results.filter(({ url }) => permits(domains, url));
  const dropped = results.length - permitted.length;
  if (dropped === 0) return { results, warnings: [] };
  const left = dropped === 1 ? '1 result was left out' : `${dropped} results were left out`;
  return { results: permitted, warnings: [`${left}: outside the domains that may be read.`] };
}
