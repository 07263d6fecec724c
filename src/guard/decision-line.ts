import { LIMITS } from '../base/limits.js';
import { asUrl, effectivePort } from '../base/url.js';
import type { Decision } from './decision.js';
import { hostOf } from './url-rules.js';

/** When and for which read a decision was made. */
export interface DecisionContext {
  readonly time: Date;
  /** The URL that the caller asked for, credentials redacted. */
  readonly read: string;
}

/**
 * A decision as one line of JSON, for a log. The keys, in this order, and absent where they say nothing: `time` (ISO 8601,
 * UTC), `read`, `url`, `host`, `port`, `decision` (`allow` or `refuse`), `code`, `reason`, `detail`, `addresses`.
 *
 * It is ASCII without control characters, whatever a URL holds: no page can begin a line of its own, drive a terminal or
 * turn text around. Texts longer than a URL may be are cut, with `…` at the end. It tells the addresses that DNS gave: the
 * log is the operator's, never a model's or a page's.
 */
export function decisionLine(decision: Decision, { time, read }: DecisionContext): string {
  const { url } = decision;
  const line = {
    time: time.toISOString(),
    read: cut(read),
    url: cut(url),
    ...targetOf(decision),
    decision: decision.decision,
    ...(decision.decision === 'allow'
      ? { addresses: decision.addresses }
      : {
          code: decision.code,
          reason: cut(decision.reason),
          ...(decision.detail === undefined ? {} : { detail: cut(decision.detail) }),
        }),
  };
  return JSON.stringify(line).replace(/[^\x20-\x7e]/g, escapeUnit);
}

function targetOf(decision: Decision): { host?: string; port?: number } {
  if (decision.decision === 'allow') return { host: decision.host, port: decision.port };
  const url = asUrl(decision.url);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return {};
  return { host: cut(hostOf(url)), port: effectivePort(url) };
}

function cut(text: string): string {
  return text.length > LIMITS.urlBytes ? `${text.slice(0, LIMITS.urlBytes)}…` : text;
}

/** JSON.stringify leaves what is beyond ASCII as it is: line separators, C1 controls, marks that turn text around. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
