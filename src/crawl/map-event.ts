/** What the map of a site tells, in the order in which it is found. */
export type MapEvent = MapUrl | MapNotice | MapEnd;

/** A URL of the site. Each once, by the crawl's normal form. */
export interface MapUrl {
  readonly type: 'url';
  /** As the site writes it, without tracking parameters and fragment. */
  readonly url: string;
  readonly source: 'start' | 'sitemap' | 'link';
  /** The sitemap or the page that names it. */
  readonly from?: string;
  /** As a sitemap writes it. */
  readonly lastModified?: string;
}

/** Something that kept URLs from being found. */
export interface MapNotice {
  readonly type: 'notice';
  /** The sitemap, the page, or the site. */
  readonly about: string;
  /** For a person. */
  readonly message: string;
  /** Of the error, where there was one. */
  readonly code?: string;
}

/** The last event. */
export interface MapEnd {
  readonly type: 'end';
  /** `complete`: nothing was left to look at within the scope. Otherwise the limit that ended it. */
  readonly reason: 'complete' | 'max-urls' | 'max-pages';
  readonly urls: number;
  /** Pages looked through for links, and those that could not be had. */
  readonly pages: number;
  readonly failures: number;
}
