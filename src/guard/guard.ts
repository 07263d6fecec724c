import type { Socket } from 'node:net';
import { checkOptions } from '../base/options.js';
import { asUrl, redactUrl } from '../base/url.js';
import { judgeAddress } from './address.js';
import { type Connection, ConnectionJudge, connectionOf, type ReadScope, refused } from './connection-judge.js';
import type { Allowed, Decision, Refused } from './decision.js';
import { type Dial, dialDirect, dialFirst, reached, Unreached } from './dial.js';
import { pathRuledHosts } from './domain-policy.js';
import { GUARD_OPTIONS, type GuardOptions } from './guard-options.js';
import { parseAddress } from './ip-address.js';
import { Nat64Discovery } from './nat64-discovery.js';
import { createOwnNetwork, hasIpv6 } from './own-network.js';
import { compilePolicy } from './policy.js';
import { RESERVED_NAMES } from './reserved-names.js';
import { createDnsResolver, type Resolver, systemResolver } from './resolver.js';
import { createUpstreamDial } from './upstream-dial.js';
import { isUpstreamProxy, parseUpstreamProxy } from './upstream-proxy.js';
import { judgeParts, judgeSpelling, spelledHost } from './url-rules.js';

export type { ReadScope } from './connection-judge.js';
export type { Allowed, Decision, Refused } from './decision.js';
export type { DecisionContext } from './decision-line.js';
export type { Dial } from './dial.js';
export type { GuardOptions, OnDecision } from './guard-options.js';
export type { Policy } from './policy.js';
export type { Resolver } from './resolver.js';

export interface JudgeOptions {
  /** Default: the URL is the caller's own. */
  scope?: ReadScope;
  signal?: AbortSignal;
  /** Stands in for DNS. */
  answers?: readonly string[];
  /** Nothing will be dialled: nobody is asked whether a literal IPv6 address leads through a NAT64 of this network. */
  checkOnly?: boolean;
  /** False where only the host is known (a TLS tunnel): a domain rule with a path then allows nothing, and blocks all. */
  pathVisible?: boolean;
}

/** Judges connections, and makes those that it has allowed. Nothing else in Pageward opens one. */
export interface Guard {
  /** Hosts, each with its subdomains, of which the path decides: no tunnel leads there. */
  readonly pathRuledHosts: readonly string[];
  /**
   * Would a read of this URL be refused? Resolves the name, connects nowhere, and asks nobody about a literal address. Never
   * throws for a bad URL.
   */
  check(url: string, options?: { signal?: AbortSignal; answers?: readonly string[] }): Promise<Decision>;
  /** The scope of a read of `callerUrl`. What is not an http(s) URL gives a scope without privileges. */
  scope(callerUrl: string): ReadScope;
  /**
   * What can be said against a URL without asking DNS; undefined says only that {@link Guard.judge} must decide. Text is
   * judged as it was written, a URL object as it was parsed: give text where a caller or a
   * server wrote it, an object where a browser has read it.
   */
  judgeUrl(url: string | URL, options?: JudgeOptions): Refused | undefined;
  /** Resolves and judges one connection. Rejects only with `signal.reason`. */
  judge(url: string | URL, options?: JudgeOptions): Promise<Decision>;
  /** Makes known to `onDecision` what was refused on other grounds than the policy's: a budget, the bytes in a tunnel. */
  report(refusal: Refused, scope: ReadScope): void;
  /**
   * Connects to one of the addresses that the decision allows, and to nothing else.
   *
   * @throws NetworkError `CONNECT_FAILED`, TimeoutError, `signal.reason`.
   */
  connect(allowed: Allowed, options?: { signal?: AbortSignal }): Promise<Socket>;
}

/**
 * Makes the guard that carries out a policy.
 *
 * @throws UsageError `INVALID_OPTION`.
 * @example
 * const decision = await createGuard({ allowPrivate: ['127.0.0.1:4173'] }).check('http://127.0.0.1:4173/');
 */
export function createGuard(options: GuardOptions = {}): Guard {
  checkOptions(GUARD_OPTIONS, options, 'guard');
  const upstream = options.proxy === undefined ? undefined : parseUpstreamProxy(options.proxy);
  const ownNetwork = createOwnNetwork(options);
  const policy = compilePolicy(options);
  const judge = new ConnectionJudge({
    policy,
    ownNetwork,
    // What a proxy can reach is not told by our own interfaces.
    nat64: new Nat64Discovery({ hasIpv6: () => upstream !== undefined || hasIpv6(options.interfaces) }),
    isUpstream: (target) => upstream !== undefined && isUpstreamProxy(upstream, target),
    reservedNames: options.reservedNames ?? RESERVED_NAMES.map(({ name }) => name),
    resolve: resolverOf(options.resolver),
  });

  const scope = (callerUrl: string): ReadScope => {
    const url = asUrl(callerUrl);
    return url && judgeParts(url) === undefined ? { callerUrl, caller: connectionOf(url) } : { callerUrl };
  };

  const report = <Answer extends Decision>(decision: Answer, read = decision.url): Answer => {
    options.onDecision?.(decision, { time: new Date(), read: redactUrl(read) });
    return decision;
  };

  const judgeUrl: Guard['judgeUrl'] = (url, judgeOptions = {}) => {
    const connection = readConnection(url, judgeOptions);
    const refusal =
      'decision' in connection
        ? connection
        : judge.refuseWithoutDns(connection, judgeOptions.scope ?? scope(connection.url.href));
    return refusal && report(refusal, judgeOptions.scope?.callerUrl);
  };

  const judgeConnection: Guard['judge'] = async (url, judgeOptions = {}) => {
    const connection = readConnection(url, judgeOptions);
    const decision =
      'decision' in connection
        ? connection
        : await judge.decide(connection, judgeOptions.scope ?? scope(connection.url.href), judgeOptions);
    return report(decision, judgeOptions.scope?.callerUrl);
  };

  const dialChecked: Dial = async (target, dialOptions) => {
    const socket = await dialDirect(target, dialOptions);
    const bytes = parseAddress(target.address);
    // An internal address gets here only if the operator allowed it; then this machine may be meant.
    const allowSelf = bytes !== undefined && !(judgeAddress(bytes).public && ownNetwork(bytes) === undefined);
    if (reached(socket, target.address, { allowSelf })) return socket;
    socket.destroy();
    throw new Unreached('the connection ended elsewhere than at the address that was judged');
  };
  // Of a tunnel only the proxy can say where it ends; what it was asked for has been judged.
  const throughUpstream = upstream && createUpstreamDial(upstream, options);
  const dial = throughUpstream ?? options.dial ?? dialChecked;

  return {
    pathRuledHosts: policy.domains ? pathRuledHosts(policy.domains) : [],
    check: (url, checkOptions) => judgeConnection(String(url), { ...checkOptions, checkOnly: true }),
    scope,
    judgeUrl,
    judge: judgeConnection,
    report(refusal, { caller, callerUrl }) {
      // What belongs to no read is the browser's own: its start, and our test of it.
      if (caller === undefined) return;
      try {
        report(refusal, callerUrl);
      } catch {
        // It is refused already, and there is nobody here to be told.
      }
    },
    connect: (allowed, connectOptions) => dialFirst(dial, allowed, connectOptions),
  };
}

function readConnection(url: string | URL, { pathVisible = true }: JudgeOptions): Connection | Refused {
  if (typeof url !== 'string') return connectionOf(url, { pathVisible });
  const fault = judgeSpelling(url);
  return fault ? refused(url, fault) : connectionOf(new URL(url), { spelled: spelledHost(url), pathVisible });
}

function resolverOf(resolver: Resolver | 'system' | undefined): Resolver {
  if (resolver === 'system') return systemResolver;
  return resolver ?? createDnsResolver();
}
