import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from '@playwright/test';
import { createEgressProxy, type EgressListener } from '#src/guard/egress-proxy.js';
import { labGuard, test, WORDS } from '../../support/browser-rig.js';
import { MemoryWatch } from '../../support/memory-watch.js';

// Who floods the guard's listeners from outside a browser: on this machine, when there is no jail, anybody can.

const FLOOD = 2_000;
/** Of more the kernel may forget some, who then believe that they are connected. */
const OPENED_AT_ONCE = 250;

interface Flood {
  readonly does: string;
  readonly says: string;
  /** What every one of them hears, if anything. */
  readonly hears: RegExp;
}

const FLOODS: readonly Flood[] = [
  {
    does: 'ask for a tunnel to a server that accepts it',
    says: 'CONNECT site.test:443 HTTP/1.1\r\nHost: site.test:443\r\n\r\n',
    hears: /^HTTP\/1\.1 (?:200|403) /,
  },
  {
    does: 'ask for a tunnel inside',
    says: 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n',
    hears: /^HTTP\/1\.1 403 /,
  },
  {
    does: 'ask for a page',
    says: 'GET http://site.test/ HTTP/1.1\r\nHost: site.test\r\n\r\n',
    hears: /^HTTP\/1\.1 (?:200|403) /,
  },
  { does: 'talk nonsense', says: '\x16\x03\x01\x02\x00\r\n\r\n', hears: /^HTTP\/1\.1 400 / },
  {
    does: 'begin to ask, and stop',
    says: 'CONNECT site.test:443 HTTP/1.1\r\nHost: si',
    hears: /^(?:HTTP\/1\.1 4\d\d |$)/,
  },
  { does: 'say nothing', says: '', hears: /^(?:HTTP\/1\.1 4\d\d |$)/ },
];

for (const { does, says, hears } of FLOODS) {
  test(`${FLOOD} at once that ${does} are answered or cut off, and another listener serves on`, async ({ rig }) => {
    const server = await rig.serve((_, response) => response.end(WORDS));
    rig.lab.route('93.184.216.34', 443, server);
    const guard = labGuard(rig.lab);
    const proxy = await createEgressProxy({ guard });
    const [flooded, other] = await Promise.all([
      proxy.open(guard.scope('http://site.test/')),
      proxy.open(guard.scope('http://site.test/')),
    ]);
    expect(await ask(other)).toMatch(/^HTTP\/1\.1 200 /);
    const memory = new MemoryWatch();
    const sockets = await openFlood(flooded);
    const answers = sockets.map((socket) => answerOn(socket, says));
    expect(await ask(other)).toMatch(/^HTTP\/1\.1 200 /);
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(hears);
    expect(await ask(other)).toMatch(/^HTTP\/1\.1 200 /);
    expect(flooded.tunnels).toBe(0);
    await flooded.close();
    await memory.expectFlat();
    await expect.poll(() => rig.lab.openSockets).toBe(0);
    await proxy.close();
  });
}

async function openFlood({ port }: EgressListener): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < FLOOD) {
    const opened = Array.from({ length: OPENED_AT_ONCE }, () => connect(port, '127.0.0.1'));
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    sockets.push(...opened);
  }
  return sockets;
}

function ask({ port }: EgressListener): Promise<string> {
  const request = 'GET http://site.test/ HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n';
  return answerOn(connect(port, '127.0.0.1'), request);
}

/** The first that is heard, however long it takes; nothing when the connection is cut. */
async function answerOn(socket: Socket, says: string): Promise<string> {
  socket.on('error', () => undefined);
  socket.write(says);
  const heard = await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => ['']);
  socket.destroy();
  return Buffer.isBuffer(heard[0]) ? heard[0].toString('latin1') : '';
}
