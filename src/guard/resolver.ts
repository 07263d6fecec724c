import { promises as dns } from 'node:dns';
import { LIMITS } from '../base/limits.js';
import { abortable } from './abortable.js';
import { isWithin } from './reserved-names.js';

/**
 * Gives the addresses of a host name (lower-case ASCII, no trailing dot); an empty list when it has none. What it returns
 * is not trusted: the guard judges every answer. A failure counts as no answer, an abort as an abort.
 */
export type Resolver = (host: string, options: { signal?: AbortSignal }) => Promise<readonly string[]>;

/**
 * Asks DNS itself, A and AAAA at once. The name is asked with its root dot, so that no search list can make a public name
 * a cluster's own (Kubernetes sets `ndots:5`); the hosts file is not read.
 */
export const dnsResolver: Resolver = async (host, { signal }) => {
  signal?.throwIfAborted();
  // A resolver of our own can be cancelled, and does not sit in the thread pool that file I/O shares.
  const resolver = new dns.Resolver({ timeout: LIMITS.dnsTimeoutMs / 2, tries: 2 });
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
};

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
