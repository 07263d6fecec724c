import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { appendFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server, Socket } from 'node:net';
import { TEST_CERTIFICATE } from './guard-certificate.js';

/** What the canary sings to whoever gets through: it must turn up nowhere. */
export const SECRET = 'CANARY-SECRET';

/** We are in a network namespace with nobody else in it. */
export const ISOLATED = process.env['PAGEWARD_TEST_ISOLATED'] !== undefined;

/**
 * A neighbour on the local network and a host far away. In a namespace with nobody in it they are real addresses of
 * those kinds; elsewhere loopback stands in for them, so that not even a guard that fails lets a packet out.
 */
export const LAN = ISOLATED ? '10.99.0.7' : '127.99.0.7';
export const FAR = ISOLATED ? '8.8.8.8' : '127.99.0.8';

/** Listeners inside, on HTTP, TLS and UDP, that note every connection and datagram, whatever comes over it. */
export interface Canary {
  readonly port: number;
  readonly tlsPort: number;
  /** A line for each connection accepted, request read and datagram received. */
  readonly touched: string[];
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** The first must exist; the others only where this machine has them. */
const ADDRESSES = [LOOPBACK, '::1', LAN, FAR];

/** Below what the system hands out by itself: no port is a canary's and a moment later somebody else's. */
function somePort(): number {
  return randomInt(16_000, 32_000);
}

/** Opens a canary on two free ports, TCP and UDP alike. */
export async function openCanary(): Promise<Canary> {
  const touched: string[] = [];
  const closers: (() => Promise<void>)[] = [];
  const sing: RequestListener = (request, response) => {
    touched.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end(SECRET);
  };
  const listen = async (make: () => Server): Promise<number> => {
    let port = somePort();
    for (const address of ADDRESSES) {
      const server = make();
      const sockets = new Set<Socket>();
      server.on('connection', (socket: Socket) => {
        touched.push(`connection to [${address}]:${port}`);
        sockets.add(socket);
        socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      });
      while (!(await listening(server, port, address)) && address === LOOPBACK) port = somePort();
      if (!server.listening) continue;
      await listenUdp(address, port);
      closers.push(async () => {
        for (const socket of sockets) socket.destroy();
        await new Promise<void>((resolve) => void server.close(() => resolve()));
      });
    }
    return port;
  };
  const listenUdp = async (address: string, port: number): Promise<void> => {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    socket.on('message', () => touched.push(`datagram to [${address}]:${port}`));
    await new Promise<void>((resolve) => {
      // Another program may hold that number: one place less to be seen at.
      socket.once('error', () => resolve());
      socket.bind(port, address, resolve);
    });
    closers.push(() => new Promise<void>((resolve) => void socket.close(() => resolve())));
  };
  const port = await listen(() => createServer(sing));
  const tlsPort = await listen(() => createTlsServer(TEST_CERTIFICATE, sing));
  const log = process.env['PAGEWARD_TEST_CANARY_LOG'];
  if (log !== undefined) appendFileSync(log, `${port}\n${tlsPort}\n`);
  return {
    port,
    tlsPort,
    touched,
    close: async () => {
      await Promise.all(closers.map((close) => close()));
    },
  };
}

/** Whether the server now listens; an address that is not there, or whose port is taken, is left out. */
function listening(server: Server, port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: address }, () => resolve(true));
  });
}
