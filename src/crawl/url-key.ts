import { asUrl } from '../base/url.js';

/** What of a query names a page. */
export interface KeyOptions {
  /** Parameters that say nothing about the page, beside the table: names, or with a `*` at the end. */
  readonly dropParams?: readonly string[];
  /** Parameters of the table that mean something on this site. */
  readonly keepParams?: readonly string[];
}

/** A URL and its name. */
export interface KeyedUrl {
  /** The normal form: equal for spellings of one address, never equal for two origins. A URL itself, and its own normal form. */
  readonly key: string;
  /** To be fetched: as it is written, without a fragment that is no route. */
  readonly url: string;
  /** The fragment, `#` included, where it may name a place of its own (`#/x`, `#!x`). It is in the key. */
  readonly route: string;
}

/** The normal form of a URL; undefined for what is not an http(s) URL. */
export function urlKey(raw: string, _options: KeyOptions = {}): KeyedUrl | undefined {
  const url = asUrl(raw);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const route = /^#(?:!|\/)/.test(url.hash) ? url.hash : '';
  if (route === '') url.hash = '';
  return { key: url.href, url: url.href, route };
}
