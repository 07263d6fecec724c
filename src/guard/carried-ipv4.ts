import { contains, parseCidr } from './cidr.js';
import { isatapIpv4, unwrapAddress } from './ip-address.js';
import { ipv4At } from './nat64.js';

const [COMPATIBLE, TRANSLATED, SIX_TO_FOUR, TEREDO, LOCAL_NAT64] = [
  '::/96',
  '::ffff:0:0:0/96',
  '2002::/16',
  '2001::/32',
  '64:ff9b:1::/48',
].map(parseCidr);

/** The lengths of RFC 6052 that a site may have chosen within 64:ff9b:1::/48 (RFC 8215). */
const LOCAL_LAYOUTS = [48, 56, 64, 96] as const;

/**
 * The IPv4 addresses that an IPv6 address (16 bytes) may lead to in the end, by every layout that a standard knows: mapped,
 * NAT64, compatible, translated, 6to4, Teredo (its server and its client) and ISATAP. What the operator denies, and this
 * machine itself, must not be reached in one of these disguises either.
 */
export function carriedIpv4(bytes: Uint8Array): readonly Uint8Array[] {
  if (bytes.length !== 16) return [];
  const is = (block: ReturnType<typeof parseCidr>) => block !== undefined && contains(block, bytes);
  const carried: Uint8Array[] = [];
  const unwrapped = unwrapAddress(bytes);
  if (unwrapped.length === 4) carried.push(unwrapped);
  if (is(COMPATIBLE) || is(TRANSLATED)) carried.push(bytes.slice(12));
  if (is(SIX_TO_FOUR)) carried.push(bytes.slice(2, 6));
  if (is(TEREDO))
    carried.push(
      bytes.slice(4, 8),
      bytes.slice(12).map((byte) => byte ^ 0xff),
    );
  if (is(LOCAL_NAT64)) carried.push(...LOCAL_LAYOUTS.map((length) => ipv4At(bytes, length)));
  const isatap = isatapIpv4(bytes);
  if (isatap) carried.push(isatap);
  return carried;
}
