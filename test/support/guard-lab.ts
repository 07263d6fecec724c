import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createGuard, type Dial, type Guard, type Resolver } from '#src/guard/guard.js';

/** A public address that the lab's dialer turns into loopback. Nothing is ever sent to it. */
export const PUBLIC = '93.184.216.34';
export const OTHER_PUBLIC = '93.184.216.35';

export interface LabServer {
  readonly port: number;
  /** Connections accepted, whether or not a request came. */
  connections: number;
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers'] }[];
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type UpgradeHandler = (request: IncomingMessage, socket: Duplex) => void;

function upgrading(server: Server, onUpgrade: UpgradeHandler | undefined): Server {
  return onUpgrade === undefined ? server : server.on('upgrade', onUpgrade);
}

/**
 * Real servers on loopback, a resolver that knows only what it is told and a dialer that maps public test addresses to
 * those servers. Everything else is an error, so that no test can leave the machine.
 */
export class Lab {
  readonly names = new Map<string, readonly string[] | (() => readonly string[])>();
  readonly lookups: string[] = [];
  readonly dials: string[] = [];
  readonly #routes = new Map<string, number>();
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();

  readonly resolver: Resolver = async (host) => {
    this.lookups.push(host);
    const answers = this.names.get(host) ?? [];
    return typeof answers === 'function' ? answers() : answers;
  };

  readonly dial: Dial = ({ address, port }, { signal }) => {
    this.dials.push(`${address}:${port}`);
    const loopbackPort = this.#routes.get(`${address}:${port}`) ?? (address === '127.0.0.1' ? port : undefined);
    if (loopbackPort === undefined) return Promise.reject(new Error(`nothing listens at ${address}:${port}`));
    return new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: loopbackPort, ...(signal ? { signal } : {}) });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(socket);
      });
    });
  };

  /** Lets `address:port` lead to a server of the lab. */
  route(address: string, port: number, server: LabServer): void {
    this.#routes.set(`${address}:${port}`, server.port);
  }

  async serve(handler: Handler, onUpgrade?: UpgradeHandler): Promise<LabServer> {
    return await this.#listen(upgrading(createServer({ keepAlive: true }, handler), onUpgrade));
  }

  async serveTls(
    options: { key: string; cert: string } & ServerOptions,
    handler: Handler,
    onUpgrade?: UpgradeHandler,
  ): Promise<LabServer> {
    return await this.#listen(upgrading(createTlsServer(options, handler), onUpgrade));
  }

  async serveTcp(onSocket: (socket: Socket) => void): Promise<LabServer> {
    return await this.#listen(createTcpServer(onSocket) as Server);
  }

  async #listen(server: Server): Promise<LabServer> {
    const { promise, resolve } = deferred<void>();
    server.listen(0, '127.0.0.1', resolve);
    await promise;
    this.#servers.push(server);
    const record: LabServer = { port: (server.address() as AddressInfo).port, connections: 0, requests: [] };
    server.on('connection', (socket) => {
      record.connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.prependListener('request', (request: IncomingMessage) => {
      record.requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    });
    return record;
  }

  /** Connections to the lab's servers that are open. */
  get openSockets(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(
      this.#servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))),
    );
  }
}

/** A guard that knows the names of the lab, the reserved ones too, and dials as it does. */
export function labGuard(lab: Lab): Guard {
  return createGuard({ resolver: lab.resolver, dial: lab.dial, reservedNames: [] });
}

export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Resolves once `condition` holds, checked whenever the event loop turns. Fails after 5 s. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error('the condition did not come about');
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
