export type { ErrorDetails, RefusalCode } from './base/errors.js';
export {
  BrowserError,
  ContentError,
  InvalidInputError,
  isPagewardError,
  NetworkError,
  PagewardError,
  RefusedError,
  ResponseError,
  TimeoutError,
  UsageError,
} from './base/errors.js';
export type { Refusal } from './base/refusal.js';
