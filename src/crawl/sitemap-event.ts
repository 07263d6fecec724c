/** A page in other languages, as a sitemap says. */
export interface SitemapAlternate {
  /** As written: `de`, `en-GB`, `x-default`. */
  readonly language: string;
  readonly url: string;
}

/** What reading sitemaps gives, in the order in which it is found. */
export type SitemapEvent = SitemapUrl | SitemapRead | SitemapProblem;

/** A page that a sitemap names. */
export interface SitemapUrl {
  readonly type: 'url';
  readonly url: string;
  /** As written, if it is a date at all. */
  readonly lastModified?: string;
  readonly alternates?: readonly SitemapAlternate[];
  /** The sitemap that names it. */
  readonly sitemap: string;
}

/** A sitemap was read to its end, or to a limit. */
export interface SitemapRead {
  readonly type: 'sitemap';
  readonly sitemap: string;
  readonly kind: 'index' | 'urls' | 'feed' | 'text';
  /** How many pages, or of an index how many sitemaps, were taken from it. */
  readonly entries: number;
}

/** Why a sitemap, or a part of one, was not read. */
export interface SitemapProblem {
  readonly type: 'problem';
  readonly sitemap: string;
  /** For a person. */
  readonly message: string;
  /** Of the error, where there was one: `HTTP_STATUS`, `TIMEOUT`, `REFUSED_ADDRESS`… */
  readonly code?: string;
  readonly statusCode?: number;
}
