import { networkInterfaces } from 'node:os';
import { judgeAddress } from './address.js';
import { type Cidr, contains, parseCidr } from './cidr.js';
import { parseAddress, sameAddress } from './ip-address.js';

/** An address of an interface of this machine, as `os.networkInterfaces()` gives it. */
export interface InterfaceAddress {
  readonly address: string;
  /** The address with its prefix length; null when the system does not know it. */
  readonly cidr: string | null;
}

export type ListInterfaces = () => readonly InterfaceAddress[];

/** Tells why an address belongs to this machine or its neighbourhood; undefined when it does not. */
export type OwnNetwork = (address: Uint8Array) => string | undefined;

const REREAD_AFTER_MS = 3_000;
/** Public IPv4 subnets this wide or wider are a provider's, not a neighbourhood. */
const WIDEST_IPV4_NEIGHBOURHOOD = 20;

/**
 * Refuses this machine's own addresses, public ones too: a service bound to all interfaces would be reached past the
 * firewall. Refuses on-link neighbours as well: printers and cameras at home and in offices have global IPv6 addresses.
 */
export function createOwnNetwork({
  interfaces: listInterfaces = listSystemInterfaces,
  allowNeighbours = false,
}: {
  interfaces?: ListInterfaces;
  allowNeighbours?: boolean;
} = {}): OwnNetwork {
  let addresses: Uint8Array[] = [];
  let neighbourhoods: Cidr[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  function reread(): void {
    if (performance.now() - readAt < REREAD_AFTER_MS) return;
    const interfaces = listInterfaces();
    addresses = interfaces.flatMap(({ address }) => parseAddress(address.replace(/%.*$/, '')) ?? []);
    neighbourhoods = allowNeighbours ? [] : interfaces.flatMap(({ cidr }) => neighbourhoodOf(cidr) ?? []);
    readAt = performance.now();
  }

  return (address) => {
    reread();
    if (addresses.some((own) => sameAddress(own, address))) return 'an address of this machine';
    if (neighbourhoods.some((cidr) => contains(cidr, address))) return 'on the same link as this machine';
    return undefined;
  };
}

/** Whether this machine has an IPv6 address that may lead beyond its own link. */
export function hasIpv6(listInterfaces: ListInterfaces = listSystemInterfaces): boolean {
  return listInterfaces().some(({ address }) => {
    const bytes = parseAddress(address.replace(/%.*$/, ''));
    return bytes?.length === 16 && !LINK_ONLY.some((cidr) => contains(cidr, bytes));
  });
}

const LINK_ONLY = ['::1/128', 'fe80::/10'].flatMap((text) => parseCidr(text) ?? []);

function neighbourhoodOf(text: string | null): Cidr | undefined {
  const cidr = text === null ? undefined : parseCidr(text.replace(/%[^/]*/, ''));
  if (cidr === undefined || !judgeAddress(cidr.bytes).public) return undefined;
  const isIpv4 = cidr.bytes.length === 4;
  return isIpv4 && cidr.prefixLength <= WIDEST_IPV4_NEIGHBOURHOOD ? undefined : cidr;
}

function listSystemInterfaces(): InterfaceAddress[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
}
