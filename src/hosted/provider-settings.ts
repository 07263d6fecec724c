import { UsageError } from '../base/errors.js';
import type { DomainRule, DomainRules } from '../guard/domain-policy.js';
import type { UserLocation } from './search-settings.js';

/** The domain rules as both providers name them. */
export interface ProviderDomains {
  allowed_domains?: string[];
  blocked_domains?: string[];
}

/** A place as both providers name it. */
export interface ApproximateLocation extends UserLocation {
  type: 'approximate';
}

/**
 * The rules for a provider, or none. What it could not be told is refused: left out, it would widen the search.
 *
 * @throws UsageError `UNSUPPORTED_BY_PROVIDER`
 */
export function providerDomains(
  domains: DomainRules | undefined,
  { provider, maxRules = Number.POSITIVE_INFINITY }: { provider: string; maxRules?: number },
): ProviderDomains {
  if (domains === undefined || domains.rules.length === 0) return {};
  const { mode, rules } = domains;
  if (rules.length > maxRules) {
    throw unsupported(`${provider} takes ${maxRules} domain rules, and there are ${rules.length}`);
  }
  const address = rules.find(({ host }) => /^[\d.]+$/.test(host));
  if (address) throw unsupported(`${provider} searches by domain name, and ${address.text} is an address`);
  return { [mode === 'allow' ? 'allowed_domains' : 'blocked_domains']: rules.map(spell) };
}

/** A location as a provider takes it; undefined when none was given. */
export function providerLocation(location: UserLocation | undefined): ApproximateLocation | undefined {
  if (location === undefined) return undefined;
  const { country } = location;
  return { type: 'approximate', ...location, ...(country === undefined ? {} : { country: country.toUpperCase() }) };
}

/** As the operator wrote it, but for the letters and the dot of a host name that mean nothing. */
function spell({ text, host }: DomainRule): string {
  const slash = text.indexOf('/');
  return slash === -1 ? host : host + text.slice(slash);
}

function unsupported(message: string): UsageError {
  return new UsageError(`nativeWebSearch: ${message}`, {
    code: 'UNSUPPORTED_BY_PROVIDER',
    hint: 'Mend the rules, or do not let this provider search: without them it would search more than was allowed.',
    details: { option: 'domains' },
  });
}
