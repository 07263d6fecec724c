/** When the tables below were last compared with their sources. A test fails when this is over a year ago. */
export const RANGES_DATED = '2026-11-30';

/** A block of addresses that is not the public Internet, with who says so. */
export interface AddressRange {
  readonly cidr: string;
  readonly what: string;
  readonly source: string;
}

/**
 * IPv4: everything is public but these, in address order. "Globally reachable" in IANA's registry is not enough to be left
 * out: the anycasts of 192.0.0.0/24 and the AS112 blocks may be answered by the local gateway.
 */
export const IPV4_RANGES: readonly AddressRange[] = [
  { cidr: '0.0.0.0/8', what: 'this network; 0.0.0.0 reaches loopback', source: 'RFC 791' },
  { cidr: '10.0.0.0/8', what: 'private use', source: 'RFC 1918' },
  { cidr: '100.64.0.0/10', what: 'carrier-grade NAT, overlays, Alibaba metadata', source: 'RFC 6598' },
  { cidr: '127.0.0.0/8', what: 'loopback', source: 'RFC 1122' },
  { cidr: '168.63.129.16/32', what: 'Azure WireServer', source: 'Microsoft; in no registry' },
  { cidr: '169.254.0.0/16', what: 'link-local, cloud metadata', source: 'RFC 3927' },
  { cidr: '172.16.0.0/12', what: 'private use', source: 'RFC 1918' },
  { cidr: '192.0.0.0/24', what: 'protocol assignments, Oracle metadata', source: 'RFC 6890' },
  { cidr: '192.0.2.0/24', what: 'documentation', source: 'RFC 5737' },
  { cidr: '192.31.196.0/24', what: 'AS112, may be served locally', source: 'RFC 7535' },
  { cidr: '192.52.193.0/24', what: 'automatic multicast tunnelling', source: 'RFC 7450' },
  { cidr: '192.88.99.0/24', what: '6to4 relay anycast', source: 'RFC 7526' },
  { cidr: '192.168.0.0/16', what: 'private use', source: 'RFC 1918' },
  { cidr: '192.175.48.0/24', what: 'AS112, may be served locally', source: 'RFC 7534' },
  { cidr: '198.18.0.0/15', what: 'benchmarking, fake addresses of local proxy tools', source: 'RFC 2544' },
  { cidr: '198.51.100.0/24', what: 'documentation', source: 'RFC 5737' },
  { cidr: '203.0.113.0/24', what: 'documentation', source: 'RFC 5737' },
  { cidr: '224.0.0.0/4', what: 'multicast', source: 'RFC 5771' },
  { cidr: '240.0.0.0/4', what: 'reserved, broadcast', source: 'RFC 1112' },
];

/** IPv6: nothing is public outside this block, the only one from which global unicast is allocated (RFC 4291, IANA). */
export const IPV6_GLOBAL_UNICAST = '2000::/3';

/**
 * IPv6 blocks that are not public, an exception before what it lies in. Those outside 2000::/3 would be refused without a row; theirs only
 * give the reason its name.
 */
export const IPV6_RANGES: readonly AddressRange[] = [
  { cidr: '::/128', what: 'unspecified', source: 'RFC 4291' },
  { cidr: '::1/128', what: 'loopback', source: 'RFC 4291' },
  { cidr: '::/96', what: 'IPv4-compatible, deprecated', source: 'RFC 4291' },
  { cidr: '::ffff:0:0:0/96', what: 'IPv4-translated', source: 'RFC 2765' },
  { cidr: '64:ff9b:1::/48', what: 'local NAT64, of a layout the site chooses', source: 'RFC 8215' },
  { cidr: '100::/64', what: 'discard only', source: 'RFC 6666' },
  { cidr: '100:0:0:1::/64', what: 'dummy prefix', source: 'RFC 9780' },
  { cidr: '200::/7', what: 'deprecated; overlays such as Yggdrasil', source: 'RFC 4048' },
  { cidr: '2001::/23', what: 'protocol assignments: Teredo, benchmarking, ORCHID, anycasts', source: 'RFC 2928' },
  { cidr: '2001:db8::/32', what: 'documentation', source: 'RFC 3849' },
  { cidr: '2002::/16', what: '6to4: the path is a relay that is not ours', source: 'RFC 7526' },
  { cidr: '2620:4f:8000::/48', what: 'AS112, may be served locally', source: 'RFC 7534' },
  { cidr: '3fff::/20', what: 'documentation', source: 'RFC 9637' },
  { cidr: '5f00::/16', what: 'segment routing identifiers', source: 'RFC 9602' },
  { cidr: 'fc00::/7', what: 'unique local', source: 'RFC 4193' },
  { cidr: 'fe80::/10', what: 'link-local', source: 'RFC 4291' },
  { cidr: 'fec0::/10', what: 'site-local, deprecated', source: 'RFC 3879' },
  { cidr: 'ff00::/8', what: 'multicast', source: 'RFC 4291' },
];
