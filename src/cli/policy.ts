import type { GuardOptions } from '../guard/guard.js';
import type { FlagValues } from './flag.js';
import type { POLICY_FLAGS } from './options.js';

/** The guard's options as the flags write them. */
export function policyOf(values: FlagValues<typeof POLICY_FLAGS>): GuardOptions {
  const { allowPrivate, denyCidr, allowNeighbours, allowDomain, blockDomain, ports, proxy } = values;
  return {
    ...(allowPrivate && { allowPrivate }),
    ...(denyCidr && { denyCidrs: denyCidr }),
    ...(allowNeighbours && { allowNeighbours }),
    ...(allowDomain && { allowDomains: allowDomain }),
    ...(blockDomain && { blockDomains: blockDomain }),
    ...(ports && { ports }),
    ...(proxy !== undefined && { proxy }),
  };
}
