import { asUrl, normalEscapes } from '../base/url.js';
import { matchesWildcard } from '../base/wildcard.js';
import { isTracking } from './tracking-params.js';

/** What of a query names a page. */
export interface KeyOptions {
  /** Parameters that say nothing about the page, beside the table: names, `*` standing for any characters; any case. */
  readonly dropParams?: readonly string[];
  /** Parameters that mean something on this site, though the table or `dropParams` has them. Likewise. */
  readonly keepParams?: readonly string[];
}

/** A URL and its name. */
export interface KeyedUrl {
  /**
   * The normal form: equal for spellings of one address, never equal for two origins. A URL itself, and its own normal
   * form.
   */
  readonly key: string;
  /** To be fetched: as it is written, without tracking parameters and without a fragment that is no route. */
  readonly url: string;
  /** The fragment, `#` included, where it may name a place of its own (`#/x`, `#!x`); the key ends in it. */
  readonly route: string;
}

/**
 * The normal form of a URL; undefined for what is not an http(s) URL, and for one with a password, which no guard
 * lets through. Beyond what every URL parser does (case, default ports, dot segments, IDNA): escapes of unreserved
 * characters are undone and others written in capitals, parameters sorted by name, those of tracking and empty ones
 * left out, `+` written as the space that it is, session ids taken out of the path.
 */
export function urlKey(raw: string, options: KeyOptions = {}): KeyedUrl | undefined {
  const url = asUrl(raw);
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  const route = routeOf(url.hash);
  const params = url.search
    .slice(1)
    .split('&')
    .filter((param) => param !== '' && !isDropped(nameOf(param), options));
  const start = `${url.protocol}//${url.host}`;
  return {
    key: flat(start, normalPath(url.pathname), normalQuery(params), route),
    url: flat(start, url.pathname, params.length === 0 ? '' : `?${params.join('&')}`, route),
    route,
  };
}

/** Strings that are added keep their parts in memory, those that are joined do not; a crawl keeps very many. */
function flat(...parts: readonly string[]): string {
  return parts.join('');
}

/**
 * Places that a program of the page may show: `#/…` and `#!…`. An empty one is the page itself; any other is an
 * anchor.
 */
function routeOf(hash: string): string {
  return /^#(?:!\/?|\/)[^/]/.test(hash) ? normalPart(hash) : '';
}

/** What servers that got no cookie write into paths: `;jsessionid=…` (RFC 3986 3.3) and ASP.NET's `/(S(…))/`. */
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/;]*|\/\((?:[SAF]\([^()/]*\))+\)(?=\/|$)/gi;

function normalPath(path: string): string {
  const normal = normalPart(path);
  return /[;(]/.test(normal) ? normal.replace(PATH_SESSION, '') || '/' : normal;
}

/** A `%` that begins no escape is one of its own for every server that answers at all. */
function normalPart(part: string): string {
  return part.includes('%') ? normalEscapes(part.replace(/%(?![\da-f]{2})/gi, '%25')) : part;
}

function normalQuery(params: readonly string[]): string {
  if (params.length === 0) return '';
  const normal = params.map((param) => normalPart(param.replaceAll('+', '%20')));
  // A sort is stable: `a=1&a=2` and `a=2&a=1` are lists in different order.
  if (normal.length > 1) normal.sort((one, other) => compare(nameOf(one), nameOf(other)));
  return `?${normal.join('&')}`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function nameOf(param: string): string {
  const end = param.indexOf('=');
  return end < 0 ? param : param.slice(0, end);
}

function isDropped(name: string, { dropParams = [], keepParams = [] }: KeyOptions): boolean {
  const isOf = (patterns: readonly string[]) =>
    patterns.some((pattern) => matchesWildcard(pattern.toLowerCase(), name.toLowerCase()));
  return (isTracking(name) || isOf(dropParams)) && !isOf(keepParams);
}
