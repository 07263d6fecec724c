import type { GuardOptions } from '../guard/guard.js';
import type { FlagValues } from './flag.js';
import type { POLICY_FLAGS } from './options.js';
import { printNote, type Terminal } from './output.js';

/** The flags that make a guard's options; whom to trust is told a guard too, for the way to its proxy. */
type Values = FlagValues<typeof POLICY_FLAGS> & { readonly caBundle?: string };

/** The guard's options as the flags write them. */
export function policyOf(values: Values): GuardOptions {
  const { allowPrivate, denyCidr, allowNeighbours, allowDomain, blockDomain, ports, proxy, caBundle } = values;
  return {
    ...(allowPrivate && { allowPrivate }),
    ...(denyCidr && { denyCidrs: denyCidr }),
    ...(allowNeighbours && { allowNeighbours }),
    ...(allowDomain && { allowDomains: allowDomain }),
    ...(blockDomain && { blockDomains: blockDomain }),
    ...(ports && { ports }),
    ...(proxy !== undefined && { proxy }),
    ...(caBundle !== undefined && { caBundle }),
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
