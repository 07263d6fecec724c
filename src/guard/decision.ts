import type { RefusalCode } from '../base/error-codes.js';
import { type ErrorDetails, NetworkError, type PagewardError, RefusedError, UsageError } from '../base/errors.js';

/** The guard lets a connection through, to these addresses and no others. */
export interface Allowed {
  readonly decision: 'allow';
  readonly url: string;
  /** Lower-case ASCII, without brackets and trailing dot. */
  readonly host: string;
  readonly port: number;
  /** What may be dialled: literal addresses, all of them judged. */
  readonly addresses: readonly string[];
}

/** The guard says no. */
export interface Refused {
  readonly decision: 'refuse';
  /** Credentials redacted. */
  readonly url: string;
  /** `DNS_FAILED` and `INVALID_URL` are no rule of the guard's: there was nothing to judge. */
  readonly code: RefusalCode | 'DNS_FAILED' | 'INVALID_URL';
  /** The rule, fit for a model: it names no address that DNS gave. */
  readonly reason: string;
  /** What the operator could change, if anything. */
  readonly hint?: string;
  /** For the operator only: which address, which row of the table. Never shown to a model or a page. */
  readonly detail?: string;
}

/** The guard's answer about one connection. */
export type Decision = Allowed | Refused;

/**
 * A refusal as the error that callers throw: `RefusedError`, NetworkError `DNS_FAILED` or UsageError `INVALID_URL`.
 * `details` has the refused `url` and, after a redirect, `redirectedFrom`; of an answer that had come already, its
 * `statusCode`.
 */
export function refusalError(refused: Refused, redirectedFrom?: string, statusCode?: number): PagewardError {
  const details: ErrorDetails = {
    url: refused.url,
    ...(redirectedFrom === undefined ? {} : { redirectedFrom }),
    ...(statusCode === undefined ? {} : { statusCode }),
  };
  const hint = refused.hint === undefined ? {} : { hint: refused.hint };
  switch (refused.code) {
    case 'DNS_FAILED':
      return new NetworkError(refused.reason, {
        code: refused.code,
        details,
        hint: 'Check the spelling of the host name.',
      });
    case 'INVALID_URL':
      return new UsageError(`${refused.reason}: ${refused.url}`, {
        code: refused.code,
        details,
        hint: 'Give a whole address such as https://example.com/page.',
      });
    default:
      return new RefusedError(refused.reason, { code: refused.code, details, ...hint });
  }
}
