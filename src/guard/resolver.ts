import { promises as dns } from 'node:dns';
import { LIMITS } from '../base/limits.js';
import { abortable } from './abortable.js';
import { isWithin } from './reserved-names.js';

/**
 * Gives the addresses of a host name (lower-case ASCII, no trailing dot); an empty list when it has none. What it returns
 * is not trusted: the guard judges every answer. A failure counts as no answer, an abort as an abort.
 */
export type Resolver = (host: string, options: { signal?: AbortSignal }) => Promise<readonly string[]>;

/** A page opens several connections to a host at once; answers this fresh serve them all, and are judged for each. */
const ANSWERS_KEPT_MS = 3_000;
const NAMES_KEPT = 256;

/**
 * Asks DNS itself, A and AAAA at once. The name is asked with its root dot, so that no search list can make a public name
 * a cluster's own (Kubernetes sets `ndots:5`); the hosts file is not read.
 *
 * @param servers instead of the system's, as `address:port`.
 */
export function createDnsResolver({ servers }: { servers?: readonly string[] } = {}): Resolver {
  const kept = new Map<string, { answers: readonly string[]; until: number }>();

  return async (host, { signal }) => {
    const known = kept.get(host);
    if (known !== undefined && known.until > performance.now()) return known.answers;
    kept.delete(host);
    const answers = await ask(host, servers, signal);
    const [oldest] = kept.keys();
    if (kept.size >= NAMES_KEPT && oldest !== undefined) kept.delete(oldest);
    if (answers.length > 0) kept.set(host, { answers, until: performance.now() + ANSWERS_KEPT_MS });
    return answers;
  };
}

async function ask(host: string, servers: readonly string[] | undefined, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  // A resolver for each question can be cancelled, and does not sit in the thread pool that file I/O shares.
  const resolver = new dns.Resolver({ timeout: LIMITS.dnsTimeoutMs / 2, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  const timer = setTimeout(cancel, LIMITS.dnsTimeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve6(`${host}.`), resolver.resolve4(`${host}.`)]);
    signal?.throwIfAborted();
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/** The servers that the system has its names from, as `address` or `address:port`. */
export function dnsServers(): readonly string[] {
  return dns.getServers();
}

/** Asks the operating system: hosts file, search list, split horizon. Slower, and cannot be cancelled. */
export const systemResolver: Resolver = async (host, { signal }) => {
  const ending = AbortSignal.timeout(LIMITS.dnsTimeoutMs);
  const asking = abortable(dns.lookup(host, { all: true, verbatim: true }), ending);
  const answers = await abortable(asking, signal);
  return answers.map(({ address }) => address);
};

/** `localhost` and all below it are loopback by RFC 6761; nobody is asked. */
export function localhostAddresses(host: string): readonly string[] | undefined {
  return isWithin(host, 'localhost') ? ['127.0.0.1', '::1'] : undefined;
}
