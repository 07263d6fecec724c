import type { PagewardError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { type Refusal, recordedUrl } from '../base/refusal.js';
import type { Refused } from './decision.js';
import type { RefusalReason } from './refusal-reasons.js';

/** What one read may use of the network. */
export interface EgressBudgets {
  /** Bytes received, of the document and all that it loads. */
  readonly bytes: number;
  /** Requests, a tunnel counting as one. */
  readonly requests: number;
  readonly hosts: number;
  /** Tunnels open at once. */
  readonly tunnels: number;
}

const DEFAULT_BUDGETS: EgressBudgets = {
  // The document may be as large as the largest kind; what it loads has its budget besides.
  bytes: LIMITS.pdfBytes + LIMITS.subresourceBytes,
  requests: LIMITS.subresourceRequests,
  hosts: LIMITS.subresourceHosts,
  tunnels: LIMITS.tunnelsPerContext,
};

/** An allowed connection that did not come about or broke off before it gave an answer. */
export interface EgressFailure {
  /** As `recordedUrl` writes it. */
  readonly url: string;
  /** NetworkError or TimeoutError. */
  readonly error: PagewardError;
}

/** Something that happened at a listener. */
export type EgressEvent =
  | { readonly type: 'refusal'; readonly refusal: Refusal }
  | { readonly type: 'failure'; readonly failure: EgressFailure }
  /** A request began or ended, or a tunnel opened or closed. */
  | { readonly type: 'activity'; readonly inFlight: number; readonly tunnels: number };

const REFUSALS_KEPT = 1_000;
const FAILURES_KEPT = 100;

/** Counts what a listener's current read does, against its budgets. */
export class EgressLedger {
  readonly budgets: EgressBudgets;
  refusals: Refusal[] = [];
  /** All of them, those not kept included. */
  refusalCount = 0;
  failures: EgressFailure[] = [];
  bytesReceived = 0;
  inFlight = 0;
  tunnels = 0;
  /** Requests and tunnels that ever began. */
  begun = 0;
  #requests = 0;
  #hosts = new Set<string>();
  readonly #subscribers = new Set<(event: EgressEvent) => void>();

  constructor(budgets: Partial<EgressBudgets> = {}) {
    this.budgets = { ...DEFAULT_BUDGETS, ...budgets };
  }

  /** Begins a new read: counts start at zero, what is still open stays open. */
  begin(): void {
    this.refusals = [];
    this.refusalCount = 0;
    this.failures = [];
    this.bytesReceived = 0;
    this.#requests = 0;
    this.#hosts = new Set();
  }

  subscribe(subscriber: (event: EgressEvent) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** Counts a request to `host`, or says which budget it breaks. */
  charge(host: string): RefusalReason | undefined {
    this.#requests += 1;
    if (this.#requests > this.budgets.requests) return overBudget(`${this.budgets.requests} requests`);
    if (this.isOverBytes) return overBudget(`${this.budgets.bytes} bytes`);
    if (!this.#hosts.has(host) && this.#hosts.size >= this.budgets.hosts)
      return overBudget(`${this.budgets.hosts} hosts`);
    this.#hosts.add(host);
    return undefined;
  }

  get isOverBytes(): boolean {
    return this.bytesReceived > this.budgets.bytes;
  }

  refuse({ url, code, reason }: Refused): void {
    const refusal: Refusal = { url: recordedUrl(url), code: code === 'INVALID_URL' ? 'REFUSED_URL' : code, reason };
    this.refusalCount += 1;
    this.refusals.push(refusal);
    // Whoever has just been refused looks for it here, however much was refused before.
    if (this.refusals.length > REFUSALS_KEPT) this.refusals.splice(REFUSALS_KEPT / 2, 1);
    this.#publish({ type: 'refusal', refusal });
  }

  fail({ url, error }: EgressFailure): void {
    const failure = { url: recordedUrl(url), error };
    if (this.failures.length < FAILURES_KEPT) this.failures.push(failure);
    this.#publish({ type: 'failure', failure });
  }

  /** Counts a request as in flight until the returned function is called; a second call does nothing. */
  enter(kind: 'inFlight' | 'tunnels'): () => void {
    let inside = true;
    this[kind] += 1;
    this.begun += 1;
    this.#publishActivity();
    return () => {
      if (!inside) return;
      inside = false;
      this[kind] -= 1;
      this.#publishActivity();
    };
  }

  #publishActivity(): void {
    this.#publish({ type: 'activity', inFlight: this.inFlight, tunnels: this.tunnels });
  }

  #publish(event: EgressEvent): void {
    for (const subscriber of this.#subscribers) subscriber(event);
  }
}

/** Says which budget of a read is used up. */
export function overBudget(budget: string): RefusalReason {
  return { code: 'REFUSED_BUDGET', reason: `the read may use no more than ${budget}` };
}
