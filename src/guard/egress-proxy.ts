import { randomBytes } from 'node:crypto';
import { UsageError } from '../base/errors.js';
import type { ProxyShared } from './egress-gate.js';
import type { EgressBudgets } from './egress-ledger.js';
import { type EgressListener, openListener } from './egress-listener.js';
import type { Guard, ReadScope } from './guard.js';
import type { JailBridge } from './jail-bridge.js';
import { createTlsClient, type TlsTrust } from './tls-client.js';

export type { EgressBudgets, EgressEvent, EgressFailure } from './egress-ledger.js';
export type { EgressListener } from './egress-listener.js';

/**
 * The forward proxy that a browser is locked into: it lets through what the guard allows and dials only what was judged.
 * The browser is launched with {@link EgressProxy.refuseAll}, and each of its contexts gets a listener of its own.
 */
export interface EgressProxy {
  /** Port of {@link EgressProxy.refuseAll}. */
  readonly refuseAllPort: number;
  /** The launch-level listener: what belongs to no context goes nowhere. */
  readonly refuseAll: EgressListener;
  /** @throws UsageError `CLOSED`. */
  open(scope: ReadScope, options?: { budgets?: Partial<EgressBudgets> }): Promise<EgressListener>;
  /** Closes all listeners and every connection through them. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface EgressProxyOptions {
  readonly guard: Guard;
  /** The jail that the browser is in: the listeners are opened inside. Not closed with the proxy. */
  readonly bridge?: JailBridge | undefined;
  /** Whom {@link EgressListener.request} trusts. */
  readonly tls?: TlsTrust;
}

export async function createEgressProxy({ guard, bridge, tls = {} }: EgressProxyOptions): Promise<EgressProxy> {
  const nonce = randomBytes(32).toString('hex');
  const shared: ProxyShared = {
    guard,
    startTls: createTlsClient(tls),
    certificateOrigins: [...(tls.clientCertificates?.keys() ?? [])],
    bridge,
    nonce,
    ownPorts: new Set(),
    tunnels: 0,
  };
  const listeners = new Set<EgressListener>();
  let closed = false;

  const open: EgressProxy['open'] = async (scope, { budgets } = {}) => {
    if (closed) throw closedError();
    const listener = await openListener(shared, {
      scope,
      ...(budgets ? { budgets } : {}),
      onClosed: (gone) => listeners.delete(gone),
    });
    if (closed) {
      await listener.close();
      throw closedError();
    }
    listeners.add(listener);
    return listener;
  };

  const close = async (): Promise<void> => {
    closed = true;
    await Promise.all(Array.from(listeners, (listener) => listener.close()));
  };

  const refuseAll = await open(guard.scope('about:blank'), { budgets: { requests: 0 } });
  return { refuseAllPort: refuseAll.port, refuseAll, open, close, [Symbol.asyncDispose]: close };
}

function closedError(): UsageError {
  return new UsageError('the egress proxy has been closed', { code: 'CLOSED' });
}
