import type {
  BrowserErrorCode,
  ContentErrorCode,
  HumanErrorCode,
  InvalidInputErrorCode,
  NetworkErrorCode,
  QueueErrorCode,
  RefusalCode,
  ResponseErrorCode,
  SearchErrorCode,
  TimeoutErrorCode,
  UsageErrorCode,
} from './error-codes.js';

const BRAND = Symbol.for('pageward.error');

/** JSON-safe facts about an error, for logs and programs. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface ErrorOptionsOf<Code extends string> {
  readonly code: Code;
  /** What the caller can do about it, in one sentence. */
  readonly hint?: string;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/**
 * Root of every error that Pageward throws on purpose. Its class says how to react, its `code` says what happened;
 * match on `code`, never on the message. Branded, so that two copies of the package in one process agree
 * (see {@link isPagewardError}).
 */
export abstract class PagewardError<Code extends string = string> extends Error {
  readonly code: Code;
  /** Whether the same call may succeed later without a change. */
  abstract readonly retryable: boolean;
  readonly hint?: string;
  readonly details: ErrorDetails;
  readonly [BRAND] = true;

  constructor(message: string, options: ErrorOptionsOf<Code>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.name = new.target.name;
    this.details = options.details ?? {};
    if (options.hint !== undefined) this.hint = options.hint;
  }

  toJSON(): { name: string; code: Code; message: string; retryable: boolean; hint?: string; details: ErrorDetails } {
    const { name, code, message, retryable, hint, details } = this;
    return { name, code, message, retryable, ...(hint === undefined ? {} : { hint }), details };
  }
}

/** Whether `error` is one of ours, from whichever copy of the package it came. */
export function isPagewardError(error: unknown): error is PagewardError {
  return typeof error === 'object' && error !== null && BRAND in error;
}

/** The guard forbids it, before or after a redirect. Do not retry; tell the user. */
export class RefusedError extends PagewardError<RefusalCode> {
  readonly retryable = false;
}

/** The network failed. Retry with a pause. */
export class NetworkError extends PagewardError<NetworkErrorCode> {
  readonly retryable = true;
}

/** A deadline passed before there was anything to return. Retry once, or allow more time. */
export class TimeoutError extends PagewardError<TimeoutErrorCode> {
  readonly retryable = true;

  constructor(message: string, options: Omit<ErrorOptionsOf<TimeoutErrorCode>, 'code'> = {}) {
    super(message, { ...options, code: 'TIMEOUT' });
  }
}

/** The server answered, and the answer cannot be used. React by status. */
export class ResponseError extends PagewardError<ResponseErrorCode> {
  get retryable(): boolean {
    return this.code === 'RATE_LIMITED';
  }
}

/** The answer does not hold what was looked for. A browser may see more; of an action, look at the page and mend it. */
export class ContentError extends PagewardError<ContentErrorCode> {
  readonly retryable = false;
}

/** The browser is missing or broken. Run `pageward doctor`. */
export class BrowserError extends PagewardError<BrowserErrorCode> {
  get retryable(): boolean {
    return this.code === 'BROWSER_CRASHED';
  }
}

/** Nobody answered a question: there is nobody, or they would not. Go on without an answer. */
export class HumanError extends PagewardError<HumanErrorCode> {
  readonly retryable = false;
}

/**
 * A search engine gave no answer that can be used, which is not the same as none to give. Ask another, or later:
 * `details.retryAfterMs` says when, where it is known.
 */
export class SearchError extends PagewardError<SearchErrorCode> {
  readonly retryable: boolean;

  constructor(message: string, options: ErrorOptionsOf<SearchErrorCode> & { readonly retryable?: boolean }) {
    super(message, options);
    this.retryable = options.retryable ?? options.code === 'SEARCH_BLOCKED';
  }
}

/** What a crawl keeps its record in is not to be had: held by another crawl, damaged, or not writable. The operator's to mend. */
export class QueueError extends PagewardError<QueueErrorCode> {
  get retryable(): boolean {
    return this.code === 'JOURNAL_LOCKED' || this.code === 'QUEUE_UNREACHABLE';
  }
}

/** The program called us wrongly: mend the call. */
export class UsageError extends PagewardError<UsageErrorCode> {
  readonly retryable = false;
}

/** A model gave a tool arguments that do not fit. The model can mend it: spend the retry budget here. */
export class InvalidInputError extends PagewardError<InvalidInputErrorCode> {
  readonly retryable = false;

  constructor(message: string, options: Omit<ErrorOptionsOf<InvalidInputErrorCode>, 'code'> = {}) {
    super(message, { ...options, code: 'INVALID_INPUT' });
  }
}

/** What was thrown says, whatever it is: code of somebody else's may throw anything. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'what was thrown does not say what it is';
  }
}
