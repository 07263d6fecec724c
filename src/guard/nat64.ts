/** A prefix by which a network carries IPv4 addresses in IPv6 ones (RFC 6052), to be translated back by a NAT64. */
export interface Nat64Prefix {
  /** 16, the leading `length` bits of which count. */
  readonly bytes: Uint8Array;
  readonly length: Nat64Length;
}

/** In bits. */
type Nat64Length = (typeof LENGTHS)[number];

const LENGTHS = [32, 40, 48, 56, 64, 96] as const;

/** Where RFC 6052 has eight bits that are always zero (the "u-octet"): the IPv4 address goes round it. */
const RESERVED_BYTE = 8;

/** The name that has these two IPv4 addresses and no IPv6 one, so that any IPv6 one is made by the network (RFC 7050). */
export const NAT64_PROBE = 'ipv4only.arpa';
const PROBE_ADDRESSES = [Uint8Array.of(192, 0, 0, 170), Uint8Array.of(192, 0, 0, 171)];

/**
 * The IPv4 address that an IPv6 address (16 bytes) carries under a prefix; undefined outside of it. The reserved byte is not
 * looked at: what a translator does with a wrong one is its own affair, and here doubt may only refuse.
 */
export function embeddedIpv4({ bytes, length }: Nat64Prefix, address: Uint8Array): Uint8Array | undefined {
  if (address.length !== 16) return undefined;
  const isWithin = address.subarray(0, length / 8).every((byte, index) => byte === bytes[index]);
  return isWithin ? ipv4At(address, length) : undefined;
}

/**
 * The prefixes that a network uses, by its IPv6 addresses for {@link NAT64_PROBE} (RFC 7050 3). Where the probe's address is
 * found in more than one place, all of them count.
 */
export function nat64Prefixes(answers: readonly Uint8Array[]): Nat64Prefix[] {
  const found = new Map<string, Nat64Prefix>();
  for (const address of answers) {
    if (address.length !== 16) continue;
    for (const length of LENGTHS) {
      const carried = ipv4At(address, length);
      if (!PROBE_ADDRESSES.some((probe) => probe.every((byte, index) => byte === carried[index]))) continue;
      if (length < 96 && address[RESERVED_BYTE] !== 0) continue;
      const bytes = new Uint8Array(16);
      bytes.set(address.subarray(0, length / 8));
      found.set(`${bytes.join('.')}/${length}`, { bytes, length });
    }
  }
  return [...found.values()];
}

/** The four bytes behind a prefix of this length, the reserved one left out (RFC 6052 2.2). */
export function ipv4At(address: Uint8Array, length: Nat64Length): Uint8Array {
  const start = length / 8;
  const behind = [...address.keys()].filter((index) => index >= start && (index !== RESERVED_BYTE || length === 96));
  return Uint8Array.from(behind.slice(0, 4), (index) => address[index] ?? 0);
}
