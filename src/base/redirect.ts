/**
 * How a page sent its reader on: `http`, by the status of its answer; `meta-refresh`, by a refresh that it announced in
 * an element or a header; `script`, by its program, which may have sent a form or loaded itself again; `action`, when an
 * action of the read led on.
 */
export type RedirectKind = 'http' | 'meta-refresh' | 'script' | 'action';

/** One hop: `url` answered `statusCode` and sent the reader to `location`, an absolute URL. */
export interface Redirect {
  readonly url: string;
  readonly statusCode: number;
  readonly location: string;
  readonly kind: RedirectKind;
}
