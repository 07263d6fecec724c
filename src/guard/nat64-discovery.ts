import { parseAddress } from './ip-address.js';
import { type Nat64Prefix, nat64Prefixes } from './nat64.js';

/** A network's prefixes change when a machine moves to another network. */
const KEPT_MS = 600_000;
/** After a question that nobody answered, and between looks at the interfaces. */
const AGAIN_AFTER_MS = 60_000;
const LOOK_AGAIN_AFTER_MS = 3_000;

export interface Nat64DiscoveryOptions {
  /** Whether this machine can get anywhere by IPv6; where it cannot, nothing is asked. */
  readonly hasIpv6: () => boolean;
}

/**
 * Finds out by which prefixes the network carries IPv4 addresses in IPv6 ones (RFC 7050). Asked for only when an IPv6
 * address is about to be let through, and then once in ten minutes. What it learns is used against addresses only: whoever
 * answers falsely can have more refused, and nothing let through.
 */
export class Nat64Discovery {
  readonly #hasIpv6: () => boolean;
  #prefixes: readonly Nat64Prefix[] = [];
  #freshUntil = Number.NEGATIVE_INFINITY;

  constructor({ hasIpv6 }: Nat64DiscoveryOptions) {
    this.#hasIpv6 = hasIpv6;
  }

  /** What is known by now. */
  get prefixes(): readonly Nat64Prefix[] {
    return this.#prefixes;
  }

  /**
   * Asks, unless the answer is still fresh. Without an answer what was known stays.
   *
   * @param lookUp gives the addresses of the probe's name, none when it fails.
   */
  async learn(lookUp: () => Promise<readonly string[]>): Promise<void> {
    const now = performance.now();
    if (now < this.#freshUntil) return;
    if (!this.#hasIpv6()) {
      this.#freshUntil = now + LOOK_AGAIN_AFTER_MS;
      return;
    }
    const answers = await lookUp();
    this.#freshUntil = performance.now() + (answers.length > 0 ? KEPT_MS : AGAIN_AFTER_MS);
    if (answers.length > 0) this.#prefixes = nat64Prefixes(answers.flatMap((answer) => parseAddress(answer) ?? []));
  }
}
