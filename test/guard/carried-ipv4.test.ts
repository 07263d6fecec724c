import { describe, expect, it } from 'vitest';
import { createGuard, type Decision } from '#src/guard/guard.js';

const verdict = (decision: Decision) => (decision.decision === 'allow' ? 'allow' : decision.code);

/** 169.254.169.254 in every disguise that a standard has for it. */
const DISGUISES = [
  ['IPv4-mapped', '::ffff:a9fe:a9fe'],
  ['IPv4-compatible', '::a9fe:a9fe'],
  ['IPv4-translated', '::ffff:0:a9fe:a9fe'],
  ['NAT64', '64:ff9b::a9fe:a9fe'],
  ['local NAT64, 96 bits', '64:ff9b:1:77::a9fe:a9fe'],
  ['local NAT64, 64 bits', '64:ff9b:1:77:a9:fea9:fe00:0'],
  ['local NAT64, 56 bits', '64:ff9b:1:77a9:fe:a9fe::'],
  ['local NAT64, 48 bits', '64:ff9b:1:a9fe:a9:fe00::'],
  ['6to4', '2002:a9fe:a9fe::1'],
  ['Teredo server', '2001:0:a9fe:a9fe::1'],
  ['Teredo client', '2001:0:101:101:0:0:5601:5601'],
  ['ISATAP', 'fd00::5efe:a9fe:a9fe'],
  ['ISATAP with its bit', 'fd00::200:5efe:a9fe:a9fe'],
] as const;

describe('an IPv4 address that IPv6 carries', () => {
  it.each(DISGUISES)('as %s is denied where it is denied itself, all else internal allowed', async (_, address) => {
    const asked = `http://[${address}]/`;
    expect(verdict(await createGuard({ allowPrivate: true, interfaces: () => [] }).check(asked))).toBe('allow');
    const guard = createGuard({ allowPrivate: true, denyCidrs: ['169.254.0.0/16'], interfaces: () => [] });
    expect(verdict(await guard.check(asked))).toBe('REFUSED_ADDRESS');
    const answers = ['10.0.0.1', address];
    expect(verdict(await guard.check('http://wiki.corp/', { answers }))).toBe('REFUSED_ADDRESS');
  });

  it('by ISATAP is this machine’s own or denied, though all of it is public', async () => {
    const own = '203.0.115.7';
    const guard = createGuard({
      denyCidrs: ['203.0.114.0/24'],
      interfaces: () => [{ address: own, cidr: `${own}/32` }],
    });
    expect(verdict(await guard.check('http://[2a00:1::5efe:203.0.116.7]/'))).toBe('allow');
    expect(verdict(await guard.check('http://[2a00:1::5efe:203.0.115.7]/'))).toBe('REFUSED_ADDRESS');
    expect(verdict(await guard.check('http://[2a00:1::5efe:203.0.114.1]/'))).toBe('REFUSED_ADDRESS');
  });
});
