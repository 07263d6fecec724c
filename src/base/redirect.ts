/** One hop: `url` answered `statusCode` and sent the reader to `location`, an absolute URL. */
export interface Redirect {
  readonly url: string;
  readonly statusCode: number;
  readonly location: string;
}
