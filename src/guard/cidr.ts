import { parseAddress, unmapAddress } from './ip-address.js';

/** A block of addresses: its first address (4 or 16 bytes) and how many leading bits count. */
export interface Cidr {
  readonly bytes: Uint8Array;
  readonly prefixLength: number;
}

/**
 * Reads `10.0.0.0/8`, `fd00::/8` or a single address; undefined when it is neither. Bits behind the prefix are ignored. A
 * block of IPv4-mapped addresses is the IPv4 block that it maps.
 */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', length, ...rest] = text.trim().split('/');
  const bytes = parseAddress(address);
  if (bytes === undefined || rest.length > 0) return undefined;
  const prefixLength = length === undefined ? bytes.length * 8 : Number(length);
  if ((length !== undefined && !/^\d{1,3}$/.test(length)) || prefixLength > bytes.length * 8) return undefined;
  const unmapped = unmapAddress(bytes);
  const isMapped = unmapped.length < bytes.length && prefixLength >= 96;
  return isMapped ? { bytes: unmapped, prefixLength: prefixLength - 96 } : { bytes, prefixLength };
}

/** Whether the address lies in the block. An IPv4 address never lies in an IPv6 block: unwrap it first. */
export function contains(cidr: Cidr, address: Uint8Array): boolean {
  if (cidr.bytes.length !== address.length) return false;
  const wholeBytes = cidr.prefixLength >> 3;
  for (let index = 0; index < wholeBytes; index += 1) {
    if (cidr.bytes[index] !== address[index]) return false;
  }
  const restBits = cidr.prefixLength & 7;
  if (restBits === 0) return true;
  const mask = (0xff << (8 - restBits)) & 0xff;
  return ((cidr.bytes[wholeBytes] ?? 0) & mask) === ((address[wholeBytes] ?? 0) & mask);
}
