import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decisionLine } from '#src/guard/decision-line.js';
import { createEgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard, type Decision, type DecisionContext } from '#src/guard/guard.js';
import { createHttpClient } from '#src/guard/http-client.js';
import { Lab, PUBLIC } from '../support/guard-lab.js';

const CONTEXT: DecisionContext = { time: new Date('2026-11-30T12:00:00.5Z'), read: 'https://example.com/start' };

describe('a line', () => {
  it('of what was allowed has its addresses, in the documented order', () => {
    const allowed: Decision = {
      decision: 'allow',
      url: 'https://example.com/a',
      host: 'example.com',
      port: 443,
      addresses: [PUBLIC],
    };
    expect(decisionLine(allowed, CONTEXT)).toBe(
      '{"time":"2026-11-30T12:00:00.500Z","read":"https://example.com/start","url":"https://example.com/a",' +
        `"host":"example.com","port":443,"decision":"allow","addresses":["${PUBLIC}"]}`,
    );
  });

  it('of what was refused has its code, reason and detail, in the documented order', async () => {
    const refused = await createGuard({ resolver: async () => ['10.0.0.1'] }).check('http://inside.example:8080/x');
    expect(decisionLine(refused, CONTEXT)).toBe(
      '{"time":"2026-11-30T12:00:00.500Z","read":"https://example.com/start","url":"http://inside.example:8080/x",' +
        '"host":"inside.example","port":8080,"decision":"refuse","code":"REFUSED_ADDRESS",' +
        '"reason":"inside.example resolves to a non-public address",' +
        '"detail":"inside.example has 10.0.0.1: private use (10.0.0.0/8, RFC 1918)"}',
    );
  });

  it('of what is no http(s) URL names no host', async () => {
    const line = JSON.parse(decisionLine(await createGuard().check('file:///etc/passwd'), CONTEXT));
    expect(Object.keys(line)).toEqual(['time', 'read', 'url', 'decision', 'code', 'reason']);
  });

  it('is one line of printable ASCII that parses, whatever URL was asked for', async () => {
    const guard = createGuard({ resolver: async () => [] });
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }).map((text) => `http://${text}`),
      fc.constantFrom(
        'http://x/\n{"decision":"allow"}',
        'http://x/\u001b[2J',
        'http://x/\u009b31m',
        'http://x/\u2028y',
        'http://\u202eelpmaxe.com/',
        'http://x/\ud800',
      ),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (url) => {
        const line = decisionLine(await guard.check(url), { ...CONTEXT, read: url });
        expect(line).toMatch(/^[\x20-\x7e]+$/);
        expect(JSON.parse(line)).toMatchObject({ decision: 'refuse', read: url });
      }),
    );
  });

  it('tells no password', async () => {
    const guard = createGuard();
    for (const url of ['http://aladdin:sesame@example.com/', 'http:aladdin:sesame@example.com', '//aladdin:sesame@x']) {
      expect(decisionLine(await guard.check(url), CONTEXT), url).not.toContain('sesame');
    }
  });

  it('has an end, however long the URL', async () => {
    const url = `http://example.com/${'x'.repeat(1e6)}`;
    const line = decisionLine(await createGuard().check(url), { ...CONTEXT, read: url });
    expect(line.length).toBeLessThan(20_000);
  });
});

describe('the operator hears', () => {
  let lab: Lab;
  const heard: { decision: Decision; context: DecisionContext }[] = [];
  const guardOf = () =>
    createGuard({
      resolver: lab.resolver,
      dial: lab.dial,
      reservedNames: [],
      onDecision: (decision, context) => void heard.push({ decision, context }),
    });
  const told = () =>
    heard.map(({ decision, context }) => [
      context.read,
      decision.url,
      decision.decision === 'allow' ? 'allow' : decision.code,
    ]);

  beforeEach(() => {
    lab = new Lab();
    lab.names.set('site.test', [PUBLIC]);
    heard.length = 0;
  });

  afterEach(() => lab.close());

  it('of each hop for which read it was made, and when', async () => {
    const site = await lab.serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end());
    lab.route(PUBLIC, 80, site);
    await using client = createHttpClient({ guard: guardOf() });
    const before = Date.now();
    await client.request({ url: 'http://site.test/a' }).catch(() => undefined);
    expect(told()).toEqual([
      ['http://site.test/a', 'http://site.test/a', 'allow'],
      ['http://site.test/a', 'http://127.0.0.1/', 'REFUSED_ADDRESS'],
    ]);
    for (const { context } of heard) {
      expect(context.time.getTime()).toBeGreaterThanOrEqual(before);
      expect(context.time.getTime()).toBeLessThanOrEqual(Date.now());
    }
  });

  it('of refusals by budget and of what a tunnel carried, once each, and of none that belongs to no read', async () => {
    const guard = guardOf();
    lab.route(PUBLIC, 443, await lab.serveTcp((socket) => void socket.resume()));
    await using proxy = await createEgressProxy({ guard });
    const listener = await proxy.open(guard.scope('http://site.test/'), { budgets: { hosts: 1 } });
    const say = async (port: number, text: string) => {
      const { connect } = await import('node:net');
      const socket = connect({ host: '127.0.0.1', port });
      socket.write(text);
      socket.resume();
      await new Promise((resolve) => socket.once('close', resolve));
    };
    await say(listener.port, 'CONNECT site.test:443 HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n\r\n');
    await say(listener.port, 'GET http://other.test/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await say(proxy.refuseAllPort, 'GET http://site.test/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(told()).toEqual([
      ['http://site.test/', 'https://site.test/', 'allow'],
      ['http://site.test/', 'https://site.test/', 'REFUSED_PROTOCOL'],
      ['http://site.test/', 'http://other.test/', 'REFUSED_BUDGET'],
    ]);
  });
});
