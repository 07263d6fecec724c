import type { PinnedClient } from './pinned-client.js';

const KEPT_PER_TARGET = 6;
const KEPT_IN_ALL = 32;

/**
 * Connections that wait for the next request to the same target. A target is an origin together with the addresses that
 * were judged for it, so that a name whose answers change never meets an old connection.
 */
export class IdleClients {
  readonly #idle = new Map<string, readonly PinnedClient[]>();
  #count = 0;

  take(target: string): PinnedClient | undefined {
    const client = this.#idle.get(target)?.at(-1);
    if (client) this.#remove(target, client);
    return client;
  }

  /** Keeps the client until it is taken or its connection ends. When enough are kept, it is destroyed. */
  async put(target: string, client: PinnedClient): Promise<void> {
    const waiting = this.#idle.get(target) ?? [];
    if (waiting.length >= KEPT_PER_TARGET || this.#count >= KEPT_IN_ALL) return await client.destroy();
    this.#idle.set(target, [...waiting, client]);
    this.#count += 1;
    client.onceDisconnected(() => {
      if (this.#remove(target, client)) void client.destroy();
    });
  }

  /** Destroys all that wait. */
  async clear(): Promise<void> {
    const clients = [...this.#idle.values()].flat();
    this.#idle.clear();
    this.#count = 0;
    await Promise.all(clients.map((client) => client.destroy()));
  }

  #remove(target: string, client: PinnedClient): boolean {
    const waiting = this.#idle.get(target) ?? [];
    if (!waiting.includes(client)) return false;
    const others = waiting.filter((other) => other !== client);
    if (others.length > 0) this.#idle.set(target, others);
    else this.#idle.delete(target);
    this.#count -= 1;
    return true;
  }
}
