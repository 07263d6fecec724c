import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** A place on this machine that nothing may reach: it answers nobody, and notes who came. */
export interface Canary {
  readonly tcpPort: number;
  readonly udpPort: number;
  /** What came, in order. */
  readonly visits: readonly ('connection' | 'datagram')[];
  close(): Promise<void>;
}

/** Opens one on 127.0.0.1. */
export async function openCanary(): Promise<Canary> {
  const visits: ('connection' | 'datagram')[] = [];
  const server = createServer((socket) => {
    visits.push('connection');
    socket.destroy();
  });
  const socket = createSocket('udp4', () => void visits.push('datagram'));
  await Promise.all([
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host: '127.0.0.1', port: 0 }, resolve);
    }),
    new Promise<void>((resolve, reject) => {
      socket.once('error', reject).bind({ address: '127.0.0.1', port: 0 }, resolve);
    }),
  ]);
  const address = server.address();
  return {
    tcpPort: typeof address === 'object' && address !== null ? address.port : 0,
    udpPort: socket.address().port,
    visits,
    close: async () => {
      await Promise.all([
        new Promise<void>((resolve) => void server.close(() => resolve())),
        new Promise<void>((resolve) => void socket.close(() => resolve())),
      ]);
    },
  };
}
