import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What the bridge asks of the program inside, each under a number of its own. */
export interface BridgeRequest {
  readonly id: number;
}

/** What the program says: once what it sees of the network, then of every request how it goes. */
export type BridgeMessage = { readonly interfaces: readonly string[] } | BridgeAnswer;

/** `opened` comes with the listening socket; `left` when the program's own copy of it is closed. */
type BridgeAnswer =
  | { readonly id: number; readonly state: 'opened' }
  | { readonly id: number; readonly state: 'left' }
  | { readonly id: number; readonly state: 'failed'; readonly reason: string };

function openSocket({ id }: BridgeRequest): void {
  const server = createServer();
  server.once('error', ({ message }) => say({ id, state: 'failed', reason: message }));
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    const opened: BridgeMessage = { id, state: 'opened' };
    // As long as there are two copies, either end may get a connection: nobody is told the port before ours is gone.
    process.send?.(opened, server, () => void server.close(() => say({ id, state: 'left' })));
  });
}

function say(message: BridgeMessage): void {
  process.send?.(message);
}

process.on('message', openSocket);
// However the other end goes, also by SIGKILL, nothing of the jail stays behind.
process.once('disconnect', () => process.exit());
say({ interfaces: Object.keys(networkInterfaces()) });
