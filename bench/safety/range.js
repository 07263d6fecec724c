import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import http from 'node:http';
import { listen } from '../../fixtures/listen.js';
import { ATTACKS, PROSE } from './attacks.js';

/** What stands in an answer from inside: a reader that shows it has read it back. */
export const SECRET = 'the-secret-of-';

/**
 * Serves the attack pages, and beside them the inside that they are after. In a network namespace of its own only.
 *
 * @returns {Promise<{ origin: string, host: string, reached: () => Set<string>, close: () => Promise<void> }>}
 */
export async function startRange() {
  let reached = new Set();
  const inside = await startInside((id) => reached.add(id));
  const site = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://range.invalid');
    const hop = /^\/hop\/(.+)$/.exec(pathname)?.[1];
    if (hop !== undefined) return response.writeHead(302, { location: `${inside.origin}/${hop}` }).end();
    if (pathname === '/shared-worker.js') {
      const code = `fetch('${inside.origin}/shared-worker', { mode: 'no-cors' })`;
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
    }
    const attack = ATTACKS.find(({ id }) => pathname === `/${id}`);
    const {
      status = 200,
      headers,
      body,
    } = attack?.page({ inside: inside.origin, stun: inside.stun }) ?? { body: PROSE };
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  return {
    origin: site.origin,
    host: site.host,
    /** Since it was last asked. */
    reached: () => {
      const until = reached;
      reached = new Set();
      return until;
    },
    close: async () => {
      await site.close();
      await inside.close();
    },
  };
}

/** Of a network of this namespace alone: no browser offers loopback for WebRTC. */
const INTERFACE = '192.0.2.1';

function makeInterface() {
  const ip = (...args) => execFileSync('ip', args);
  ip('link', 'add', 'inside0', 'type', 'veth', 'peer', 'name', 'inside1');
  ip('address', 'add', `${INTERFACE}/24`, 'dev', 'inside0');
  for (const end of ['inside0', 'inside1']) ip('link', 'set', end, 'up');
}

async function startInside(onReached) {
  makeInterface();
  const idOf = ({ url = '/' }) => url.slice(1);
  const server = http.createServer((request, response) => {
    onReached(idOf(request));
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end(`${PROSE}<p>${SECRET}${idOf(request)}</p>`);
  });
  server.on('upgrade', (request, socket) => {
    onReached(idOf(request));
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const udp = createSocket('udp4', () => onReached('web-rtc'));
  udp.bind(0, INTERFACE);
  await once(udp, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stun: `${INTERFACE}:${udp.address().port}`,
    close: async () => {
      udp.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
