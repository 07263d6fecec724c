import type { Policy } from '../guard/guard.js';
import type { FlagValues } from './flag.js';
import type { POLICY_FLAGS } from './options.js';

/** The guard's policy as the flags write it. */
export function policyOf(values: FlagValues<typeof POLICY_FLAGS>): Policy {
  const { allowPrivate, denyCidr, allowDomain, blockDomain, ports } = values;
  return {
    ...(allowPrivate && { allowPrivate }),
    ...(denyCidr && { denyCidrs: denyCidr }),
    ...(allowDomain && { allowDomains: allowDomain }),
    ...(blockDomain && { blockDomains: blockDomain }),
    ...(ports && { ports }),
  };
}
