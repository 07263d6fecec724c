import { describe, expect, it } from 'vitest';
import { createGuard, type Decision, type Resolver } from '#src/guard/guard.js';

const PUBLIC = '93.184.216.34';
const INSIDE = '10.0.0.5';
const verdict = (decision: Decision) => (decision.decision === 'allow' ? 'allow' : decision.code);

/** Gives one list after the other, the last one for ever. */
const inTurn = (...lists: readonly string[][]): Resolver => {
  let asked = 0;
  return async () => lists[Math.min(asked++, lists.length - 1)] ?? [];
};
const guardOf = (resolver: Resolver, allowPrivate = ['10.0.0.0/8']) =>
  createGuard({ allowPrivate, resolver, interfaces: () => [] });

describe('a name that leads into an allowPrivate network', () => {
  it('frees that network for its own read', async () => {
    const guard = guardOf(inTurn([INSIDE]));
    const scope = guard.scope('http://wiki.example/');
    expect(verdict(await guard.judge('http://wiki.example/', { scope }))).toBe('allow');
    expect(verdict(await guard.judge('http://10.0.0.9/', { scope }))).toBe('allow');
  });

  it('does not if it leads outside as well', async () => {
    const guard = guardOf(inTurn([PUBLIC, INSIDE]));
    const scope = guard.scope('http://attacker.example/');
    expect(verdict(await guard.judge('http://attacker.example/', { scope }))).toBe('REFUSED_ADDRESS');
    expect(verdict(await guard.judge('http://10.0.0.9/', { scope }))).toBe('REFUSED_ADDRESS');
  });

  it('cannot lead outside later in the read, where a page of its own making would be free to reach inside', async () => {
    const guard = guardOf(inTurn([INSIDE], [PUBLIC], [INSIDE]));
    const scope = guard.scope('http://attacker.example/');
    expect(verdict(await guard.judge('http://attacker.example/', { scope }))).toBe('allow');
    const second = await guard.judge('http://attacker.example/', { scope });
    expect(second).toMatchObject({ code: 'REFUSED_ADDRESS', reason: expect.stringContaining('public address') });
    expect(JSON.stringify([second.decision, 'reason' in second && second.reason])).not.toContain(PUBLIC);
    expect(verdict(await guard.judge('http://attacker.example/', { scope }))).toBe('allow');
  });

  it('does not keep its pages from loading what is public', async () => {
    const guard = guardOf(async (host) => (host === 'wiki.example' ? [INSIDE] : [PUBLIC]));
    const scope = guard.scope('http://wiki.example/');
    expect(verdict(await guard.judge('http://wiki.example/', { scope }))).toBe('allow');
    expect(verdict(await guard.judge('https://cdn.example/', { scope }))).toBe('allow');
  });

  it('does not if a read before found it outside: what that one left in a browser would read on as the operator’s', async () => {
    const guard = guardOf(inTurn([PUBLIC], [INSIDE]));
    const first = guard.scope('http://attacker.example/');
    expect(verdict(await guard.judge('http://attacker.example/', { scope: first }))).toBe('allow');
    const second = guard.scope('http://attacker.example/again');
    expect(verdict(await guard.judge('http://10.0.0.9/', { scope: second }))).toBe('REFUSED_ADDRESS');
    expect(verdict(await guard.judge('http://attacker.example/again', { scope: second }))).toBe('REFUSED_ADDRESS');
  });

  it('may do all of that when the operator’s list names it', async () => {
    const guard = guardOf(inTurn([PUBLIC], [PUBLIC, INSIDE]), ['10.0.0.0/8', 'wiki.example:80']);
    expect(verdict(await guard.check('http://wiki.example/'))).toBe('allow');
    const scope = guard.scope('http://wiki.example/');
    expect(verdict(await guard.judge('http://wiki.example/', { scope }))).toBe('allow');
    expect(verdict(await guard.judge('http://10.0.0.9/', { scope }))).toBe('allow');
  });
});
