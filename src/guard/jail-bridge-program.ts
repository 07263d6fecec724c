import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What the bridge asks of the program inside, each under a number of its own. */
export interface BridgeRequest {
  readonly id: number;
}

/** What the program says: once what it sees of the network, then of every request how it went. */
export type BridgeMessage = { readonly interfaces: readonly string[] } | BridgeAnswer;

/** Comes with the listening socket, unless there is none. */
export interface BridgeAnswer {
  readonly id: number;
  readonly error?: string;
}

function openSocket({ id }: BridgeRequest): void {
  const server = createServer();
  server.once('error', ({ message }) => process.send?.({ id, error: message } satisfies BridgeAnswer));
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    // Two copies of a listening socket are two ends that could answer: ours goes as soon as the other one has arrived.
    process.send?.({ id } satisfies BridgeAnswer, server, () => void server.close());
  });
}

process.on('message', openSocket);
// However the other end goes, also by SIGKILL, nothing of the jail stays behind.
process.once('disconnect', () => process.exit());
process.send?.({ interfaces: Object.keys(networkInterfaces()) } satisfies BridgeMessage);
