import { LONGEST_TIMER_MS } from '../base/deadline.js';
import { redactUrl } from '../base/url.js';
import type { Readiness, Scrolled } from '../page/page.js';
import { performActions } from './actions.js';
import type { MainFrame } from './navigate.js';
import type { ActionWait, PageAction } from './page-action.js';
import type { PageWatcher } from './page-watcher.js';
import { scrollPage } from './scroll.js';
import type { ScrollOption } from './scroll-option.js';
import { type DraftReader, type Settled, settlePage } from './settle.js';
import type { SettleSettings } from './settle-patience.js';
import type { Tab } from './tab.js';
import type { WaitFor } from './wait-condition.js';
import { waitForNamed } from './wait-for.js';

export interface ReadyOptions {
  readonly settle: SettleSettings;
  readonly waitFor?: WaitFor | undefined;
  readonly actions?: readonly PageAction[] | undefined;
  readonly scroll?: ScrollOption | undefined;
  /** Of the page's HTML. */
  readonly maxChars: number;
  /** Absent where no look is to write the page down. */
  readonly drafts?: Pick<DraftReader, 'onDraft'> | undefined;
  /** On the watcher's clock. */
  readonly deadlineMs: number;
  readonly over: AbortSignal;
}

/** The page that is to become ready, and who knows of it. */
export interface PageInTab {
  readonly tab: Tab;
  readonly watcher: PageWatcher;
  readonly frame: MainFrame;
  readonly url: string;
}

/** Does the actions, waits until the page is done, and scrolls through it: whatever of that is wanted. */
export async function reachReadiness(page: PageInTab, options: ReadyOptions): Promise<Settled> {
  if (options.actions !== undefined) await act(page, options, options.actions);
  const settled = await waitUntilReady(page, options);
  const { scroll } = options;
  if (scroll === undefined || settled.readiness.reason === 'deadline') return settled;
  return { readiness: { ...settled.readiness, scrolled: await scrollOn(page, options, scroll) } };
}

/** Settles for a while more, after something was done to the page. */
export function settleAgain(
  watcher: PageWatcher,
  { settle, over }: Pick<ReadyOptions, 'settle' | 'over'>,
  withinMs: number,
): Promise<Settled> {
  return settlePage(watcher, { ...settle, deadlineMs: watcher.elapsedMs + withinMs }, over);
}

/** Does the actions on the settled page; what `waitFor` names may be there only after them. */
async function act(page: PageInTab, options: ReadyOptions, actions: readonly PageAction[]): Promise<void> {
  const { tab, watcher, frame, url } = page;
  const { virtualTime } = options.settle;
  const settle = async (): Promise<Readiness> =>
    (await waitUntilReady(page, { ...options, waitFor: undefined, drafts: undefined })).readiness;
  await settle();
  await performActions(tab, actions, {
    url: redactUrl(url),
    targets: watcher.targets,
    leftMs: () => options.deadlineMs - watcher.elapsedMs,
    steer: (isSteered) => frame.steer(isSteered),
    settle,
    cameAbout: async (waitFor: ActionWait, withinMs) => {
      const deadlineMs = Math.min(watcher.elapsedMs + withinMs, options.deadlineMs);
      const { reason } = await waitForNamed(tab, watcher, { waitFor, deadlineMs, virtualTime, over: options.over });
      return reason !== 'deadline';
    },
    over: options.over,
  });
}

async function waitUntilReady({ tab, watcher }: PageInTab, options: ReadyOptions): Promise<Settled> {
  const { waitFor, settle, deadlineMs, over, maxChars } = options;
  if (waitFor !== undefined) {
    const { virtualTime } = settle;
    return { readiness: await waitForNamed(tab, watcher, { waitFor, deadlineMs, virtualTime, over }) };
  }
  const drafts = options.drafts === undefined ? undefined : { maxChars, ...options.drafts };
  const settleMs = settle.deadlineMs + (options.actions === undefined ? 0 : watcher.elapsedMs);
  return settlePage(watcher, { ...settle, deadlineMs: Math.min(settleMs, deadlineMs) }, over, drafts);
}

function scrollOn({ tab, watcher }: PageInTab, options: ReadyOptions, scroll: ScrollOption): Promise<Scrolled> {
  return scrollPage(tab, {
    scroll,
    maxChars: options.maxChars,
    withinMs: Math.min(options.deadlineMs - watcher.elapsedMs, LONGEST_TIMER_MS),
    signal: options.over,
    settleAgain: (withinMs) => settleAgain(watcher, options, withinMs),
  });
}
