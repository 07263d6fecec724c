/**
 * `calendar`: dates that run on. `session`: a parameter or path segment that changes and means nothing. `facets`: parameters
 * combined without end. `repetition`: segments of a path, or parameters, that come again and again. `deep-path` and `long-url`: URLs that have grown
 * beyond what people make. `same-content`: one page under ever new addresses.
 */
export type TrapKind =
  | 'calendar'
  | 'session'
  | 'facets'
  | 'repetition'
  | 'deep-path'
  | 'long-url'
  | 'same-content'
  | 'routes';

/** URLs without end that lead nowhere new. */
export interface Trap {
  readonly kind: TrapKind;
  /** What its URLs have in common, what differs written as `{date}`, `{value}` and the like. */
  readonly pattern: string;
  /** The first few that were not read. */
  readonly examples: readonly string[];
  /** How many distinct URLs were not read for it. */
  readonly count: number;
}
