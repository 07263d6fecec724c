import { LONGEST_TIMER_MS } from '../base/deadline.js';
import { TimeoutError } from '../base/errors.js';
import type { Redirect } from '../base/redirect.js';
import type { Refusal } from '../base/refusal.js';
import { redactUrl } from '../base/url.js';
import type { PageScreenshot, Readiness } from '../page/page.js';
import type { DocumentResponse, RawDocument } from './main-document.js';
import { MainFrame, type NavigationRequest } from './navigate.js';
import { PageWatcher } from './page-watcher.js';
import { type ScreenshotSettings, type TakenScreenshot, takeScreenshot } from './screenshot.js';
import { type ScrollOption, scrollPage } from './scroll.js';
import { settlePage, type WaitFor, waitForNamed } from './settle.js';
import type { SettleSettings } from './settle-verdict.js';
import { takeSnapshot } from './snapshot.js';
import type { Tab } from './tab.js';

export interface RenderOptions {
  readonly settle: SettleSettings;
  readonly waitFor?: WaitFor;
  readonly screenshot?: ScreenshotSettings;
  readonly scroll?: ScrollOption;
  maxBytes(mediaType: string): number;
  /** Milliseconds for everything; `Infinity` for no limit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A document as the browser gave it: rendered HTML as a string, anything else as bytes. */
export interface RenderedDocument extends DocumentResponse {
  readonly body: string | Uint8Array;
  readonly sizeCapped: boolean;
  readonly rendered: boolean;
  readonly redirects: readonly Redirect[];
  readonly readiness?: Readiness;
  readonly screenshot?: PageScreenshot;
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
}

/** Kept back of a read's time for writing the page down, at most a fifth of it. */
const SNAPSHOT_RESERVE_MS = 1_500;
/** What a browser makes of nothing. */
const EMPTY_DOCUMENT = '<html data-pageward-layout="known"><head></head><body></body></html>';
const SNAPSHOT_LIMIT_MS = 10_000;
const SCREENSHOT_LIMIT_MS = 10_000;

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
  const rendered = async (): Promise<RenderedDocument> => {
    await frame.navigate();
    const ready = await waitUntilReady(tab, watcher, { ...options, deadlineMs, over: over.signal });
    const readiness = await scrolledOn(tab, watcher, ready, { ...options, deadlineMs, over: over.signal });
    const withinMs = (limitMs: number): number =>
      Math.min(limitMs, Math.max(1, (options.timeoutMs - watcher.elapsedMs) * 0.8));
    const snapshot = await takeSnapshot(tab, {
      maxChars: options.maxBytes('text/html'),
      withinMs: withinMs(SNAPSHOT_LIMIT_MS),
    });
    const { response } = frame;
    if (snapshot === undefined || response === undefined) {
      throw new TimeoutError(`${redactUrl(request.url)} did not let its page be read in time`);
    }
    const { screenshot, warnings: said }: TakenScreenshot = options.screenshot
      ? await takeScreenshot(tab, options.screenshot, withinMs(SCREENSHOT_LIMIT_MS))
      : { warnings: [] };
    const late = readiness.reason === 'deadline' ? [lateWarning(readiness)] : [];
    return {
      ...response,
      url: snapshot.url,
      body: snapshot.html === EMPTY_DOCUMENT ? '' : snapshot.html,
      sizeCapped: snapshot.capped,
      rendered: true,
      redirects: frame.redirects,
      readiness,
      ...(screenshot === undefined ? {} : { screenshot }),
      refusals: [...tab.listener.refusals],
      warnings: [...frame.warnings, ...late, ...said],
    };
  };
  try {
    const raw = frame.ended.then((document) => asBytes(document, frame, tab, options));
    return await Promise.race([rendered(), raw, tab.died, aborted(options.signal)]);
  } finally {
    clearTimeout(timer);
    // Whoever lost the race must not go on waiting.
    over.abort();
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function waitUntilReady(
  tab: Tab,
  watcher: PageWatcher,
  limits: RenderOptions & { readonly deadlineMs: number; readonly over: AbortSignal },
): Promise<Readiness> {
  const { waitFor, settle, deadlineMs, over } = limits;
  if (waitFor !== undefined) return waitForNamed(tab, watcher, { waitFor, deadlineMs, over });
  return settlePage(watcher, { ...settle, deadlineMs: Math.min(settle.deadlineMs, deadlineMs) }, over);
}

async function scrolledOn(
  tab: Tab,
  watcher: PageWatcher,
  ready: Readiness,
  limits: RenderOptions & { readonly deadlineMs: number; readonly over: AbortSignal },
): Promise<Readiness> {
  const { scroll, settle, deadlineMs, over } = limits;
  if (scroll === undefined || ready.reason === 'deadline') return ready;
  const scrolled = await scrollPage(tab, {
    scroll,
    maxChars: limits.maxBytes('text/html'),
    withinMs: Math.min(deadlineMs - watcher.elapsedMs, LONGEST_TIMER_MS),
    signal: over,
    settleAgain: (withinMs) => settlePage(watcher, { ...settle, deadlineMs: watcher.elapsedMs + withinMs }, over),
  });
  return { ...ready, scrolled };
}

function asBytes(raw: RawDocument, frame: MainFrame, tab: Tab, { screenshot }: RenderOptions): RenderedDocument {
  const { incomplete, ...document } = raw;
  const warnings = [
    ...(incomplete ? ['The deadline passed before the whole body had arrived.'] : []),
    ...(screenshot === undefined ? [] : ['No screenshot: the answer is not a page that a browser shows.']),
  ];
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
