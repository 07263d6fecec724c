import { judgeAddress } from './address.js';
import { carriedIpv4 } from './carried-ipv4.js';
import { contains } from './cidr.js';
import { formatAddress } from './ip-address.js';
import { embeddedIpv4, type Nat64Prefix } from './nat64.js';
import type { OwnNetwork } from './own-network.js';
import { type CompiledPolicy, coversTarget } from './policy.js';

/** An address that a connection would go to, with what it was reached by. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly address: Uint8Array;
}

/** How far one read may go beyond the policy's defaults. */
export interface Reach {
  /** The port of the caller's own URL. */
  readonly callerPort: number | undefined;
  /** Whether the entries of an `allowPrivate` list count in this read. */
  readonly privateGranted: boolean;
}

/** What addresses are judged by. */
export interface AdmissionRules {
  readonly policy: CompiledPolicy;
  readonly ownNetwork: OwnNetwork;
  /** The prefixes by which this network is known to carry IPv4 addresses in IPv6 ones. */
  readonly nat64: { readonly prefixes: readonly Nat64Prefix[] };
  /** Whether the target is the proxy that this machine itself goes through. */
  readonly isUpstream: (target: Target) => boolean;
}

/** Let through (as `public` or as an allowed private target), or the rule against it. `why` is for the operator. */
export type Admission =
  | { readonly admitted: true; readonly public: boolean }
  | { readonly admitted: false; readonly rule: 'denied' | 'not-public' | 'port' | 'outside'; readonly why: string };

/** Judges one address of one connection. The operator's denials come first, and win over everything. */
export function admit(target: Target, reach: Reach, rules: AdmissionRules): Admission {
  const { policy, nat64, isUpstream } = rules;
  if (isUpstream(target)) return { admitted: false, rule: 'denied', why: 'the upstream proxy' };
  const carried = nat64.prefixes.flatMap((prefix) => embeddedIpv4(prefix, target.address) ?? []);
  const forms = [target.address, ...carriedIpv4(target.address), ...carried];
  if (policy.deny.some((cidr) => forms.some((form) => contains(cidr, form)))) {
    return { admitted: false, rule: 'denied', why: 'in denyCidrs' };
  }
  const portAllowed = isPortAllowed(target.port, reach, policy);
  const why = whyInternal(forms, rules);
  if (why === undefined) {
    return portAllowed
      ? { admitted: true, public: true }
      : { admitted: false, rule: 'port', why: `not among the allowed ports` };
  }
  if (policy.allowPrivate === true) return { admitted: true, public: false };
  // A CIDR says which machines, not which of their services: those still go by the allowed ports.
  const entries = policy.allowPrivate.filter((entry) => portAllowed || entry.kind !== 'cidr');
  const covered = reach.privateGranted && entries.some((entry) => coversTarget(entry, target));
  return covered ? { admitted: true, public: false } : { admitted: false, rule: 'not-public', why };
}

/** What the first form that is not public says; undefined when all forms of the address are. */
function whyInternal(forms: readonly Uint8Array[], { ownNetwork }: AdmissionRules): string | undefined {
  for (const form of forms) {
    const verdict = judgeAddress(form);
    const why = verdict.public ? ownNetwork(form) : verdict.reason;
    if (why !== undefined) return form === forms[0] ? why : `${formatAddress(form)} in it: ${why}`;
  }
  return undefined;
}

/** Whether the policy, or the caller by naming it, allows this port. */
export function isPortAllowed(port: number, reach: Pick<Reach, 'callerPort'>, policy: CompiledPolicy): boolean {
  return policy.ports.has(port) || port === reach.callerPort;
}
