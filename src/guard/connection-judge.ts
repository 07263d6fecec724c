import { LIMITS } from '../base/limits.js';
import { effectivePort, redactUrl } from '../base/url.js';
import { abortable } from './abortable.js';
import { judgeAddress } from './address.js';
import { type Admission, type AdmissionRules, admit, isPortAllowed, type Reach } from './admission.js';
import type { Decision, Refused } from './decision.js';
import { permits } from './domain-policy.js';
import { formatAddress, parseAddress, unmapAddress, unwrapAddress } from './ip-address.js';
import { NAT64_PROBE } from './nat64.js';
import type { Nat64Discovery } from './nat64-discovery.js';
import { OutsideNames } from './outside-names.js';
import { type CompiledPolicy, coversName } from './policy.js';
import { answersRefusal, literalRefusal, portRefusal, type RefusalReason } from './refusal-reasons.js';
import { isWithin } from './reserved-names.js';
import { localhostAddresses, type Resolver } from './resolver.js';
import { BAD_PORTS, hostOf, judgeName, judgeParts } from './url-rules.js';

/** What a connection is for, taken from the URL once. */
export interface Connection {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  /** The host as the caller wrote it. */
  readonly spelled: string;
  /** False where only the host is known: a rule with a path then allows nothing, and blocks all. */
  readonly pathVisible: boolean;
}

/**
 * What one read may additionally reach because its caller named it: the port of the caller's URL, and, if that URL leads to
 * a target of the operator's `allowPrivate` list, the entries of that list.
 */
export interface ReadScope {
  readonly callerUrl: string;
  /** Absent of what is not an http(s) URL: such a scope gives no privilege. */
  readonly caller?: Connection;
}

interface JudgeParts extends AdmissionRules {
  readonly nat64: Nat64Discovery;
  readonly reservedNames: readonly string[];
  readonly resolve: Resolver;
}

interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Stands in for DNS. */
  readonly answers?: readonly string[] | undefined;
  /** Nothing will be dialled: about a literal address nobody is asked. */
  readonly checkOnly?: boolean | undefined;
}

/** Applies a policy to connections. Asks DNS, opens nothing. */
export class ConnectionJudge {
  readonly #policy: CompiledPolicy;
  readonly #rules: AdmissionRules;
  readonly #nat64: Nat64Discovery;
  readonly #reservedNames: readonly string[];
  readonly #resolve: Resolver;
  /** Settled by the first judgement of a read and then fixed, so that no later DNS answer can widen the read. */
  readonly #privateGrants = new WeakMap<ReadScope, boolean>();
  readonly #outsideNames = new OutsideNames();

  constructor({ reservedNames, resolve, ...rules }: JudgeParts) {
    this.#policy = rules.policy;
    this.#rules = rules;
    this.#nat64 = rules.nat64;
    this.#reservedNames = reservedNames;
    this.#resolve = resolve;
  }

  /** What speaks against a connection before DNS is asked. What the read may yet be granted is taken as granted. */
  refuseWithoutDns(connection: Connection, scope: ReadScope): Refused | undefined {
    const granted = this.#privateGrants.get(scope) ?? true;
    const reason = this.#judgeName(connection, this.#reach(scope, granted));
    return reason && refused(connection.url, reason);
  }

  /** Resolves and judges one connection. Rejects only with `signal.reason`. */
  async decide(connection: Connection, scope: ReadScope, options: AskOptions): Promise<Decision> {
    const hopeless = this.refuseWithoutDns(connection, scope);
    if (hopeless) return hopeless;
    const { url, host, port } = connection;
    const answers = await this.#addressesOf(connection, scope, options);
    await this.#learnNat64(connection, answers, options);
    const reach = this.#reach(scope, await this.#isPrivateGranted(scope, connection, answers, options.signal));
    const mustStayInside = reach.privateGranted && scope.caller?.host === host && !this.#isVouchedFor(host);
    const admitAnswer = (answer: string): Admission | undefined => {
      const admission = this.#admit(connection, answer, reach);
      return mustStayInside && admission?.admitted && admission.public ? LEFT : admission;
    };
    const reason = this.#judgeName(connection, reach) ?? answersRefusal(connection, answers, admitAnswer);
    if (reason) return refused(url, reason);
    if (this.#hasPrivateList && answers.some((answer) => isPublic(this.#admit(connection, answer, reach)))) {
      this.#outsideNames.add(host);
    }
    const addresses = answers.slice(0, LIMITS.dnsAnswers).map(canonical);
    return { decision: 'allow', url: redactUrl(url), host, port, addresses };
  }

  #reach(scope: ReadScope, privateGranted: boolean): Reach {
    return { callerPort: scope.caller?.port, privateGranted };
  }

  #judgeName(connection: Connection, reach: Reach): RefusalReason | undefined {
    const { url, host, port } = connection;
    const fault = judgeParts(url) ?? this.#judgeHost(connection, reach);
    if (fault) return fault;
    if (BAD_PORTS.has(port)) return portRefusal(port);
    const domains = this.#policy.domains;
    if (!domains || permits(domains, connection.pathVisible ? url : url.hostname)) return undefined;
    const reason = domains.mode === 'allow' ? 'is not among the allowed domains' : 'is a blocked domain';
    return { code: 'REFUSED_DOMAIN', reason: `${host} ${reason}` };
  }

  #judgeHost(connection: Connection, reach: Reach): RefusalReason | undefined {
    const { host, port } = connection;
    if (parseAddress(host)) {
      const admission = this.#admit(connection, host, reach);
      return admission && literalRefusal(connection, admission);
    }
    if (this.#isOperatorsOwn(host, port, reach)) return undefined;
    const internal = judgeName(host, this.#reservedNames);
    if (internal) return internal;
    // With internal targets allowed, only the addresses will tell which port rule applies.
    const mayBePrivate = this.#policy.allowPrivate === true || this.#policy.allowPrivate.length > 0;
    return mayBePrivate || isPortAllowed(port, reach, this.#policy) ? undefined : portRefusal(port);
  }

  /** Whether the operator's `allowPrivate` speaks for this very name, so that it may be one that is otherwise reserved. */
  #isOperatorsOwn(host: string, port: number, reach: Reach): boolean {
    const { allowPrivate } = this.#policy;
    if (allowPrivate === true) return true;
    if (!reach.privateGranted || allowPrivate.length === 0) return false;
    return isWithin(host, 'localhost') || allowPrivate.some((entry) => coversName(entry, host, port));
  }

  #admit({ host, port }: Connection, text: string, reach: Reach): Admission | undefined {
    const address = parseAddress(text);
    return address && admit({ host, port, address }, reach, this.#rules);
  }

  async #addressesOf(connection: Connection, scope: ReadScope, { signal, answers }: AskOptions) {
    const { host } = connection;
    if (parseAddress(host)) return [host];
    const loopback = localhostAddresses(host);
    if (loopback) {
      // Not DNS's answers but ours, so that those which the operator has not allowed do not speak against the rest.
      const reach = this.#reach(scope, true);
      const allowed = loopback.filter((address) => this.#admit(connection, address, reach)?.admitted);
      return allowed.length > 0 ? allowed : loopback;
    }
    return answers ?? (await this.#lookUp(host, signal));
  }

  async #lookUp(host: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
    signal?.throwIfAborted();
    try {
      const answers: unknown = await abortable(Promise.resolve(this.#resolve(host, signal ? { signal } : {})), signal);
      // What is no text is no address, whatever it would turn into each time it is looked at.
      return Array.isArray(answers)
        ? answers.map((answer) => (typeof answer === 'string' ? answer : typeof answer))
        : [];
    } catch {
      signal?.throwIfAborted();
      return [];
    }
  }

  /** A NAT64 leads from what looks like a public IPv6 address to any IPv4 one. */
  async #learnNat64({ host }: Connection, answers: readonly string[], options: AskOptions): Promise<void> {
    const isSettled = options.answers !== undefined || (options.checkOnly && parseAddress(host) !== undefined);
    if (isSettled || !answers.some(looksPublicIpv6)) return;
    await this.#nat64.learn(() => this.#lookUp(NAT64_PROBE, options.signal));
  }

  async #isPrivateGranted(scope: ReadScope, connection: Connection, answers: readonly string[], signal?: AbortSignal) {
    if (!this.#hasPrivateList) return false;
    const known = this.#privateGrants.get(scope);
    if (known !== undefined) return known;
    const { caller } = scope;
    const isCallers = caller?.host === connection.host && caller.port === connection.port;
    const callerAnswers = isCallers ? answers : caller && (await this.#addressesOf(caller, scope, { signal }));
    const granted = this.#privateGrants.get(scope) ?? this.#leadsInside(scope, callerAnswers ?? []);
    this.#privateGrants.set(scope, granted);
    return granted;
  }

  #leadsInside(scope: ReadScope, answers: readonly string[]): boolean {
    const { caller } = scope;
    const reach = this.#reach(scope, true);
    if (caller === undefined || this.#judgeName(caller, reach)) return false;
    const admissions = answers.map((answer) => this.#admit(caller, answer, reach));
    if (!admissions.every((one) => one?.admitted) || admissions.every(isPublic)) return false;
    // Whoever answers for a name that the operator did not write may lead it in and out as he likes.
    return this.#isVouchedFor(caller.host) || !(admissions.some(isPublic) || this.#outsideNames.has(caller.host));
  }

  get #hasPrivateList(): boolean {
    const { allowPrivate } = this.#policy;
    return allowPrivate !== true && allowPrivate.length > 0;
  }

  /** Whether the operator's list names this host, so that whatever it resolves to is meant. */
  #isVouchedFor(host: string): boolean {
    const { allowPrivate } = this.#policy;
    return allowPrivate !== true && allowPrivate.some((entry) => entry.kind === 'name' && entry.host === host);
  }
}

/** What led inside when the read began has left, while what it loaded then is still there. */
const LEFT: Admission = { admitted: false, rule: 'outside', why: 'public, in a read of an internal host' };

function isPublic(admission: Admission | undefined): boolean {
  return admission?.admitted === true && admission.public;
}

/** Takes apart a URL that parses. */
export function connectionOf(url: URL, options: { spelled?: string; pathVisible?: boolean } = {}): Connection {
  const host = hostOf(url);
  const { spelled = host, pathVisible = true } = options;
  return { url, host, port: effectivePort(url), spelled, pathVisible };
}

/** A refusal of `url`. */
export function refused(url: string | URL, reason: RefusalReason): Refused {
  return { decision: 'refuse', url: redactUrl(url), ...reason };
}

function looksPublicIpv6(text: string): boolean {
  const bytes = parseAddress(text);
  return bytes !== undefined && unwrapAddress(bytes).length === 16 && judgeAddress(bytes).public;
}

function canonical(text: string): string {
  const bytes = parseAddress(text);
  return bytes ? formatAddress(unmapAddress(bytes)) : text;
}
