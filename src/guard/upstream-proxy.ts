import { UsageError } from '../base/errors.js';
import { asUrl } from '../base/url.js';
import { parseAddress, sameAddress } from './ip-address.js';

/** The proxy through which the operator's machine reaches the web. Its credentials are in `authorization` and nowhere else. */
export interface UpstreamProxy {
  /** Whether TLS is spoken to it. */
  readonly secure: boolean;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Origin, for the operator: without credentials. */
  readonly shown: string;
  /** The Proxy-Authorization header, where there are credentials. */
  readonly authorization: string | undefined;
}

/**
 * Reads `http://[user:password@]host:port` or `https://…`; user and password are percent-decoded.
 *
 * @throws UsageError `INVALID_OPTION`, whose message does not quote the value: it may hold a password.
 */
export function parseUpstreamProxy(text: string): UpstreamProxy {
  const url = /^https?:\/\/[^/\\?#\s]+\/?$/i.test(text) ? asUrl(text) : undefined;
  if (url === undefined) throw invalid(FORM);
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  if (port === 0) throw invalid(FORM);
  return {
    secure,
    host: url.hostname.replace(/^\[|\]$|\.$/g, ''),
    port,
    shown: `${url.protocol}//${url.hostname}:${port}`,
    authorization: url.username === '' && url.password === '' ? undefined : authorizationOf(url),
  };
}

/** Whether a connection would end at the proxy itself, by the name or the address that it was given by. */
export function isUpstreamProxy(
  { host, port }: UpstreamProxy,
  target: { readonly host: string; readonly port: number; readonly address: Uint8Array },
): boolean {
  if (target.port !== port) return false;
  const address = parseAddress(host);
  return target.host === host || (address !== undefined && sameAddress(address, target.address));
}

const FORM = 'must be http://host:port or https://host:port, with user:password@ before the host if it wants them';

function authorizationOf({ username, password }: URL): string {
  const [user, secret] = [decoded(username), decoded(password)];
  // Basic credentials are parted by the first colon, and are one line (RFC 7617 2).
  if (user.includes(':') || /\p{Cc}/u.test(user + secret)) throw invalid('has a user or password that cannot be sent');
  return `Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('has a user or password with a broken percent-encoding');
  }
}

function invalid(rule: string): UsageError {
  return new UsageError(`proxy: ${rule}`, {
    code: 'INVALID_OPTION',
    hint: 'Write characters such as @ : / % in a user name or password percent-encoded.',
    details: { option: 'proxy' },
  });
}
