import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isPagewardError, NetworkError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { asUrl, redactUrl } from '../base/url.js';
import { judgeAddress } from './address.js';
import { refused } from './connection-judge.js';
import type { Allowed, Decision, Refused } from './decision.js';
import { type EgressLedger, overBudget } from './egress-ledger.js';
import type { Guard, ReadScope } from './guard.js';
import { createExchange, type Exchange } from './http-exchange.js';
import { parseAddress } from './ip-address.js';
import type { JailBridge } from './jail-bridge.js';
import type { RefusalReason } from './refusal-reasons.js';
import type { StartTls } from './tls-client.js';

/** What the listeners of one proxy share. */
export interface ProxyShared {
  readonly guard: Guard;
  readonly startTls: StartTls;
  /** The origins that a client certificate is shown to. */
  readonly certificateOrigins: readonly string[];
  /** Where the listeners are: in this jail, or on this machine's own loopback. */
  readonly bridge: JailBridge | undefined;
  /** Marks our own answers, for who debugs. 256 bits, new for every proxy. */
  readonly nonce: string;
  /**
   * The ports of all listeners on this machine: nothing may loop back into the proxy, internal targets allowed or not.
   * Those in a jail are not among them: here their numbers are those of other servers.
   */
  readonly ownPorts: Set<number>;
  /** Open or being opened, of all listeners. */
  tunnels: number;
}

/**
 * Refusals are answered on this beat after a request came in, so that how long the guard thought about it tells a page
 * nothing about names and addresses inside.
 */
const REFUSAL_BEAT_MS = 20;

interface Admittance {
  readonly pathVisible: boolean;
  /** Entered before, by {@link EgressGate.enterTunnel}. */
  readonly isTunnel: boolean;
  readonly signal: AbortSignal;
}

/** Judges, connects and counts for one listener. */
export class EgressGate {
  readonly shared: ProxyShared;
  readonly ledger: EgressLedger;
  scope: ReadScope;
  /** Aborts when the listener closes. */
  readonly closing = new AbortController();
  /** For requests that are made in the browser's stead. */
  readonly exchange: Exchange;
  /** Tunnels open or being opened. */
  #tunnels = 0;
  /** Upstream connections of this listener, to be ended with it. */
  readonly #sockets = new Set<Socket>();
  /** What the current read, or one of the same origin before it, was let through to. */
  #admitted = new WeakSet<Allowed>();

  constructor(shared: ProxyShared, ledger: EgressLedger, scope: ReadScope) {
    this.shared = shared;
    this.ledger = ledger;
    this.scope = scope;
    this.exchange = createExchange(shared);
  }

  /** Judges one connection; what is refused has been logged, and is given back when it may be answered. */
  async admit(url: URL, options: Admittance): Promise<Decision> {
    const startedAt = performance.now();
    const decision = await this.#decide(url, options);
    if (decision.decision === 'allow') return decision;
    this.ledger.refuse(decision);
    const elapsedMs = performance.now() - startedAt;
    await delay(REFUSAL_BEAT_MS - (elapsedMs % REFUSAL_BEAT_MS), undefined, { signal: options.signal });
    return decision;
  }

  async #decide(url: URL, { pathVisible, isTunnel, signal }: Admittance): Promise<Decision> {
    const broken = this.ledger.charge(url.host) ?? (isTunnel ? this.#tunnelFault() : undefined);
    if (broken) return this.refusal(url, broken);
    const admitted = this.#admitted;
    const decision = await this.shared.guard.judge(url, { scope: this.scope, signal, pathVisible });
    if (decision.decision === 'refuse') return decision;
    if (this.#leadsBack(decision)) return this.refusal(url, LEADS_BACK);
    admitted.add(decision);
    return decision;
  }

  /**
   * Counts a tunnel from when it is asked for, because one that never says what it is for holds a connection too. A listener
   * that asks for more than its own share takes nothing from the others'.
   *
   * @returns what to call, once, when the tunnel has ended.
   */
  enterTunnel(): () => void {
    const isWithinBudget = this.#tunnels < this.ledger.budgets.tunnels;
    this.#tunnels += 1;
    if (isWithinBudget) this.shared.tunnels += 1;
    return () => {
      this.#tunnels -= 1;
      if (isWithinBudget) this.shared.tunnels -= 1;
    };
  }

  #tunnelFault(): RefusalReason | undefined {
    const { tunnels } = this.ledger.budgets;
    if (this.#tunnels > tunnels) return overBudget(`${tunnels} tunnels at once`);
    return this.shared.tunnels > LIMITS.tunnelsInAll ? overBudget(`${LIMITS.tunnelsInAll} tunnels in all`) : undefined;
  }

  #leadsBack({ addresses, port }: Allowed): boolean {
    return this.shared.ownPorts.has(port) && addresses.some((text) => !judgeAddress(parseAddress(text) ?? NONE).public);
  }

  /** A refusal that is the proxy's own and not the guard's; the operator has been told. */
  refusal(url: URL, reason: RefusalReason): Refused {
    const refusal = refused(url, reason);
    this.shared.guard.report(refusal, this.scope);
    return refusal;
  }

  /** Logs that the read's bytes are used up. */
  refuseMore(url: URL): void {
    this.ledger.refuse(this.refusal(url, overBudget(`${this.ledger.budgets.bytes} bytes`)));
  }

  /**
   * Connects to what was allowed; undefined when that failed, which has been logged, or when nobody waits any more. The
   * socket ends after `LIMITS.bodyIdleTimeoutMs` of silence.
   */
  async connect(allowed: Allowed, signal: AbortSignal): Promise<Socket | undefined> {
    try {
      const socket = await this.shared.guard.connect(allowed, { signal });
      // The read that it was allowed to may have ended meanwhile.
      if (!this.#admitted.has(allowed)) {
        socket.destroy();
        return undefined;
      }
      this.#sockets.add(socket);
      socket.setTimeout(LIMITS.bodyIdleTimeoutMs, () => socket.destroy());
      // Whoever uses the socket sees its end; without this a late error would end the process.
      socket.on('error', () => {});
      socket.once('close', () => this.#sockets.delete(socket));
      return socket;
    } catch (error) {
      if (!isPagewardError(error)) return undefined;
      this.ledger.fail({ url: allowed.url, error });
      return undefined;
    }
  }

  /** Logs that an allowed server gave no answer. */
  lost(url: URL, cause: unknown): void {
    const message = `the connection to ${redactUrl(url)} was lost`;
    const error = new NetworkError(message, { code: 'CONNECTION_LOST', hint: 'Try again.', cause });
    this.ledger.fail({ url: redactUrl(url), error });
  }

  /** A stream that counts what passes and breaks when the read's bytes are used up. */
  meter(url: URL): Transform {
    const { ledger } = this;
    return new Transform({
      transform: (chunk: Uint8Array, _encoding, callback) => {
        ledger.bytesReceived += chunk.length;
        if (!ledger.isOverBytes) return callback(null, chunk);
        this.refuseMore(url);
        callback(new Error('the byte budget of the read is used up'));
      },
    });
  }

  /**
   * Begins a new read. What one caller was let through to must not carry the requests of another: through a tunnel that
   * stays open nobody sees whose they are.
   */
  begin(scope: ReadScope): void {
    if (originOf(scope) !== originOf(this.scope)) {
      this.#admitted = new WeakSet();
      this.#endConnections();
    }
    this.scope = scope;
    this.ledger.begin();
  }

  #endConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.#endConnections();
    await this.exchange.close();
  }
}

function originOf({ callerUrl }: ReadScope): string {
  return asUrl(callerUrl)?.origin ?? '';
}

const LEADS_BACK: RefusalReason = { code: 'REFUSED_ADDRESS', reason: 'the proxy cannot be reached through itself' };
const NONE = new Uint8Array();
