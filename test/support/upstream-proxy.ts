import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { TEST_CERTIFICATE } from './guard-certificate.js';

/** A proxy as a company has one, on loopback: it serves CONNECT and leads public addresses to servers of the lab. */
export class TestUpstream {
  /** What it was asked for, in order. */
  readonly asked: string[] = [];
  readonly credentials: (string | undefined)[] = [];
  readonly #routes = new Map<string, number>();
  readonly #sockets = new Set<Duplex>();
  readonly #server: Server;
  readonly #secure: boolean;

  constructor({ secure = false } = {}) {
    this.#secure = secure;
    this.#server = secure ? createTlsServer(TEST_CERTIFICATE) : createServer();
    this.#server.on('connection', (socket: Duplex) => {
      this.#keep(socket);
    });
    this.#server.on('connect', (request: IncomingMessage, client: Duplex) => {
      const { url = '', headers } = request;
      this.asked.push(url);
      this.credentials.push(headers['proxy-authorization']);
      const port = this.#routes.get(url);
      if (port === undefined) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      const server = connect({ host: '127.0.0.1', port }, () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(server).pipe(client);
      });
      this.#keep(server);
    });
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
  }

  /** Lets `address:port` lead to a server on loopback. */
  route(address: string, port: number, server: { readonly port: number }): void {
    this.#routes.set(`${address.includes(':') ? `[${address}]` : address}:${port}`, server.port);
  }

  /** As an option of a guard. */
  get url(): string {
    return `http${this.#secure ? 's' : ''}://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections to it and from it that are open. */
  get openSockets(): number {
    return this.#sockets.size;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}
