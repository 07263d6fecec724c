import type { IncomingMessage } from 'node:http';
import { type CallerRules, callerFault } from '../base/caller.js';
import { LIMITS } from '../base/limits.js';

/** Where the protocol is spoken, and where is told that the server is well. */
export const PATH = '/mcp';
const HEALTH_PATH = '/health';

/** Why a request does not get through to the protocol. */
export interface HttpFault {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is known of a request before its body is read. */
type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * Why this request is answered by us and not by the protocol; undefined when it may pass. Whose request it is comes first:
 * who may not call is told nothing of what there is.
 *
 * @param underWay messages that are being answered now
 */
export function gateFault(head: RequestHead, rules: CallerRules, underWay: number): HttpFault | undefined {
  const { method, headers } = head;
  const fault = callerFault(headers, rules);
  if (fault !== undefined) {
    const challenge = fault.status === 401 ? { headers: { 'www-authenticate': 'Bearer realm="pageward"' } } : {};
    return { status: fault.status, message: `${fault.message} ${fault.hint}`, ...challenge };
  }
  if (isHealthQuestion(head)) return undefined;
  if (pathOf(head) !== PATH) return { status: 404, message: `The protocol is spoken at ${PATH}.` };
  const isOfSession = headers['mcp-session-id'] !== undefined && (method === 'GET' || method === 'DELETE');
  if (method !== 'POST' && !isOfSession) {
    return { status: 405, message: 'Send messages by POST.', headers: { allow: 'POST' } };
  }
  if (method === 'POST' && underWay >= LIMITS.mcpRequests) {
    return { status: 429, message: 'Too many requests at once.', headers: { 'retry-after': '1' } };
  }
  return undefined;
}

export function isHealthQuestion(head: RequestHead): boolean {
  return head.method === 'GET' && pathOf(head) === HEALTH_PATH;
}

function pathOf({ url = '' }: RequestHead): string {
  return url.split('?')[0] ?? '';
}
