/** Headers that decide whom a request is for, where it ends or how it is carried: ours to set. */
const OUR_HEADERS = new Set(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/**
 * Whether a caller's header may be sent: its name a token, its value one line (RFC 9110 5.5), and not one of those that
 * are ours to set. `Proxy-*` is for a proxy, and the only one there is, is ours.
 */
export function isSendableHeader(name: string, value: unknown): boolean {
  const known = name.toLowerCase();
  const sensible = /^[!#$%&'*+\-.^_`|~\w]+$/.test(name) && typeof value === 'string' && isHeaderValue(value);
  return sensible && !OUR_HEADERS.has(known) && !known.startsWith('proxy-');
}

/** Whether a text is one line that HTTP/1.1 can carry. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
