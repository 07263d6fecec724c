import { z } from 'zod';
import { UsageError } from '../base/errors.js';
import { checkOptions } from '../base/options.js';
import { type DomainList, type DomainRules, parseDomainRules } from '../guard/domain-policy.js';
import { domainsOption } from '../guard/guard-options.js';

/** Where the user is, about: it sways what a search finds, and restricts nothing. */
export interface UserLocation {
  city?: string;
  region?: string;
  /** ISO 3166-1 alpha-2: `BE`. */
  country?: string;
  /** IANA: `Europe/Brussels`. */
  timezone?: string;
}

/** What a search that the model's provider runs is told. Each is optional; an unknown one is an error. */
export interface NativeWebSearchOptions {
  /** Search these domains only: `example.com` with its subdomains, `example.com/blog` with what is below. */
  allowDomains?: readonly string[];
  /** Never search these. Excludes `allowDomains`. */
  blockDomains?: readonly string[];
  /** Instead of either, a `DomainPolicy`. */
  domains?: DomainList;
  userLocation?: UserLocation;
  /** Searches in one request at most. Anthropic's; OpenAI ignores it, which is a warning. */
  maxUses?: number;
  /**
   * The model filters results by code before it reads them (default false). Answers may then have no citations, and are
   * not eligible for zero data retention. Anthropic's; OpenAI ignores it, which is a warning.
   */
  dynamicFiltering?: boolean;
  /** How much of the results reaches the model. OpenAI's; Anthropic ignores it, which is a warning. */
  searchContextSize?: 'low' | 'medium' | 'high';
  /** Hears each warning, which is also in `warnings` of the request that was made. */
  onWarning?: (warning: string) => void;
}

/** The options once they are checked, their domains taken apart. */
export interface SearchSettings
  extends Pick<NativeWebSearchOptions, 'userLocation' | 'maxUses' | 'dynamicFiltering' | 'searchContextSize'> {
  readonly domains: DomainRules | undefined;
}

const strings = z.array(z.string(), 'must be a list of strings').optional();
const place = z.string('must be text').regex(/\S/, 'must not be empty').optional();

const OPTIONS = z.strictObject({
  allowDomains: strings,
  blockDomains: strings,
  domains: domainsOption,
  userLocation: z
    .strictObject({
      city: place,
      region: place,
      country: z
        .string()
        .regex(/^[a-z]{2}$/i, 'must be a country code of two letters, such as BE')
        .optional(),
      timezone: z.string().refine(isTimeZone, 'must be an IANA time zone, such as Europe/Brussels').optional(),
    })
    .optional(),
  maxUses: z.number('must be a whole number').int('must be a whole number').min(1, 'must be 1 or more').optional(),
  dynamicFiltering: z.boolean('must be true or false').optional(),
  searchContextSize: z.enum(['low', 'medium', 'high'], "must be 'low', 'medium' or 'high'").optional(),
  onWarning: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
});

/** @throws UsageError `INVALID_OPTION`; `UNSUPPORTED_BY_PROVIDER` for an empty list of domains to allow. */
export function parseSearchOptions(options: NativeWebSearchOptions): SearchSettings {
  checkOptions(OPTIONS, options, 'nativeWebSearch');
  const domains = parseDomainRules(options);
  if (domains?.mode === 'allow' && domains.rules.length === 0) {
    throw new UsageError(
      'nativeWebSearch: an empty list of domains to allow, which a provider would take for no list',
      {
        code: 'UNSUPPORTED_BY_PROVIDER',
        hint: 'Name the domains to search, or leave the search out of the request.',
        details: { option: options.domains ? 'domains' : 'allowDomains' },
      },
    );
  }
  return { ...options, domains };
}

/** Offsets such as `+01:00` are for JavaScript and not in the IANA table. */
function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
