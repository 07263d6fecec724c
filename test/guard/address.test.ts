import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAddress } from '#src/guard/address.js';
import { IPV4_RANGES, IPV6_RANGES, RANGES_DATED } from '#src/guard/address-ranges.js';
import { formatAddress, parseAddress } from '#src/guard/ip-address.js';

function judge(text: string) {
  const bytes = parseAddress(text);
  if (bytes === undefined) throw new Error(`${text} is no address`);
  return judgeAddress(bytes);
}

describe('the table of ranges', () => {
  it('was compared with its sources less than a year ago', () => {
    const ageDays = (Date.now() - Date.parse(RANGES_DATED)) / 86_400_000;
    expect(ageDays).toBeLessThan(366);
  });

  it('is in the order of last addresses, so that an exception comes before what it lies in', () => {
    for (const edges of [IPV4_EDGES, IPV6_EDGES]) {
      const keys = edges.map(([, , last]) => Buffer.from(parseAddress(last) ?? []).toString('hex'));
      expect(keys).toEqual([...new Set(keys)].sort());
    }
  });
});

/** First and last of each range, and the public neighbours on both sides where there are any. */
const IPV4_EDGES: [range: string, first: string, last: string, before: string | null, after: string | null][] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16/32', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255', '223.255.255.255', null],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255', null, null],
];

const F = 'ffff';
const IPV6_EDGES: [range: string, first: string, last: string, before: string | null, after: string | null][] = [
  ['::/128', '::', '::', null, null],
  ['::1/128', '::1', '::1', null, null],
  ['::/96', '::2', '::255.255.255.255', null, null],
  ['::ffff:0:0:0/96', '::ffff:0:0.0.0.0', '::ffff:0:255.255.255.255', null, null],
  ['64:ff9b:1::/48', '64:ff9b:1::', `64:ff9b:1:${F}:${F}:${F}:${F}:${F}`, null, null],
  ['100::/64', '100::', `100::${F}:${F}:${F}:${F}`, null, null],
  ['100:0:0:1::/64', '100:0:0:1::', `100:0:0:1:${F}:${F}:${F}:${F}`, null, null],
  ['200::/7', '200::', `3ff:${F}:${F}:${F}:${F}:${F}:${F}:${F}`, null, null],
  [
    '2001::/23',
    '2001::',
    `2001:1ff:${F}:${F}:${F}:${F}:${F}:${F}`,
    `2000:${F}:${F}:${F}:${F}:${F}:${F}:${F}`,
    '2001:200::',
  ],
  [
    '2001:db8::/32',
    '2001:db8::',
    `2001:db8:${F}:${F}:${F}:${F}:${F}:${F}`,
    `2001:db7:${F}:${F}:${F}:${F}:${F}:${F}`,
    '2001:db9::',
  ],
  [
    '2002::/16',
    '2002::',
    `2002:${F}:${F}:${F}:${F}:${F}:${F}:${F}`,
    `2001:${F}:${F}:${F}:${F}:${F}:${F}:${F}`,
    '2003::',
  ],
  [
    '2620:4f:8000::/48',
    '2620:4f:8000::',
    `2620:4f:8000:${F}:${F}:${F}:${F}:${F}`,
    `2620:4f:7fff:${F}:${F}:${F}:${F}:${F}`,
    '2620:4f:8001::',
  ],
  [
    '3fff::/20',
    '3fff::',
    `3fff:fff:${F}:${F}:${F}:${F}:${F}:${F}`,
    `3ffe:${F}:${F}:${F}:${F}:${F}:${F}:${F}`,
    '3fff:1000::',
  ],
  ['5f00::/16', '5f00::', `5f00:${F}:${F}:${F}:${F}:${F}:${F}:${F}`, null, null],
  ['fc00::/7', 'fc00::', `fdff:${F}:${F}:${F}:${F}:${F}:${F}:${F}`, null, null],
  ['fe80::/10', 'fe80::', `febf:${F}:${F}:${F}:${F}:${F}:${F}:${F}`, null, null],
  ['fec0::/10', 'fec0::', `feff:${F}:${F}:${F}:${F}:${F}:${F}:${F}`, null, null],
  ['ff00::/8', 'ff00::', `${F}:${F}:${F}:${F}:${F}:${F}:${F}:${F}`, null, null],
];

describe('a range that is not public', () => {
  it('has its edges tested here, every one', () => {
    expect(IPV4_EDGES.map(([range]) => range)).toEqual(IPV4_RANGES.map(({ cidr }) => cidr));
    expect(IPV6_EDGES.map(([range]) => range)).toEqual(IPV6_RANGES.map(({ cidr }) => cidr));
  });

  it.each([...IPV4_EDGES, ...IPV6_EDGES])(
    '%s is refused from %s to %s and not beyond',
    (range, first, last, before, after) => {
      for (const inside of [first, last]) {
        expect(judge(inside), inside).toMatchObject({ public: false, reason: expect.stringContaining(`(${range},`) });
      }
      for (const neighbour of [before, after]) {
        if (neighbour !== null) expect(judge(neighbour), neighbour).toEqual({ public: true });
      }
    },
  );

  it.each([
    ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
    ['4000::', '3fff:1000::'],
    ['8000::1', '2a00:fd00::1'],
    ['1::1', '2606:4700::7f00:1'],
  ])('%s lies outside 2000::/3, and %s inside', (outside, inside) => {
    expect(judge(outside).public).toBe(false);
    expect(judge(inside).public).toBe(true);
  });
});

describe('an address inside another', () => {
  const inner = fc.uint8Array({ minLength: 4, maxLength: 4 });

  it('is what is judged when it is mapped or behind NAT64', () => {
    fc.assert(
      fc.property(inner, (bytes) => {
        const expected = judgeAddress(bytes);
        expect(judge(`::ffff:${bytes.join('.')}`)).toEqual(expected);
        expect(judge(`64:ff9b::${bytes.join('.')}`)).toEqual(expected);
      }),
    );
  });

  it('counts against an ISATAP interface id under any prefix', () => {
    for (const id of ['0:5efe', '200:5efe']) {
      expect(judge(`2606:4700::${id}:7f00:1`).public).toBe(false);
      expect(judge(`2606:4700::${id}:808:808`).public).toBe(true);
    }
    expect(judge('2606:4700::100:5efe:7f00:1').public).toBe(true);
  });

  it('does not make a compatible, translated, 6to4, Teredo or local NAT64 address public', () => {
    const forms = [
      '::8.8.8.8',
      '::ffff:0:8.8.8.8',
      '2002:808:808::1',
      '2001:0:4136:e378:8000:63bf:f7f7:f7f7',
      '64:ff9b:1::808:808',
    ];
    for (const form of forms) expect(judge(form).public, form).toBe(false);
  });
});

describe('reading an address', () => {
  it.each([
    '',
    '127.1',
    '010.0.0.1',
    '1.2.3.256',
    '1.2.3',
    '[::1]',
    '::1%lo',
    'fe80::1%eth0',
    '127.0.0.1 ',
    '127.0.0.1:80',
    '1::2::3',
    'example.com',
    '0x7f.0.0.1',
  ])('gives nothing for %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it('and writing it again are inverse, for any bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
    );
    fc.assert(
      fc.property(bytes, (address) => {
        expect(parseAddress(formatAddress(address))).toEqual(address);
      }),
    );
  });

  it('gives the same bytes for every spelling', () => {
    const spellings = [
      '2001:db8::1',
      '2001:0DB8:0:0:0:0:0:1',
      '2001:db8:0::0:1',
      '2001:db8::0.0.0.1',
      '2001:db8:0:0:0:0:0.0.0.1',
    ];
    const [first, ...others] = spellings.map((text) => parseAddress(text));
    for (const other of others) expect(other).toEqual(first);
  });
});

describe('the judge', () => {
  /** The same rules once more, bit by bit on text, sharing nothing with the product but the specification. */
  function oracle(bytes: Uint8Array): boolean {
    const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
    const v4 = (text: string) =>
      text
        .split('.')
        .map((part) => Number(part).toString(2).padStart(8, '0'))
        .join('');
    const within = (whole: string, prefix: string, length: number) =>
      whole.slice(0, length) === prefix.slice(0, length);
    if (bytes.length === 4) {
      const refused: [string, number][] = [
        ['0.0.0.0', 8],
        ['10.0.0.0', 8],
        ['100.64.0.0', 10],
        ['127.0.0.0', 8],
        ['168.63.129.16', 32],
        ['169.254.0.0', 16],
        ['172.16.0.0', 12],
        ['192.0.0.0', 24],
        ['192.0.2.0', 24],
        ['192.31.196.0', 24],
        ['192.52.193.0', 24],
        ['192.88.99.0', 24],
        ['192.168.0.0', 16],
        ['192.175.48.0', 24],
        ['198.18.0.0', 15],
        ['198.51.100.0', 24],
        ['203.0.113.0', 24],
        ['224.0.0.0', 4],
        ['240.0.0.0', 4],
      ];
      return !refused.some(([prefix, length]) => within(bits, v4(prefix), length));
    }
    const hex = (text: string) =>
      Array.from(text.replace(/ /g, ''), (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
    if (within(bits, hex('0000 0000 0000 0000 0000 ffff'), 96)) return oracle(bytes.slice(12));
    if (within(bits, hex('0064 ff9b 0000 0000 0000 0000'), 96)) return oracle(bytes.slice(12));
    if (!bits.startsWith('001')) return false;
    const refused: [string, number][] = [
      ['2001 0000', 23],
      ['2001 0db8', 32],
      ['2002', 16],
      ['2620 004f 8000', 48],
      ['3fff 0000', 20],
    ];
    if (refused.some(([prefix, length]) => within(bits, hex(prefix), length))) return false;
    const isatap = bits.slice(64, 96) === hex('0000 5efe') || bits.slice(64, 96) === hex('0200 5efe');
    return !isatap || oracle(bytes.slice(12));
  }

  const anyIpv4 = fc.uint8Array({ minLength: 4, maxLength: 4 });
  const anyIpv6 = fc.uint8Array({ minLength: 16, maxLength: 16 });
  const startsLike = (lists: (string | null)[]) =>
    fc.constantFrom(...lists.filter((text) => text !== null)).map((text) => parseAddress(text) ?? new Uint8Array());
  const edges = startsLike([...IPV4_EDGES, ...IPV6_EDGES].flatMap(([, ...addresses]) => addresses));
  /** An edge with one bit flipped, which lands just inside or outside of it. */
  const nearEdge = fc.tuple(edges, fc.nat(127)).map(([address, bit]) => {
    const copy = Uint8Array.from(address);
    const index = (bit >> 3) % copy.length;
    copy[index] = (copy[index] ?? 0) ^ (1 << (bit & 7));
    return copy;
  });
  const wrapped = fc
    .tuple(
      fc.constantFrom('::ffff:', '64:ff9b::', '::', '::ffff:0:', '2606:4700::5efe:', '2606:4700::200:5efe:', '2002::'),
      anyIpv4,
    )
    .map(([prefix, inner]) => parseAddress(prefix + inner.join('.')) ?? new Uint8Array());

  it('agrees with an independent one on any address, near every edge and on addresses in disguise', () => {
    fc.assert(
      fc.property(fc.oneof(anyIpv4, anyIpv6, edges, nearEdge, wrapped), (address) => {
        expect(judgeAddress(address).public, formatAddress(address)).toBe(oracle(address));
      }),
      { numRuns: 5_000 },
    );
  });
});
