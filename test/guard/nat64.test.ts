import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard, type GuardOptions } from '#src/guard/guard.js';
import { createHttpClient } from '#src/guard/http-client.js';
import { formatAddress, parseAddress } from '#src/guard/ip-address.js';
import { embeddedIpv4, nat64Prefixes } from '#src/guard/nat64.js';
import { Lab } from '../support/guard-lab.js';

const bytesOf = (text: string) => parseAddress(text) ?? expect.unreachable(text);
const prefixesOf = (...answers: string[]) =>
  nat64Prefixes(answers.map(bytesOf)).map(({ bytes, length }) => `${formatAddress(bytes)}/${length}`);

/** RFC 6052 2.4: 192.0.2.33 under a prefix of every length. */
const EXAMPLES = [
  ['2001:db8::', 32, '2001:db8:c000:221::'],
  ['2001:db8:100::', 40, '2001:db8:1c0:2:21::'],
  ['2001:db8:122::', 48, '2001:db8:122:c000:2:2100::'],
  ['2001:db8:122:300::', 56, '2001:db8:122:3c0:0:221::'],
  ['2001:db8:122:344::', 64, '2001:db8:122:344:c0:2:2100::'],
  ['2001:db8:122:344::', 96, '2001:db8:122:344::192.0.2.33'],
] as const;

describe('an IPv4 address in an IPv6 one', () => {
  it.each(EXAMPLES)('is found under %s/%i', (prefix, length, address) => {
    const found = embeddedIpv4({ bytes: bytesOf(prefix), length }, bytesOf(address));
    expect(found && formatAddress(found)).toBe('192.0.2.33');
  });

  it.each(EXAMPLES)('is not looked for beside %s/%i', (prefix, length, address) => {
    const beside = bytesOf(address);
    beside[length / 8 - 1] = (beside[length / 8 - 1] ?? 0) ^ 1;
    expect(embeddedIpv4({ bytes: bytesOf(prefix), length }, beside)).toBeUndefined();
    expect(embeddedIpv4({ bytes: bytesOf(prefix), length }, bytesOf('192.0.2.33'))).toBeUndefined();
  });

  it('is found whatever the reserved byte says', () => {
    const found = embeddedIpv4({ bytes: bytesOf('2001:db8::'), length: 32 }, bytesOf('2001:db8:a00:1:ff00::'));
    expect(found && formatAddress(found)).toBe('10.0.0.1');
  });
});

describe('the prefixes of a network', () => {
  it.each([
    ['2001:db8:c000:aa::', '2001:db8::/32'],
    ['2001:db8:1c0:0:aa::', '2001:db8:100::/40'],
    ['2001:db8:122:c000:0:aa00::', '2001:db8:122::/48'],
    ['2001:db8:122:3c0:0:ab::', '2001:db8:122:300::/56'],
    ['2001:db8:122:344:c0:0:aa00::', '2001:db8:122:344::/64'],
    ['2001:db8:122:344::192.0.0.171', '2001:db8:122:344::/96'],
    ['64:ff9b::192.0.0.170', '64:ff9b::/96'],
  ])('are read off %s', (answer, prefix) => {
    expect(prefixesOf(answer)).toEqual([prefix]);
  });

  it('are counted once, and all of them', () => {
    expect(prefixesOf('2001:db8::c000:aa', '2001:db8::c000:ab', '2001:db8:1::c000:aa')).toEqual([
      '2001:db8::/96',
      '2001:db8:1::/96',
    ]);
  });

  it('are none where the probe’s addresses are not in the answer, or the reserved byte is used', () => {
    expect(prefixesOf('2001:db8::192.0.0.172', '2001:db8:122:344:1c0:0:aa00::', '192.0.0.170')).toEqual([]);
  });
});

describe('behind a NAT64 of the network’s own', () => {
  const PREFIX = '2a00:64:64';
  /** 10.0.0.1 and 93.184.216.34 in it. */
  const INSIDE = `${PREFIX}::a00:1`;
  const OUTSIDE = `${PREFIX}::5db8:d822`;
  const MACHINE = [{ address: '2a00:1::2', cidr: '2a00:1::2/128' }];
  let lab: Lab;

  beforeEach(() => {
    lab = new Lab();
    lab.names.set('ipv4only.arpa', ['192.0.0.170', '192.0.0.171', `${PREFIX}::c000:aa`]);
    lab.names.set('inside.test', [INSIDE]).set('outside.test', [OUTSIDE]);
    lab.names.set('far.test', ['2606:4700::1111']).set('plain.test', ['93.184.216.34']);
  });

  afterEach(() => vi.restoreAllMocks());

  const guardWith = (options: GuardOptions = {}) =>
    createGuard({
      resolver: lab.resolver,
      dial: lab.dial,
      reservedNames: [],
      interfaces: () => MACHINE,
      ...options,
    });
  const verdictOf = async (url: string, guard = guardWith()) => {
    const decision = await guard.judge(url);
    return decision.decision === 'allow' ? 'allow' : decision.code;
  };

  it('an internal address that hides in the prefix is refused, by name and as a literal', async () => {
    lab.names.set('ipv4only.arpa', []);
    expect(await verdictOf('http://inside.test/')).toBe('allow');
    lab.names.set('ipv4only.arpa', [`${PREFIX}::c000:aa`]);
    expect(await verdictOf('http://inside.test/')).toBe('REFUSED_ADDRESS');
    expect(await verdictOf(`http://[${INSIDE}]/`)).toBe('REFUSED_ADDRESS');
    expect(await verdictOf('http://outside.test/')).toBe('allow');
    expect(await verdictOf(`http://[${OUTSIDE}]/`)).toBe('allow');
  });

  it('an address that is not public stays so, whatever public one it carries', async () => {
    lab.names.set('ipv4only.arpa', ['fd00:64::c000:aa']);
    const guard = guardWith();
    await guard.judge('http://far.test/');
    expect(lab.lookups).toContain('ipv4only.arpa');
    expect(await verdictOf('http://[fd00:64::5db8:d822]/', guard)).toBe('REFUSED_ADDRESS');
  });

  it('the operator is told what hid there, and nobody else', async () => {
    const refused = await guardWith().judge('http://inside.test/');
    expect(refused).toMatchObject({ reason: 'inside.test resolves to a non-public address' });
    expect(refused).toHaveProperty(
      'detail',
      expect.stringMatching(/2a00:64:64::a00:1: 10\.0\.0\.1 in it: private use/),
    );
  });

  it('this machine’s own IPv4 address and denied ones are refused there too', async () => {
    const guard = guardWith({
      interfaces: () => [...MACHINE, { address: '93.184.216.34', cidr: '93.184.216.34/32' }],
      denyCidrs: ['8.8.8.0/24'],
    });
    expect(await verdictOf('http://outside.test/', guard)).toBe('REFUSED_ADDRESS');
    lab.names.set('denied.test', [`${PREFIX}::808:808`]);
    expect(await verdictOf('http://denied.test/', guard)).toBe('REFUSED_ADDRESS');
  });

  it('HTTP client and proxy dial nothing that hides there', async () => {
    const guard = guardWith();
    await using client = createHttpClient({ guard });
    await expect(client.request({ url: `http://[${INSIDE}]/` })).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    await using proxy = await createEgressProxy({ guard });
    const listener = await proxy.open(guard.scope('http://plain.test/'));
    const answer = await listener.request({ url: `http://[${INSIDE}]/`, method: 'GET', headers: {} });
    expect(answer.statusCode).toBe(403);
    expect(lab.dials).toEqual([]);
  });

  it('the question is asked when an IPv6 address is about to be let through, and then not again', async () => {
    const guard = guardWith();
    for (const url of [
      'http://plain.test/',
      'http://93.184.216.34/',
      'http://[::ffff:8.8.8.8]/',
      'http://[fd00::1]/',
    ]) {
      await guard.judge(url);
    }
    expect(lab.lookups).not.toContain('ipv4only.arpa');
    await guard.judge('http://far.test/');
    await guard.judge('http://outside.test/');
    expect(lab.lookups.filter((name) => name === 'ipv4only.arpa')).toHaveLength(1);
  });

  it('the answer is asked for anew after ten minutes, and one that failed after one', async () => {
    const minute = 60_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const guard = guardWith();
    const asked = () => lab.lookups.filter((name) => name === 'ipv4only.arpa').length;
    const judgeAt = async (timeMs: number) => {
      clock.mockReturnValue(timeMs);
      await guard.judge('http://far.test/');
      return asked();
    };
    lab.names.delete('ipv4only.arpa');
    expect([await judgeAt(0), await judgeAt(0.9 * minute), await judgeAt(1.1 * minute)]).toEqual([1, 1, 2]);
    lab.names.set('ipv4only.arpa', [`${PREFIX}::c000:aa`]);
    expect([await judgeAt(3 * minute), await judgeAt(12 * minute), await judgeAt(14 * minute)]).toEqual([3, 3, 4]);
    // Without an answer what was known stays.
    lab.names.delete('ipv4only.arpa');
    await judgeAt(30 * minute);
    expect(await verdictOf('http://inside.test/', guard)).toBe('REFUSED_ADDRESS');
  });

  it('nothing is asked on a machine without IPv6, for given answers, or to check a literal', async () => {
    await guardWith({ interfaces: () => [{ address: 'fe80::1', cidr: 'fe80::1/64' }] }).judge('http://far.test/');
    const guard = guardWith();
    await guard.check('http://far.test/', { answers: ['2606:4700::1111'] });
    await guard.check('http://[2606:4700::1111]/');
    expect(lab.lookups).toEqual(['far.test']);
    // What has been learnt counts for them all the same.
    await guard.judge('http://far.test/');
    expect(await guard.check(`http://[${INSIDE}]/`)).toMatchObject({ code: 'REFUSED_ADDRESS' });
    expect(await guard.check('http://x.test/', { answers: [INSIDE] })).toMatchObject({ code: 'REFUSED_ADDRESS' });
  });

  it('a resolver that fails on the question refuses nothing', async () => {
    const resolver = async (host: string) => {
      if (host === 'ipv4only.arpa') throw new Error('not mine');
      return ['2606:4700::1111'];
    };
    expect(await verdictOf('http://far.test/', guardWith({ resolver }))).toBe('allow');
  });

  it('an abort while it is asked ends the judgement with its reason', async () => {
    const stopping = new AbortController();
    const resolver = async (host: string) => {
      if (host !== 'ipv4only.arpa') return ['2606:4700::1111'];
      queueMicrotask(() => stopping.abort('enough'));
      return await new Promise<never>(() => {});
    };
    const judging = guardWith({ resolver }).judge('http://far.test/', { signal: stopping.signal });
    await expect(judging).rejects.toBe('enough');
  });

  it('no answer to the question lets anything through that was refused without it', async () => {
    const octets = fc.uint8Array({ minLength: 16, maxLength: 16 });
    const probes = fc.constantFrom('2000::c000:aa', 'fd00::c000:aa', '::192.0.0.170', 'fd00:0:c000:aa::', 'c000:aa::');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(octets.map(formatAddress), probes)), octets, async (claimed, bytes) => {
        const url = `http://[${formatAddress(bytes)}]/`;
        const without = await verdictOf(url, guardWith({ resolver: async () => [] }));
        const withClaims = guardWith({ resolver: async (host) => (host === 'ipv4only.arpa' ? claimed : ['2606::1']) });
        await withClaims.judge('http://far.test/');
        if (without !== 'allow') expect(await verdictOf(url, withClaims)).toBe(without);
      }),
    );
  });
});
