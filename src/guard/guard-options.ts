import { z } from 'zod';
import type { Decision } from './decision.js';
import type { DecisionContext } from './decision-line.js';
import type { Dial } from './dial.js';
import { type DomainList, isDomainList } from './domain-policy.js';
import type { ListInterfaces } from './own-network.js';
import type { Policy } from './policy.js';
import type { Resolver } from './resolver.js';

/** The policy, and the seams by which tests stand in for the outside world. */
export interface GuardOptions extends Policy {
  /** Instead of DNS; `'system'` asks the operating system (hosts file, split horizon). Its answers are judged all the same. */
  resolver?: Resolver | 'system';
  /**
   * A proxy to connect through, `http://[user:password@]host:port` or `https://…`: it is asked for tunnels to the addresses
   * that were judged, never for a name. It may be an internal host; nothing else can reach it because of this.
   */
  proxy?: string;
  /** Whom TLS to `proxy` trusts besides the built-in authorities: PEM text, or the path of a PEM file. */
  caBundle?: string;
  /** Instead of TCP. It is trusted to reach the address that it is given. Excludes `proxy`. */
  dial?: Dial;
  /** Instead of the built-in table of names that are refused unasked. Single labels are refused besides. */
  reservedNames?: readonly string[];
  /** Instead of this machine's network interfaces. */
  interfaces?: ListInterfaces;
  /**
   * Called with every decision, and with what only the operator may know; {@link decisionLine} makes a line of it. If it
   * throws, the request fails.
   */
  onDecision?: OnDecision;
}

/** Hears of a decision. */
export type OnDecision = (decision: Decision, context: DecisionContext) => void;

const strings = z.array(z.string(), 'must be a list of strings').optional();
const text = z.string('must be text').optional();
const callback = <F>() => z.custom<F>((value) => typeof value === 'function', 'must be a function').optional();

/** The check of an option that takes a domain policy. */
export const domainsOption = z
  .custom<DomainList>(isDomainList, 'must be a DomainPolicy, or { mode, rules }')
  .optional();

/** The check of {@link GuardOptions}: a misspelt `denyCidrs` must not pass for none. */
export const GUARD_OPTIONS = z
  .strictObject({
    allowPrivate: z.union([z.literal(true), z.array(z.string())], 'must be true or a list of strings').optional(),
    denyCidrs: strings,
    allowNeighbours: z.boolean('must be true or false').optional(),
    allowDomains: strings,
    blockDomains: strings,
    domains: domainsOption,
    ports: z.array(z.number(), 'must be a list of numbers').optional(),
    resolver: z.union([z.literal('system'), callback<Resolver>()], "must be 'system' or a function").optional(),
    proxy: text,
    caBundle: text,
    dial: callback<Dial>(),
    reservedNames: strings,
    interfaces: callback<ListInterfaces>(),
    onDecision: callback<OnDecision>(),
  })
  .refine(({ proxy, dial }) => proxy === undefined || dial === undefined, 'proxy and dial exclude each other');
