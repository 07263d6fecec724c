import type { GuardOptions } from '../guard/guard.js';
import type { FlagValues } from './flag.js';
import type { POLICY_FLAGS } from './options.js';
import { printNote, type Terminal } from './output.js';

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

/** Says what the flags, the environment or the configuration file let through that would be refused otherwise. */
export function printAllowances(
  terminal: Terminal,
  { allowPrivate, allowNeighbours }: FlagValues<typeof POLICY_FLAGS>,
): void {
  if (allowPrivate === true) printNote(terminal, 'Internal targets are let through, all of them (--allow-private).');
  else if (allowPrivate)
    printNote(terminal, `Internal targets let through: ${allowPrivate.join(', ')} (--allow-private).`);
  if (allowNeighbours) printNote(terminal, 'Neighbours on the link are let through (--allow-neighbours).');
}
