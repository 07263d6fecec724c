import { asUrl, effectivePort } from '../base/url.js';
import { readClientHello } from './client-hello.js';
import { parseAddress } from './ip-address.js';
import { hostOf } from './url-rules.js';

/** What the first bytes in a tunnel make of it. */
export type TunnelOpening =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'tls' }
  /** A WebSocket without TLS, whose URL (as http:) is visible. */
  | { readonly kind: 'websocket'; readonly url: URL };

/**
 * Judges how a tunnel to `authority` opens. Through CONNECT a page can send bytes of its choice to any port (WebRTC does),
 * so it must be TLS for the very host that was judged, or a WebSocket handshake with that host.
 */
export function judgeOpening(bytes: Uint8Array, authority: URL): TunnelOpening {
  if (bytes.length === 0) return { kind: 'incomplete' };
  return bytes[0] === 0x16 ? judgeTls(bytes, authority) : judgeHandshake(bytes, authority);
}

function judgeTls(bytes: Uint8Array, authority: URL): TunnelOpening {
  const hello = readClientHello(bytes);
  if (hello.kind === 'incomplete') return hello;
  const host = hostOf(authority);
  // Server names are never addresses (RFC 6066 3).
  const expected = parseAddress(host) ? undefined : host;
  if (hello.kind === 'hello' && hello.serverName === expected) return { kind: 'tls' };
  return { kind: 'refused', reason: 'the tunnel did not open with TLS for its own host' };
}

const OPENING_LINE = 'GET ';

function judgeHandshake(bytes: Uint8Array, authority: URL): TunnelOpening {
  const text = new TextDecoder('latin1').decode(bytes);
  const looksRight = text.startsWith(OPENING_LINE) || OPENING_LINE.startsWith(text);
  if (!looksRight) return NOT_A_HANDSHAKE;
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return { kind: 'incomplete' };
  // A WebSocket client is silent until it is answered; more would be a second request that nobody judges.
  if (end + 4 !== text.length) return NOT_A_HANDSHAKE;
  const [requestLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const path = /^GET (\/[\x21-\x7e]*) HTTP\/1\.1$/.exec(requestLine)?.[1];
  const headers = lines.map((line) => /^([!#$%&'*+\-.^_`|~\w]+):[\t ]*([^\0\r\n]*?)[\t ]*$/.exec(line));
  const valuesOf = (name: string) =>
    headers.flatMap((header) => (header?.[1]?.toLowerCase() === name ? [header[2] ?? ''] : []));
  const isHandshake =
    path !== undefined &&
    headers.every((header) => header !== null) &&
    isOnly(valuesOf('host'), (host) => isSameAuthority(host, authority)) &&
    isOnly(valuesOf('upgrade'), (upgrade) => upgrade.toLowerCase() === 'websocket') &&
    isOnly(valuesOf('connection'), (connection) => /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(connection)) &&
    [...valuesOf('content-length'), ...valuesOf('transfer-encoding')].length === 0;
  return isHandshake
    ? // Not resolved against the host: a path that begins with two slashes would name another one.
      { kind: 'websocket', url: new URL(`http://${authority.hostname}:${effectivePort(authority)}${path}`) }
    : NOT_A_HANDSHAKE;
}

const NOT_A_HANDSHAKE: TunnelOpening = {
  kind: 'refused',
  reason: 'the tunnel opened with neither TLS nor a WebSocket handshake for its own host',
};

function isOnly(values: readonly string[], fits: (value: string) => boolean): boolean {
  const [value, ...more] = values;
  return value !== undefined && more.length === 0 && fits(value);
}

function isSameAuthority(host: string, authority: URL): boolean {
  const url = /^[^/?#@\\\s]+$/.test(host) ? asUrl(`http://${host}/`) : undefined;
  return url?.hostname === authority.hostname && effectivePort(url) === effectivePort(authority);
}
