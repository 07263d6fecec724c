import { UsageError } from '../base/errors.js';
import { DEFAULT_PORTS } from '../base/limits.js';
import { asUrl } from '../base/url.js';
import { type Cidr, contains, parseCidr } from './cidr.js';
import { type DomainList, type DomainRules, parseDomainRules } from './domain-policy.js';
import { parseAddress, sameAddress, unmapAddress } from './ip-address.js';
import { BAD_PORTS } from './url-rules.js';

/** What the operator says about who may be talked to. Never a tool argument. */
export interface Policy {
  /**
   * Internal targets to let through: `true` for all of them, on any port but the bad ones, or a list of CIDRs (on the
   * allowed ports) and `host:port` entries. A list counts only for reads whose own URL leads to its entries; a name that is
   * not among them must lead nowhere else.
   */
  allowPrivate?: true | readonly string[];
  /** Addresses never to be talked to, whatever else is allowed. */
  denyCidrs?: readonly string[];
  /**
   * Let through public addresses on the same link as this machine, as a rented server's neighbours are. At home and in
   * offices those are printers and cameras. This machine's own addresses stay refused.
   */
  allowNeighbours?: boolean;
  /** Nothing but these domains: `example.com` with its subdomains, `example.com/blog` with what is below. */
  allowDomains?: readonly string[];
  /** Everything but these domains. Excludes `allowDomains`. */
  blockDomains?: readonly string[];
  /** Instead of either, a `DomainPolicy`: the list that a hosted search is given and audited by holds here too, enforced. */
  domains?: DomainList;
  /** Instead of 80, 443, 8080 and 8443, for addresses that are public or in a CIDR of `allowPrivate`. The port of a URL that the caller gives is let through besides. */
  ports?: readonly number[];
}

/** One entry of an `allowPrivate` list. */
export type PrivateEntry =
  | { readonly kind: 'cidr'; readonly cidr: Cidr }
  | { readonly kind: 'address'; readonly address: Uint8Array; readonly port: number }
  | { readonly kind: 'name'; readonly host: string; readonly port: number };

/** A policy that has been checked and taken apart. */
export interface CompiledPolicy {
  readonly allowPrivate: true | readonly PrivateEntry[];
  readonly deny: readonly Cidr[];
  readonly domains: DomainRules | undefined;
  readonly ports: ReadonlySet<number>;
}

/** @throws UsageError `INVALID_OPTION` naming option and value. */
export function compilePolicy(policy: Policy): CompiledPolicy {
  const { allowPrivate = [], denyCidrs = [], ports = DEFAULT_PORTS } = policy;
  return {
    allowPrivate: allowPrivate === true ? true : allowPrivate.map(parsePrivateEntry),
    deny: denyCidrs.map(parseDenied),
    domains: parseDomainRules(policy),
    ports: new Set(ports.map((port) => checkPort('ports', port))),
  };
}

/** Whether an entry covers this target. The name of a `host:port` entry vouches for whatever it resolves to. */
export function coversTarget(
  entry: PrivateEntry,
  target: { host: string; address: Uint8Array; port: number },
): boolean {
  switch (entry.kind) {
    case 'cidr':
      return contains(entry.cidr, unmapAddress(target.address));
    case 'address':
      return entry.port === target.port && sameAddress(entry.address, target.address);
    case 'name':
      return coversName(entry, target.host, target.port);
  }
}

/** Whether a `host:port` entry names this host and port, known before any address is. */
export function coversName(entry: PrivateEntry, host: string, port: number): boolean {
  return entry.kind === 'name' && entry.host === host && entry.port === port;
}

const PRIVATE_RULE = 'must be true or a list of CIDRs and host:port entries';

function parsePrivateEntry(text: string): PrivateEntry {
  refuseAmbiguous('allowPrivate', text, 'for an address and its port');
  const cidr = parseCidr(text);
  if (cidr !== undefined) return { kind: 'cidr', cidr };
  const [, host, portText] = /^(\[[\da-f:.]+\]|[a-z\d._-]+):(\d{1,5})$/i.exec(text.trim()) ?? [];
  const url = asUrl(`http://${host}/`);
  if (host === undefined || url === undefined) throw invalid('allowPrivate', text, PRIVATE_RULE);
  const port = checkPort('allowPrivate', Number(portText));
  const name = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const address = parseAddress(name);
  return address === undefined ? { kind: 'name', host: name, port } : { kind: 'address', address, port };
}

function parseDenied(text: string): Cidr {
  refuseAmbiguous('denyCidrs', text, 'is no CIDR: an address is denied on all ports');
  const cidr = parseCidr(text);
  if (cidr === undefined) throw invalid('denyCidrs', text, 'must be a list of CIDRs such as 203.0.113.0/24');
  return cidr;
}

function checkPort(option: string, port: number): number {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw invalid(option, port, 'must be a port from 1 to 65535');
  if (BAD_PORTS.has(port)) throw invalid(option, port, 'belongs to another protocol and cannot be allowed');
  return port;
}

/** `::1:80` is an address, and nobody who writes it means that one. */
function refuseAmbiguous(option: string, text: string, withPort: string): void {
  const [, address = '', port] = /^(.*):(\d{1,5})$/.exec(text.trim()) ?? [];
  if (!address.includes(':') || parseAddress(address) === undefined) return;
  const hint = `Write ${text.trim()}/128 for the address; [${address}]:${port} ${withPort}.`;
  throw invalid(option, text, 'may be an address, or another one and a port', hint);
}

function invalid(option: string, value: unknown, rule: string, hint?: string): UsageError {
  const message = `${option}: ${JSON.stringify(value)} ${rule}`;
  return new UsageError(message, { code: 'INVALID_OPTION', ...(hint === undefined ? {} : { hint }) });
}
