import type { RefusalCode } from './errors.js';

/** A request that the guard did not let through, as it is told to the program (never to the page or the model). */
export interface Refusal {
  /** What was asked for. Of a TLS tunnel only the origin is known. */
  readonly url: string;
  readonly code: RefusalCode | 'DNS_FAILED';
  /** The rule, without any address that DNS gave. */
  readonly reason: string;
}
