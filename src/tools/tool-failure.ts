import type { PagewardError } from '../base/errors.js';
import { asUrl } from '../base/url.js';
import { disarm } from './fence.js';

/** A foreseen failure, as a program can match it. */
export interface ToolFault {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** What it is about, after redirects; credentials redacted. */
  readonly url?: string;
  /** Of the answer, where there was one. */
  readonly statusCode?: number;
}

/** A failed call, as the model reads it (`text`) and as a program can match it (`error.code`). */
export interface ToolFailure<Out = unknown> {
  readonly text: string;
  readonly isError: true;
  readonly error: ToolFault;
  /** Of tools whose failures have a shape of their own. */
  readonly data?: Out;
}

/** Of the details only what cannot name an address that DNS gave. */
export function faultOf({ code, message, hint, retryable, details: { url, statusCode } }: PagewardError): ToolFault {
  return {
    code,
    message,
    retryable,
    ...(hint === undefined ? {} : { hint }),
    ...(typeof url === 'string' ? { url } : {}),
    ...(typeof statusCode === 'number' ? { statusCode } : {}),
  };
}

/** The result that stands for a failure whose shape is not the tool's own. */
export function failureOf(error: PagewardError): ToolFailure<never> {
  const { code, message, hint, details } = error;
  const refused = isRefusal(code) ? 'Refused: ' : '';
  const { url, redirectedFrom } = details;
  // Path and query of a redirect are the site's to choose, and this text stands outside the fence.
  const way = redirectedFrom === undefined ? '' : `${originOf(redirectedFrom)} redirects to ${originOf(url)}: `;
  // A message may name what a site chose: the address of a redirect, say.
  const text = disarm(`${refused}${way}${message}${adviceLine(hint)}`);
  return { text, isError: true, error: faultOf(error) };
}

/** Whether it was the guard that said no. */
export function isRefusal(code: string): boolean {
  return code.startsWith('REFUSED_');
}

/** The hint as a model reads it, below what happened. */
export function adviceLine(hint: string | undefined): string {
  return hint === undefined ? '' : `\n  hint: ${hint}`;
}

function originOf(url: unknown): string {
  const origin = typeof url === 'string' ? asUrl(url)?.origin : undefined;
  // `null` is the origin of what has none: javascript:, data:.
  return origin === undefined || origin === 'null' ? 'another address' : origin;
}
