import { delay } from '../base/deadline.js';
import { UsageError } from '../base/errors.js';
import { noteTarget } from '../page/action-target-script.js';
import type { Readiness } from '../page/page.js';
import { reachTarget } from './action-target.js';
import { firstOf } from './first-of.js';
import { targetPath } from './page-action.js';
import type { PageWatcher } from './page-watcher.js';
import { evaluate, type Tab } from './tab.js';
import type { WaitFor } from './wait-condition.js';

type Condition = { readonly selector: string } | { readonly expression: string };

export interface WaitForOptions {
  readonly waitFor: WaitFor;
  readonly deadlineMs: number;
  /** Whether the page's clock may be made to run ahead until it holds. */
  readonly virtualTime: boolean;
  readonly over: AbortSignal;
}

/** How often to ask again for what the operator named. */
const ASK_AGAIN_MS = 30;
/** Page time between two questions while the clock runs ahead: what is named may come and go. */
const ASK_AGAIN_PAGE_MS = 250;

/**
 * Waits for what the operator named, or for the deadline.
 *
 * @throws UsageError `INVALID_OPTION` when the browser cannot parse the selector or expression.
 */
export async function waitForNamed(tab: Tab, watcher: PageWatcher, options: WaitForOptions): Promise<Readiness> {
  const { waitFor, deadlineMs, over } = options;
  const leftMs = (): number => Math.max(1, deadlineMs - watcher.elapsedMs);
  // In a tab that has read before, it may stand.
  watcher.clock.pace();
  if (typeof waitFor === 'string') {
    while (!watcher.hasReached(waitFor) && watcher.elapsedMs < deadlineMs) {
      over.throwIfAborted();
      await watcher.news(leftMs(), false);
    }
    return watcher.hasReached(waitFor)
      ? watcher.readiness(waitFor, [])
      : watcher.readiness('deadline', [`the event ${waitFor}`]);
  }
  if ('delayMs' in waitFor) {
    await delay(Math.min(waitFor.delayMs, leftMs()), over);
    return watcher.readiness('delay', []);
  }
  while (watcher.elapsedMs < deadlineMs) {
    over.throwIfAborted();
    if (await firstOf(holds(tab, watcher, waitFor), leftMs())) {
      watcher.clock.pace();
      return watcher.readiness('selector' in waitFor ? 'selector' : 'expression', []);
    }
    if (options.virtualTime && watcher.mayRunAhead) {
      await watcher.runAhead(ASK_AGAIN_PAGE_MS);
      continue;
    }
    watcher.clock.pace();
    await delay(Math.min(ASK_AGAIN_MS, leftMs()), over);
  }
  return watcher.readiness('deadline', [`what waitFor names: ${Object.values(waitFor)[0]}`]);
}

async function holds(tab: Tab, { targets }: PageWatcher, condition: Condition): Promise<boolean> {
  try {
    // An expression is about the page's own variables, so it runs in the page's own world.
    if ('expression' in condition) return Boolean(await evaluate(tab, `Boolean(${condition.expression}\n)`));
    const { answer } = await reachTarget({ ...tab, targets }, targetPath(condition.selector), noteTarget);
    return !('obstacle' in answer);
  } catch (error) {
    if (!String(error).includes('SyntaxError')) return false;
    throw new UsageError(`waitFor: the browser cannot read ${JSON.stringify(condition)}`, {
      code: 'INVALID_OPTION',
      hint: 'Give a CSS selector or a JavaScript expression.',
      details: { option: 'waitFor' },
      cause: error,
    });
  }
}
