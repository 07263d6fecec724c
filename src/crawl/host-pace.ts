/** How one request to a host ended, for the pace of those after it. */
export interface PaceOutcome {
  /** Absent where there was no answer. */
  readonly statusCode?: number;
  /** The answer's Retry-After header, as sent. */
  readonly retryAfter?: string;
  /** Time to the answer in milliseconds. */
  readonly elapsedMs: number;
}

export interface PaceSettings {
  /** Requests to one host at a time, at most. Default 8. */
  readonly maxPerHost?: number;
  /** Between the starts of two requests to one host, at least, in milliseconds. Default 0. */
  readonly spacingMs?: number;
  /** How long a host may ask to be left alone; longer, and its URLs fail instead of waiting. Default 600 000. */
  readonly maxQuietMs?: number;
}
