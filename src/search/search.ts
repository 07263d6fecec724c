export type TimeRange = 'd' | 'w' | 'm' | 'y';

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  /** Empty where there is none. */
  readonly snippet: string;
  /** Day or moment, in ISO 8601, where it is known. */
  readonly publishedTime?: string;
}

export interface SearchOptions {
  /** Default 5; kept between 1 and 20. */
  maxResults?: number | undefined;
  /** Only pages of the last day, week, month or year. */
  timeRange?: TimeRange | undefined;
  /** Aborting rejects with `signal.reason`, also while the search waits for its turn. */
  signal?: AbortSignal | undefined;
}

/** Searches the web. Implement it to plug in an engine of your own: an object with `search` is enough. */
export interface WebSearch {
  /** For messages and logs. */
  readonly name?: string;
  /**
   * The results, best first; an empty list when there truly are none. What keeps a search from its answer is an error, never
   * an empty list. Must be safe to call concurrently.
   */
  search(query: string, options?: SearchOptions): Promise<readonly SearchResult[]>;
  close?(): Promise<void>;
}

/** A backend of ours. Closing it ends what it made for itself. */
export interface SearchBackend extends WebSearch, AsyncDisposable {
  readonly name: string;
  close(): Promise<void>;
}
