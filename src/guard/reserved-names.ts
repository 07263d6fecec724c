/** A name that never leads to the public Internet, with who says so. It stands for itself and everything below it. */
export interface ReservedName {
  readonly name: string;
  readonly source: string;
}

/**
 * Names refused before DNS is asked, so that not even the question leaks. Single labels are refused besides. Left labels
 * are nobody's to reserve: `metadata.example.com` is judged by its addresses.
 */
export const RESERVED_NAMES: readonly ReservedName[] = [
  { name: 'alt', source: 'RFC 9476: not DNS' },
  { name: 'cluster.local', source: 'Kubernetes' },
  { name: 'consul', source: 'HashiCorp Consul' },
  { name: 'corp', source: 'ICANN: withheld, used internally' },
  { name: 'home', source: 'ICANN: withheld, used internally' },
  { name: 'home.arpa', source: 'RFC 8375' },
  { name: 'internal', source: 'ICANN: private use; cloud and container hosts, metadata.google.internal' },
  { name: 'intranet', source: 'RFC 6762 appendix G' },
  { name: 'invalid', source: 'RFC 6761' },
  { name: 'lan', source: 'RFC 6762 appendix G' },
  { name: 'local', source: 'RFC 6762: multicast DNS' },
  { name: 'localdomain', source: 'hosts files' },
  { name: 'localdomain6', source: 'hosts files' },
  { name: 'localhost', source: 'RFC 6761: the whole tree is loopback' },
  { name: 'metadata.goog', source: 'Google Cloud metadata' },
  { name: 'metadata.tencentyun.com', source: 'Tencent Cloud metadata' },
  { name: 'onion', source: 'RFC 7686: not DNS' },
  { name: 'private', source: 'RFC 6762 appendix G' },
  { name: 'svc', source: 'Kubernetes' },
  { name: 'test', source: 'RFC 6761' },
];

/** Whether `host` is `name` or lies below it. Both in lower-case ASCII without trailing dot. */
export function isWithin(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}
