import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgressProxy, type EgressListener, type EgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard, type Guard } from '#src/guard/guard.js';
import { createHttpClient, type HttpClient } from '#src/guard/http-client.js';
import { Lab } from '../support/guard-lab.js';

let lab: Lab;
let guard: Guard;
let client: HttpClient;
let proxy: EgressProxy;
let listener: EgressListener;
/** What the guard let anybody dial. In this lab every dial fails, so that a verdict shows in the kind of failure. */
let dialled = 0;

beforeAll(async () => {
  lab = new Lab();
  guard = createGuard({
    resolver: lab.resolver,
    interfaces: () => [],
    blockDomains: ['blocked.example'],
    denyCidrs: ['93.184.216.0/28'],
    dial: async () => {
      dialled += 1;
      throw new Error('nobody is there');
    },
  });
  client = createHttpClient({ guard });
  proxy = await createEgressProxy({ guard });
  listener = await proxy.open(guard.scope('about:blank'), { budgets: { requests: 1e6, hosts: 1e6 } });
});

afterAll(async () => {
  await client.close();
  await proxy.close();
  await lab.close();
});

const verdictOfClient = (url: string) =>
  client.request({ url }).then(
    () => 'allow',
    ({ code }) => (code === 'CONNECT_FAILED' ? 'allow' : code),
  );

/** 502 is an allowed server that failed; of a refusal the log knows the code. */
async function verdictOfProxy(url: string, head: string): Promise<string> {
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
const answers = fc.array(fc.oneof({ weight: 9, arbitrary: addresses }, { weight: 1, arbitrary: fc.constant('junk') }), {
  maxLength: 3,
});

it('is the same for a check, the HTTP client, the forwarding proxy and its tunnels, whatever is asked', async () => {
  await fc.assert(
    fc.asyncProperty(hosts, ports, answers, async (host, port, found) => {
      const url = `http://${host}${port}/`;
      lab.names.set('name.example', found).set('blocked.example', found).set('a.blocked.example', found);
      const decision = await guard.check(url);
      const expected = decision.decision === 'allow' ? 'allow' : decision.code;
      const before = dialled;
      const authority = `${host}${port || ':80'}`;
      expect(await verdictOfClient(url), `client ${url}`).toBe(expected);
      expect(await verdictOfProxy(url, `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`), `forward ${url}`).toBe(expected);
      const tunnel = await verdictOfProxy(url, `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(tunnel, `tunnel ${authority}`).toBe(expected);
      if (expected !== 'allow') expect(dialled).toBe(before);
    }),
    { numRuns: 100 },
  );
});
