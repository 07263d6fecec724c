import type { Client, Dispatcher } from 'undici';
import { LIMITS } from '../base/limits.js';
import type { Allowed } from './decision.js';
import type { Guard } from './guard.js';
import type { HopRequest } from './redirects.js';
import type { StartTls } from './tls-client.js';

/** An answer's head, and its body as it comes. */
export type ClientAnswer = Dispatcher.ResponseData;

const HEAD_MAX_BYTES = 65_536;

/** What connections are made with. */
export interface ConnectionMaker {
  readonly guard: Guard;
  readonly startTls: StartTls;
}

/**
 * One HTTP connection, to an address that was judged. The only door to undici, which is loaded when first needed. One
 * request at a time.
 */
export class PinnedClient {
  readonly #client: Client;
  /** For whom the connection is made, if it has to be made; set anew by every request. */
  #connecting: { allowed: Allowed; signal: AbortSignal | undefined };

  static async open(maker: ConnectionMaker, allowed: Allowed, url: URL): Promise<PinnedClient> {
    const { Client } = await import('undici');
    return new PinnedClient(Client, maker, allowed, url);
  }

  #connected = false;
  #onDisconnect: () => void = () => undefined;

  private constructor(ClientClass: typeof Client, { guard, startTls }: ConnectionMaker, allowed: Allowed, url: URL) {
    this.#connecting = { allowed, signal: undefined };
    const connect = async () => {
      const { allowed: target, signal } = this.#connecting;
      const options = signal ? { signal } : {};
      const socket = await guard.connect(target, options);
      return url.protocol === 'https:'
        ? await startTls(socket, target.host, { ...options, origin: url.origin })
        : socket;
    };
    this.#client = new ClientClass(url.origin, {
      // Whatever undici takes the origin for: the connection is the guard's.
      connect: (_options, callback) => {
        connect().then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      headersTimeout: LIMITS.headersTimeoutMs,
      bodyTimeout: LIMITS.bodyIdleTimeoutMs,
      maxHeaderSize: HEAD_MAX_BYTES,
    });
    this.#client.on('connect', () => {
      this.#connected = true;
    });
    this.#client.on('disconnect', () => {
      this.#connected = false;
      this.#onDisconnect();
    });
  }

  request(
    allowed: Allowed,
    { url, method, headers, body }: HopRequest,
    signal: AbortSignal | undefined,
  ): Promise<ClientAnswer> {
    this.#connecting = { allowed, signal };
    return this.#client.request({
      path: url.pathname + url.search,
      method,
      headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
  }

  /** Calls the listener when the connection ends, at once if it has ended; it takes the place of the one before. */
  whenDisconnected(listener: () => void): void {
    this.#onDisconnect = listener;
    if (!this.#connected) listener();
  }

  /** Ends the connection and what is running on it. */
  async destroy(): Promise<void> {
    await this.#client.destroy();
  }
}
