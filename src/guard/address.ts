import { IPV4_RANGES, IPV6_GLOBAL_UNICAST, IPV6_RANGES } from './address-ranges.js';
import { type Cidr, contains, parseCidr } from './cidr.js';
import { isatapIpv4, unwrapAddress } from './ip-address.js';

/** Whether an address belongs to the public Internet; if not, why, for the operator. */
export type AddressVerdict = { readonly public: true } | { readonly public: false; readonly reason: string };

const PUBLIC: AddressVerdict = { public: true };
const NOT_PUBLIC_V4 = IPV4_RANGES.map(toBlock);
const NOT_PUBLIC_V6 = IPV6_RANGES.map(toBlock);
const GLOBAL_UNICAST = block(IPV6_GLOBAL_UNICAST);

/**
 * Judges an address of 4 or 16 bytes. IPv4 is public unless a row of the table says otherwise; IPv6 is public only inside
 * 2000::/3 and outside the exceptions, after addresses that merely carry an IPv4 one are judged as that.
 */
export function judgeAddress(bytes: Uint8Array): AddressVerdict {
  const address = unwrapAddress(bytes);
  if (address.length === 4) return refusedBy(NOT_PUBLIC_V4, address) ?? PUBLIC;
  if (address.length !== 16) return { public: false, reason: 'not an IP address' };
  const refused = refusedBy(NOT_PUBLIC_V6, address);
  if (refused) return refused;
  if (!contains(GLOBAL_UNICAST, address))
    return { public: false, reason: `outside ${IPV6_GLOBAL_UNICAST}, unallocated` };
  return judgeIsatap(address) ?? PUBLIC;
}

/**
 * ISATAP (RFC 5214): an interface id `[0200:]5efe:a.b.c.d` under any prefix makes the router tunnel to that IPv4 address,
 * so that a global-looking prefix can carry an internal target.
 */
function judgeIsatap(address: Uint8Array): AddressVerdict | undefined {
  const carried = isatapIpv4(address);
  if (carried === undefined) return undefined;
  const inner = judgeAddress(carried);
  return inner.public ? undefined : { public: false, reason: `ISATAP (RFC 5214) around: ${inner.reason}` };
}

interface Block {
  readonly cidr: Cidr;
  readonly reason: string;
}

function refusedBy(blocks: readonly Block[], address: Uint8Array): AddressVerdict | undefined {
  const found = blocks.find(({ cidr }) => contains(cidr, address));
  return found && { public: false, reason: found.reason };
}

function toBlock({ cidr, what, source }: { cidr: string; what: string; source: string }): Block {
  return { cidr: block(cidr), reason: `${what} (${cidr}, ${source})` };
}

function block(text: string): Cidr {
  const cidr = parseCidr(text);
  if (cidr === undefined) throw new TypeError(`${text} is not a CIDR`);
  return cidr;
}
