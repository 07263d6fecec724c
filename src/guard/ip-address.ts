import { isIP } from 'node:net';

/**
 * The bytes of an IP address: 4 or 16. Undefined for anything that is not exactly an address: brackets, ports, zone
 * ids, short or octal IPv4. Judged are bytes, never text, because one address has many spellings.
 */
export function parseAddress(text: string): Uint8Array | undefined {
  switch (isIP(text)) {
    case 4:
      return Uint8Array.from(text.split('.'), Number);
    case 6:
      // A zone id names an interface of this machine; what it leads to is never public.
      return text.includes('%') ? undefined : parseIpv6(text);
    default:
      return undefined;
  }
}

/** The canonical text of an address (RFC 5952 for IPv6). */
export function formatAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups: string[] = [];
  for (let index = 0; index < 16; index += 2)
    groups.push((((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)).toString(16));
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}

/** The IPv4 address that an IPv4-mapped one (`::ffff:a.b.c.d`) is another spelling of; any other address unchanged. */
export function unmapAddress(bytes: Uint8Array): Uint8Array {
  return hasPrefix(bytes, MAPPED) ? bytes.slice(12) : bytes;
}

/**
 * The address that is reached in the end: the IPv4 one inside an IPv4-mapped or NAT64 (`64:ff9b::a.b.c.d`, RFC 6052)
 * address; any other address unchanged.
 */
export function unwrapAddress(bytes: Uint8Array): Uint8Array {
  return hasPrefix(bytes, NAT64) ? bytes.slice(12) : unmapAddress(bytes);
}

/** The IPv4 address in an ISATAP interface id, `[0200:]5efe:a.b.c.d` under any prefix (RFC 5214); undefined without one. */
export function isatapIpv4(bytes: Uint8Array): Uint8Array | undefined {
  const universalBitCleared = (bytes[8] ?? 0) & ~0x02;
  const isIsatap = universalBitCleared === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return isIsatap && bytes.length === 16 ? bytes.slice(12) : undefined;
}

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const NAT64 = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0];

function hasPrefix(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length === 16 && prefix.every((byte, index) => byte === bytes[index]);
}

/** Whether two addresses are the same, whatever their spelling. */
export function sameAddress(one: Uint8Array, other: Uint8Array): boolean {
  const [left, right] = [unmapAddress(one), unmapAddress(other)];
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function parseIpv6(text: string): Uint8Array {
  const dotted = text.includes('.') ? text.slice(text.lastIndexOf(':') + 1) : undefined;
  const tail = dotted === undefined ? [] : Uint8Array.from(dotted.split('.'), Number);
  const hex = dotted === undefined ? text : text.slice(0, -dotted.length).replace(/([^:]):$/, '$1');
  const [before = '', after] = hex.split('::');
  const bytes = new Uint8Array(16);
  bytes.set(groupBytes(before), 0);
  const end = [...groupBytes(after ?? ''), ...tail];
  bytes.set(end, 16 - end.length);
  return bytes;
}

function groupBytes(groups: string): number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
