import { delay } from '../base/deadline.js';
import { UsageError } from '../base/errors.js';
import type { Readiness } from '../page/page.js';
import { firstOf } from './first-of.js';
import type { PageWatcher } from './page-watcher.js';
import { judgeSettle, type SettleSettings } from './settle-verdict.js';
import { evaluate, evaluateApart, type Tab } from './tab.js';

/** What the operator knows about a page and we cannot. It ends the waiting as soon as it holds. */
export type WaitFor = { readonly selector: string } | { readonly expression: string } | { readonly delayMs: number };

/** How often to ask again for what the operator named. */
const ASK_AGAIN_MS = 30;

/** Waits until the page is done, and no longer. Rejects only with `over.reason`. */
export async function settlePage(
  watcher: PageWatcher,
  settings: SettleSettings,
  over: AbortSignal,
): Promise<Readiness> {
  for (;;) {
    over.throwIfAborted();
    const leftMs = settings.deadlineMs - watcher.elapsedMs;
    const probe = watcher.domReady ? await watcher.probe(Math.max(1, leftMs)) : undefined;
    const verdict = judgeSettle(watcher.observation(probe), settings);
    if (verdict.settled) return verdict.readiness;
    await watcher.news(verdict.recheckMs, (probe?.loadingSigns.length ?? 0) > 0);
  }
}

/**
 * Waits for what the operator named, or for the deadline.
 *
 * @throws UsageError `INVALID_OPTION` when the browser cannot parse the selector or expression.
 */
export async function waitForNamed(
  tab: Tab,
  watcher: PageWatcher,
  options: { readonly waitFor: WaitFor; readonly deadlineMs: number; readonly over: AbortSignal },
): Promise<Readiness> {
  const { waitFor, deadlineMs, over } = options;
  const leftMs = (): number => Math.max(1, deadlineMs - watcher.elapsedMs);
  if ('delayMs' in waitFor) {
    await delay(Math.min(waitFor.delayMs, leftMs()), over);
    return readiness('delay', watcher);
  }
  const reason = 'selector' in waitFor ? 'selector' : 'expression';
  while (watcher.elapsedMs < deadlineMs) {
    if (await firstOf(holds(tab, waitFor), leftMs())) return readiness(reason, watcher);
    await delay(Math.min(ASK_AGAIN_MS, leftMs()), over);
  }
  return readiness('deadline', watcher, [`what waitFor names: ${Object.values(waitFor)[0]}`]);
}

async function holds(tab: Tab, waitFor: { selector: string } | { expression: string }): Promise<boolean> {
  try {
    // An expression is about the page's own variables, so it runs in the page's own world.
    if ('expression' in waitFor) return Boolean(await evaluate(tab, `Boolean(${waitFor.expression}\n)`));
    return (await evaluateApart(tab, `document.querySelector(${JSON.stringify(waitFor.selector)}) !== null`)) === true;
  } catch (error) {
    if (!String(error).includes('SyntaxError')) return false;
    throw new UsageError(`waitFor: the browser cannot read ${JSON.stringify(waitFor)}`, {
      code: 'INVALID_OPTION',
      hint: 'Give a CSS selector or a JavaScript expression.',
      details: { option: 'waitFor' },
      cause: error,
    });
  }
}

function readiness(reason: Readiness['reason'], watcher: PageWatcher, pending: readonly string[] = []): Readiness {
  return { reason, pending, elapsedMs: Math.round(watcher.elapsedMs) };
}
