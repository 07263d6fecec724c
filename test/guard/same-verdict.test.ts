import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgressProxy, type EgressListener, type EgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard, type Dial, type Guard, type GuardOptions } from '#src/guard/guard.js';
import { createHttpClient, type HttpClient } from '#src/guard/http-client.js';
import { Lab } from '../support/guard-lab.js';
import { TestUpstream } from '../support/upstream-proxy.js';

/** Everything that judges, under one guard. Nothing in it gets anywhere, so that a verdict shows in the kind of failure. */
interface World {
  readonly guard: Guard;
  readonly client: HttpClient;
  readonly proxy: EgressProxy;
  readonly listener: EgressListener;
  /** The addresses, with their ports, that the guard set out for. */
  readonly dialled: string[];
}

const PREFIX = '2a00:64:64';

let lab: Lab;
let upstream: TestUpstream;

beforeAll(async () => {
  lab = new Lab();
  upstream = await new TestUpstream().start();
});

afterAll(async () => {
  await upstream.close();
  await lab.close();
});

async function makeWorld(options: GuardOptions, dialled: string[]): Promise<World> {
  const guard = createGuard({
    resolver: lab.resolver,
    interfaces: () => [],
    blockDomains: ['blocked.example'],
    denyCidrs: ['93.184.216.0/28'],
    ...options,
  });
  const client = createHttpClient({ guard });
  const proxy = await createEgressProxy({ guard });
  const listener = await proxy.open(guard.scope('about:blank'), { budgets: { requests: 1e6, hosts: 1e6 } });
  return { guard, client, proxy, listener, dialled };
}

const verdictOfClient = ({ client }: World, url: string, method: string) =>
  client.request({ url, method, ...(method === 'POST' || method === 'PUT' ? { body: 'a=1' } : {}) }).then(
    () => 'allow',
    ({ code }) => (code === 'CONNECT_FAILED' ? 'allow' : code),
  );

/** 502 is an allowed server that failed; of a refusal the log knows the code. */
async function verdictOfProxy({ guard, listener }: World, url: string, head: string): Promise<string> {
  listener.setScope(guard.scope(url));
  const socket = connect({ host: '127.0.0.1', port: listener.port });
  socket.write(head);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer.startsWith('HTTP/1.1 502') ? 'allow' : (listener.refusals[0]?.code ?? answer);
}

const octets = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }).map((bytes) => bytes.join('.'));
const addresses = fc.oneof(
  octets,
  fc.constantFrom(
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '93.184.216.34',
    '93.184.216.1',
    '8.8.8.8',
    '168.63.129.16',
  ),
  fc.constantFrom(
    '::1',
    '2606:4700::1111',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fd00::1',
    '2002:a00:1::1',
    `${PREFIX}::a00:1`,
    `${PREFIX}::808:808`,
    `${PREFIX}::5db8:d801`,
  ),
);
const hosts = fc.oneof(
  addresses.map((address) => (address.includes(':') ? `[${address}]` : address)),
  fc.constantFrom(
    'name.example',
    'blocked.example',
    'a.blocked.example',
    'localhost',
    'wiki.internal',
    'router',
    'NAME.Example.',
  ),
  fc.constantFrom('2130706433', '0x7f.1', '127.1', '0177.0.0.1'),
);
const ports = fc.constantFrom('', ':80', ':443', ':8080', ':3000', ':25', ':6667');
/** Whatever a tool may send: the verdict is about where to. */
const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
const answers = fc.array(fc.oneof({ weight: 9, arbitrary: addresses }, { weight: 1, arbitrary: fc.constant('junk') }), {
  maxLength: 3,
});

async function expectOneVerdict(world: World): Promise<void> {
  const { guard, dialled } = world;
  await fc.assert(
    fc.asyncProperty(hosts, ports, answers, methods, async (host, port, found, method) => {
      const url = `http://${host}${port}/`;
      lab.names.set('name.example', found).set('blocked.example', found).set('a.blocked.example', found);
      const decision = await guard.check(url);
      const expected = decision.decision === 'allow' ? 'allow' : decision.code;
      dialled.length = 0;
      const authority = `${host}${port || ':80'}`;
      expect(await verdictOfClient(world, url, method), `client ${method} ${url}`).toBe(expected);
      const forward = `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`;
      expect(await verdictOfProxy(world, url, forward), `forward ${url}`).toBe(expected);
      const tunnel = `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`;
      expect(await verdictOfProxy(world, url, tunnel), `tunnel ${authority}`).toBe(expected);
      const judged = decision.decision === 'allow' ? decision.addresses : [];
      expect(judged.map((address) => authorityOf(address, port))).toEqual(expect.arrayContaining(dialled));
    }),
    { numRuns: 60 },
  );
}

const authorityOf = (address: string, port: string) =>
  `${address.includes(':') ? `[${address}]` : address}${port || ':80'}`;

describe('a check, the HTTP client, the forwarding proxy and its tunnels agree, whatever is asked,', () => {
  it.each([
    ['dialling', []],
    ['dialling behind a NAT64', [`${PREFIX}::c000:aa`]],
    ['through an upstream proxy', []],
    ['through an upstream proxy behind a NAT64', [`${PREFIX}::c000:aa`]],
  ])('%s', async (how, probe) => {
    lab.names.set('ipv4only.arpa', probe).set('far.example', ['2606:4700::1111']);
    const dialled: string[] = [];
    const dial: Dial = async ({ address, port }) => {
      dialled.push(authorityOf(address, `:${port}`));
      throw new Error('nobody is there');
    };
    const world = how.startsWith('through')
      ? await makeWorld({ proxy: upstream.url }, upstream.asked)
      : await makeWorld({ dial, interfaces: () => [{ address: '2a00:1::2', cidr: '2a00:1::2/128' }] }, dialled);
    try {
      // A check asks nobody about a literal; what the network does with one is known by then.
      await world.guard.judge('http://far.example/');
      const hidden = await world.guard.check(`http://[${PREFIX}::a00:1]/`);
      expect(hidden.decision).toBe(probe.length > 0 ? 'refuse' : 'allow');
      await expectOneVerdict(world);
    } finally {
      await world.client.close();
      await world.proxy.close();
    }
  });
});
