import { invalidOption } from './options.js';

/** Whom a server of ours answers. */
export interface CallerRules {
  /** The port it listens on. */
  readonly port: number;
  /** Whether it listens on a loopback address only; then a caller has to call it by a loopback name, or by one of these. */
  readonly isLoopback: boolean;
  /** Names it may be called by besides, each with or without a port: `reader.example.com`, `reader.example.com:8443`. */
  readonly allowedHosts?: readonly string[];
  /** Origins of other sites whose pages may call it: `https://app.example.com`. */
  readonly allowedOrigins?: readonly string[];
  /** What a caller has to know. */
  readonly token?: string | undefined;
}

/** Why a caller is turned away, fit to be told. */
export interface CallerFault {
  readonly status: 401 | 403;
  readonly code: 'UNAUTHORIZED' | 'WRONG_HOST' | 'CROSS_SITE';
  readonly message: string;
  readonly hint: string;
}

/** The headers of a request by lower-case name, as Node gives them. */
export type CallerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Shorter ones can be guessed. */
const TOKEN_CHARS = 16;

/** Why this caller is not answered; undefined when it is. */
export function callerFault(headers: CallerHeaders, rules: CallerRules): CallerFault | undefined {
  return hostFault(headers, rules) ?? siteFault(headers, rules) ?? tokenFault(headers, rules);
}

/**
 * Whether the caller calls us by a name that is ours. A page in the operator's browser can have its own name resolve to
 * 127.0.0.1 (DNS rebinding), and is then of the same origin as we; but its Host header says whose name it is. A server
 * that listens elsewhere has names that it cannot know: what keeps rebinding out there is the token, which it must have.
 */
export function hostFault(
  headers: CallerHeaders,
  { port, isLoopback, allowedHosts = [] }: CallerRules,
): CallerFault | undefined {
  const host = parseHost(single(headers['host']));
  const isOurs = host !== undefined && isLoopbackHost(host.name) && host.port === port;
  const isAllowed = host !== undefined && allowedHosts.some((allowed) => matches(host, allowed));
  if (isOurs || isAllowed || (!isLoopback && allowedHosts.length === 0)) return undefined;
  return {
    status: 403,
    code: 'WRONG_HOST',
    message: 'The Host header is no name of this server.',
    hint: 'Call it by 127.0.0.1 and its port, or start it with --allowed-hosts NAME.',
  };
}

/**
 * Whether a page of another site makes this request, by what the browser says of it: it must neither have us read for it
 * nor see what we read. Programs that are no browsers say nothing, and neither do the browser's own address bar and
 * bookmarks (`none`).
 */
export function siteFault(headers: CallerHeaders, { allowedOrigins = [] }: CallerRules): CallerFault | undefined {
  const origin = single(headers['origin']);
  if (origin !== undefined && allowedOrigins.includes(origin)) return undefined;
  const isForeign = origin !== undefined && origin.replace(/^https?:\/\//, '') !== single(headers['host']);
  const site = single(headers['sec-fetch-site']) ?? 'none';
  // What a page has its browser fetch ahead (speculation rules), Chromium says to be of no site.
  const isAhead = /prefetch/i.test(single(headers['sec-purpose']) ?? '');
  // `same-site` is another port of this machine.
  if (!isForeign && !isAhead && (site === 'none' || site === 'same-origin')) return undefined;
  return {
    status: 403,
    code: 'CROSS_SITE',
    message: 'Pages of other sites may not call this server.',
    hint: 'Call it from a program, or open its address yourself.',
  };
}

/** Whether the caller knows the token, where there is one (RFC 6750 2.1). */
export function tokenFault(headers: CallerHeaders, { token }: CallerRules): CallerFault | undefined {
  if (token === undefined) return undefined;
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(single(headers['authorization']) ?? '') ?? [];
  if (isSame(given, token)) return undefined;
  return {
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'This server asks for a token.',
    hint: 'Send it in the header Authorization: Bearer TOKEN.',
  };
}

/**
 * Refuses to start a server that anybody could use.
 *
 * @throws UsageError `INVALID_OPTION`: beyond loopback there must be a token, and a token must not be guessable.
 */
export function checkBinding(host: string, token: string | undefined): void {
  if (token === undefined && !isLoopbackHost(host)) {
    throw invalidOption(
      `${host} can be reached from other machines, and without a token anybody there could read through this one`,
      'token',
      'Give a token by --token or PAGEWARD_TOKEN, or listen on 127.0.0.1.',
    );
  }
  if (token !== undefined && !new RegExp(`^[!-~]{${TOKEN_CHARS},}$`).test(token)) {
    throw invalidOption(
      `token: must be ${TOKEN_CHARS} or more visible ASCII characters`,
      'token',
      'Make one, for example by: openssl rand -hex 32',
    );
  }
}

/** Whether a name or address stands for this machine alone; of a name only `localhost` is known to. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

interface Host {
  readonly name: string;
  readonly port: number | undefined;
}

function parseHost(header = ''): Host | undefined {
  const [, name, port] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(header) ?? [];
  if (name === undefined) return undefined;
  // Of a URL without a port browsers and curl send none.
  return { name: name.toLowerCase(), port: port === undefined ? 80 : Number(port) };
}

function matches(host: Host, allowed: string): boolean {
  const wanted = parseHost(allowed);
  if (wanted === undefined || wanted.name !== host.name) return false;
  return !/:\d+$/.test(allowed) || wanted.port === host.port;
}

/** Compares in a time that tells nothing of where two texts differ. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < other.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}
