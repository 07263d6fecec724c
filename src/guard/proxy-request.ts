import { asUrl } from '../base/url.js';
/** The request line and headers of one request to the proxy, as a browser sends them. */
export interface ProxyRequestHead {
  readonly method: string;
  readonly target: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
}

/** A request to be sent on: everything in it is rebuilt from what was judged. */
export interface ForwardedHead {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly hasBody: boolean;
}

/**
 * The URL that an absolute-form target (`GET http://host/path`) names; undefined for every other form, and for https,
 * which goes through tunnels only. `ws:` is read as the http that its handshake is.
 */
export function parseAbsoluteForm(target: string): URL | undefined {
  const url = /^(?:http|ws):\/\/[^/?#\\]+/i.test(target) ? asUrl(target) : undefined;
  if (url === undefined) return undefined;
  if (url.protocol === 'ws:') url.protocol = 'http:';
  url.hash = '';
  return url;
}

/**
 * The origin that the target of a CONNECT names: `host:port` or `[v6]:port` and nothing else. Shown as https but for port
 * 80, because inside is TLS, as a rule.
 */
export function parseAuthority(target: string): URL | undefined {
  const match = /^(\[[\da-f:.]+\]|[^\s/?#@:[\]\\]+):(\d{1,5})$/i.exec(target);
  if (match === null) return undefined;
  return asUrl(`${match[2] === '80' ? 'http' : 'https'}://${target}/`);
}

/**
 * The head to send on for `url`; undefined when the request's framing is in doubt, because then its end, and what comes
 * after it, would be read differently by us and by the server (request smuggling).
 */
export function forwardHead({ method, rawHeaders }: ProxyRequestHead, url: URL): ForwardedHead | undefined {
  const headers = pairs(rawHeaders);
  const valuesOf = (name: string) => headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
  const lengths = valuesOf('content-length');
  const codings = valuesOf('transfer-encoding');
  if (valuesOf('host').length !== 1 || lengths.length + codings.length > 1) return undefined;
  if (lengths.some((length) => !/^\d+$/.test(length)) || codings.some((coding) => coding.toLowerCase() !== 'chunked')) {
    return undefined;
  }
  const named = valuesOf('connection').flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase()));
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  const kept = headers.filter(([name]) => !dropped.has(name.toLowerCase()) && !/^proxy-/i.test(name));
  const framing = codings.length > 0 ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', lengths[0] ?? '0'];
  const hasBody = codings.length > 0 || Number(lengths[0] ?? 0) > 0;
  const needsFraming = hasBody || (method !== 'GET' && method !== 'HEAD');
  return {
    method,
    path: url.pathname + url.search,
    headers: ['Host', url.host, ...kept.flat(), ...(needsFraming ? framing : [])],
    hasBody,
  };
}

/** The headers of a request that concern the server, by lower-case name. Codings and framing are of whoever sends it. */
export function endToEnd(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const dropped = new Set([...HOP_BY_HOP, 'accept-encoding']);
  return Object.fromEntries(named.filter(([name]) => !dropped.has(name) && !name.startsWith('proxy-')));
}

/** The headers of an answer that concern the browser and not this connection. */
export function answerHeaders(rawHeaders: readonly string[]): string[] {
  const headers = pairs(rawHeaders);
  const named = headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? value.split(',').map((one) => one.trim().toLowerCase()) : [],
  );
  const dropped = new Set([...CONNECTION_HEADERS, ...named]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()) && !/^proxy-/i.test(name)).flat();
}

/** Of one connection only (RFC 9110 7.6.1). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'];
const HOP_BY_HOP = [...CONNECTION_HEADERS, 'host', 'content-length', 'expect'];

function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    list.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return list;
}
