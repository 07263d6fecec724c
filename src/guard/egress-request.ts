import { isPagewardError } from '../base/errors.js';
import { parseMediaType } from '../base/media-type.js';
import { redactUrl } from '../base/url.js';
import { type MadeAnswer, ownAnswer } from './egress-answer.js';
import type { EgressGate } from './egress-gate.js';
import type { ExchangeAnswer } from './http-exchange.js';
import { answerHeaders, endToEnd } from './proxy-request.js';

/** A request as the browser would make it inside a tunnel. */
export interface SeenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Makes one request in the browser's stead; see {@link EgressListener.request}. */
export async function makeRequest(gate: EgressGate, seen: SeenRequest): Promise<MadeAnswer> {
  const { ledger, shared } = gate;
  const url = new URL(seen.url);
  const leave = ledger.enter('inFlight');
  try {
    const { signal } = gate.closing;
    const decision = await gate.admit(url, { pathVisible: true, isTunnel: false, signal });
    if (decision.decision === 'refuse') return ownAnswer(403, shared.nonce);
    const left = Math.max(0, ledger.budgets.bytes - ledger.bytesReceived);
    const answer = await gate.exchange.run(
      decision,
      { url, method: seen.method, headers: endToEnd(seen.headers), ...(seen.body ? { body: seen.body } : {}) },
      {
        signal,
        maxBytes: () => left,
        bodyEndsAt: Number.POSITIVE_INFINITY,
        // It has no end, and so nothing that could be handed on.
        wantsBody: (_, headers) => parseMediaType(headers['content-type']).essence !== 'text/event-stream',
      },
    );
    ledger.bytesReceived += answer.body.length;
    if (!answer.sizeCapped) return madeAnswer(answer);
    gate.refuseMore(url);
    return ownAnswer(403, shared.nonce);
  } catch (error) {
    if (!isPagewardError(error)) throw error;
    ledger.fail({ url: redactUrl(url), error });
    return ownAnswer(502, shared.nonce);
  } finally {
    leave();
  }
}

/** The body has been decoded, and cookies stay apart. */
function madeAnswer({ statusCode, headers, cookies, body }: ExchangeAnswer): MadeAnswer {
  const kept = Object.entries(headers).filter(([name]) => !REMADE.has(name));
  return {
    statusCode,
    rawHeaders: answerHeaders([...kept, ...cookies.map((one) => ['set-cookie', one])].flat()),
    body,
  };
}

const REMADE: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'set-cookie']);
