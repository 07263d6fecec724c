import { LONGEST_TIMER_MS } from '../base/deadline.js';
import { TimeoutError } from '../base/errors.js';
import type { Redirect } from '../base/redirect.js';
import type { Refusal } from '../base/refusal.js';
import { redactUrl } from '../base/url.js';
import type { DocumentSnapshot } from '../page/document-snapshot.js';
import type { Draft } from '../page/look-script.js';
import type { Readiness } from '../page/page.js';
import type { PageObservations } from '../page/page-audit.js';
import type { Renditions } from '../page/renditions.js';
import { CapturedAnswers, type JsonPatterns, type TakenAnswers } from './captured-answers.js';
import { examineRender } from './examine.js';
import { knownRoutes } from './known-routes.js';
import type { DocumentResponse, RawDocument } from './main-document.js';
import { MainFrame } from './navigate.js';
import type { NavigationRequest } from './navigation-request.js';
import { NetworkLoss } from './network-loss.js';
import type { PageAction } from './page-action.js';
import { observations } from './page-observations.js';
import { PageWatcher } from './page-watcher.js';
import { reachReadiness, settleAgain } from './reach-readiness.js';
import { notDrawn, type RenditionOrders, takeRenditions } from './renditions.js';
import { ScriptFaults } from './script-faults.js';
import { scrollPageBack } from './scroll.js';
import type { ScrollOption } from './scroll-option.js';
import type { SettleSettings } from './settle-patience.js';
import { isWhole, takeSnapshot, unseenWarnings } from './snapshot.js';
import type { Tab } from './tab.js';
import type { WaitFor } from './wait-condition.js';

/** What is to be done beside reading the page. */
export interface RenderOrders extends RenditionOrders {
  readonly actions?: readonly PageAction[];
  readonly captureJson?: JsonPatterns;
  readonly scroll?: ScrollOption;
  /** Note what only a browser sees of the page. */
  readonly audit?: boolean;
}

export interface RenderOptions {
  readonly settle: SettleSettings;
  readonly waitFor?: WaitFor;
  readonly orders: RenderOrders;
  maxBytes(mediaType: string): number;
  /** Milliseconds for everything; `Infinity` for no limit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Hears that the document is on its way into the page. */
  onArrival?(): void;
  /** Hears of the document as it stands while it is still being made sure that it is done. */
  onDraft?(draft: RenderedDraft): void;
}

/** A document as it may turn out to be. */
export type RenderedDraft = DocumentResponse & Pick<RenderedDocument, 'body' | 'sizeCapped' | 'rendered'>;

/** A document as the browser gave it: rendered HTML as a string, anything else as bytes. */
export interface RenderedDocument extends DocumentResponse, Renditions {
  readonly body: string | Uint8Array;
  readonly sizeCapped: boolean;
  readonly rendered: boolean;
  readonly redirects: readonly Redirect[];
  /** The HTML as the server sent it, of a page whose program failed (see {@link Readiness.failure}). */
  readonly sent?: string;
  /** See {@link knownRoutes}. */
  readonly routes?: readonly string[];
  readonly readiness?: Readiness;
  readonly observed?: PageObservations;
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
}

/** Kept back of a read's time for writing the page down, at most a fifth of it. */
const SNAPSHOT_RESERVE_MS = 1_500;
/** What a browser makes of nothing. */
const EMPTY_DOCUMENT = '<html data-pageward-layout="known"><head></head><body></body></html>';
const EXAMINE_LIMIT_MS = 1_000;
const SNAPSHOT_LIMIT_MS = 10_000;
const CAPTURE_LIMIT_MS = 2_000;

/**
 * Goes to a URL, waits until the page is done and writes it down. Ends in time: with what is there when the deadline
 * comes after the document.
 *
 * @throws RefusedError, NetworkError, ResponseError `REDIRECT_LOOP`, TimeoutError when the page never let anyone look,
 * BrowserError `BROWSER_CRASHED`, `signal.reason`, UsageError `INVALID_OPTION` for a `waitFor` that the browser cannot read.
 */
export async function renderDocument(
  tab: Tab,
  request: NavigationRequest,
  options: RenderOptions,
): Promise<RenderedDocument> {
  const reserveMs = Math.min(SNAPSHOT_RESERVE_MS, options.timeoutMs / 5);
  const deadlineMs = options.timeoutMs - reserveMs;
  const bodyDeadline = new AbortController();
  const timer = setTimeout(() => bodyDeadline.abort(), Math.min(deadlineMs, LONGEST_TIMER_MS));
  const over = new AbortController();
  const watcher = new PageWatcher(tab, over.signal);
  const frame = new MainFrame(tab, request, {
    maxBytes: options.maxBytes,
    signal: AbortSignal.any([bodyDeadline.signal, options.signal]),
  });
  const withinMs = (limitMs: number): number =>
    Math.min(limitMs, Math.max(1, (options.timeoutMs - watcher.elapsedMs) * 0.8));
  const answers = captureAnswers(tab, options.orders, over.signal);
  const faults = new ScriptFaults(tab);
  const loss = new NetworkLoss(tab, over.signal);
  const rendered = async (): Promise<RenderedDocument> => {
    // Must be there before the page goes anywhere, or its workers and frames go unseen; commands keep their order.
    await Promise.all([watcher.start(), faults.watch(), frame.navigate()]);
    options.onArrival?.();
    const maxChars = options.maxBytes('text/html');
    const { settle, waitFor, orders } = options;
    const { actions, scroll } = orders;
    const onDraft = (draft: Draft): void => passDraft(draft, frame, options);
    const limits = { settle, waitFor, actions, scroll, maxChars, onDraft, deadlineMs, over: over.signal };
    const ready = await reachReadiness({ tab, watcher, frame, url: request.url }, limits);
    frame.hold();
    const draft = ready.draft !== undefined && isWhole(ready.draft.snapshot) ? ready.draft : undefined;
    const snapshot = await takeSnapshot(tab, {
      targets: watcher.targets,
      maxChars,
      withinMs: withinMs(SNAPSHOT_LIMIT_MS),
      draft: ready.draft,
      settleAgain: (settleMs) => settleAgain(watcher, limits, settleMs),
    });
    const { response, loader } = frame;
    if (snapshot === undefined || response === undefined) {
      throw new TimeoutError(`${redactUrl(request.url)} did not let its page be read in time`);
    }
    const [failed, routes] = await Promise.all([
      examineRender(tab, { faults, loader, maxChars, withinMs: withinMs(EXAMINE_LIMIT_MS), draft }),
      knownRoutes(tab, snapshot.url, withinMs(EXAMINE_LIMIT_MS)),
    ]);
    const seen = orders.audit
      ? await observations(tab, { faults, loader, maxChars, withinMs: withinMs(EXAMINE_LIMIT_MS) })
      : undefined;
    const readiness = failed === undefined ? ready.readiness : { ...ready.readiness, failure: failed.failure };
    if (options.orders.scroll !== undefined && options.orders.screenshot !== undefined)
      await scrollPageBack(tab).catch(() => undefined);
    const { renditions, warnings: said } = await takeRenditions(tab, options.orders, withinMs);
    const { captured, warnings: missed } = await answers(withinMs(CAPTURE_LIMIT_MS));
    const late = readiness.reason === 'deadline' ? [lateWarning(readiness)] : [];
    return {
      ...writtenDown(snapshot, response, frame),
      redirects: frame.redirects,
      ...(failed?.sent === undefined ? {} : { sent: failed.sent }),
      ...(routes.length === 0 ? {} : { routes }),
      readiness,
      ...(seen === undefined ? {} : { observed: seen }),
      ...renditions,
      ...(captured === undefined ? {} : { captured }),
      refusals: [...tab.listener.refusals],
      warnings: [
        ...frame.warnings,
        ...late,
        ...(await loss.warnings()),
        ...unseenWarnings(snapshot),
        ...said,
        ...missed,
      ],
    };
  };
  try {
    const raw = frame.ended.then(async (document) => {
      const { captured, warnings } = await answers(withinMs(CAPTURE_LIMIT_MS));
      const said = [...warnings, ...notDrawn(options.orders)];
      return { ...asBytes(document, frame, tab, said), ...(captured === undefined ? {} : { captured }) };
    });
    return await Promise.race([rendered(), raw, tab.died, aborted(options.signal)]);
  } finally {
    clearTimeout(timer);
    // Whoever lost the race must not go on waiting.
    over.abort();
    frame.close();
    faults.close();
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** What gives the answers captured so far; none when none are wanted. */
function captureAnswers(tab: Tab, { captureJson }: RenderOrders, over: AbortSignal) {
  const answers = captureJson === undefined ? undefined : new CapturedAnswers(tab, captureJson, over);
  return async (withinMs: number): Promise<Partial<TakenAnswers> & { warnings: readonly string[] }> =>
    answers === undefined ? { warnings: [] } : answers.taken(withinMs);
}

function writtenDown(snapshot: DocumentSnapshot, response: DocumentResponse, frame: MainFrame): RenderedDraft {
  return {
    ...response,
    // A blob's address or that of a blank page leads nowhere.
    url: /^https?:/.test(snapshot.url) ? snapshot.url : frame.url,
    body: snapshot.html === EMPTY_DOCUMENT ? '' : snapshot.html,
    sizeCapped: snapshot.capped,
    rendered: true,
  };
}

function passDraft({ snapshot }: Draft, frame: MainFrame, { onDraft }: RenderOptions): void {
  const { response } = frame;
  if (response !== undefined && isWhole(snapshot)) onDraft?.(writtenDown(snapshot, response, frame));
}

function asBytes(raw: RawDocument, frame: MainFrame, tab: Tab, said: readonly string[]): RenderedDocument {
  const { incomplete, ...document } = raw;
  const warnings = [...(incomplete ? ['The deadline passed before the whole body had arrived.'] : []), ...said];
  return {
    ...document,
    rendered: false,
    redirects: frame.redirects,
    refusals: [...tab.listener.refusals],
    warnings: [...frame.warnings, ...warnings],
  };
}

function lateWarning({ pending }: Readiness): string {
  const what = pending.length === 0 ? '' : ` It was still waiting for ${pending.slice(0, 3).join('; ')}.`;
  return `The deadline passed before the page was done: this is what was there.${what}`;
}
