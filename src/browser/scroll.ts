import { delay } from '../base/deadline.js';
import { LIMITS } from '../base/limits.js';
import type { Scrolled } from '../page/page.js';
import { pageScript } from '../page/page-script.js';
import { rowCollector } from '../page/row-collector.js';
import {
  endScrolling,
  nextFrames,
  pressForMore,
  type ScrollState,
  scrollBack,
  scrollOn,
} from '../page/scroll-script.js';
import { SNAPSHOT_USES } from '../page/snapshot-program.js';
import { snapshotDocument } from '../page/snapshot-script.js';
import { firstOf } from './first-of.js';
import { enterFrame, type FrameWorld } from './frame-world.js';
import type { ScrollOption } from './scroll-option.js';
import type { Tab } from './tab.js';

export interface ScrollRun {
  readonly scroll: ScrollOption;
  /** Stops when as much text is there. */
  readonly maxChars: number;
  readonly withinMs: number;
  readonly signal: AbortSignal;
  /** Waits until the page has done what it does after a step. */
  settleAgain(withinMs: number): Promise<unknown>;
}

const COLLECTING = [rowCollector, snapshotDocument, ...SNAPSHOT_USES];
const STEP = pageScript(scrollOn, COLLECTING);
const FINISH = pageScript(endScrolling, COLLECTING);
const MORE = pageScript(pressForMore, []);
const BACK = pageScript(scrollBack, []);
const FRAMES = pageScript(nextFrames, []);
/** Pages wait a while after the last movement before they ask for more. */
const LAST_LOOK_MS = 400;
const SETTLE_MS = 3_000;
const ANSWER_MS = 5_000;
/** More text than this is no counter's tick. */
const GROWTH_CHARS = 20;

/**
 * Scrolls through a page and what scrolls in it, waits after each step for what comes, and presses its button for more.
 * Lists that keep only the rows in sight are collected on the way. Ends by itself, and says what ended it.
 */
export async function scrollPage(tab: Tab, run: ScrollRun): Promise<Scrolled> {
  const endMs = performance.now() + run.withinMs;
  const leftMs = (): number => Math.max(1, endMs - performance.now());
  const steps = run.scroll === 'auto' ? LIMITS.scrollScreens : run.scroll;
  let screens = 0;
  let last: ScrollState | undefined;
  const stopped = (stoppedBy: Scrolled['stoppedBy']): Scrolled => ({ screens, stoppedBy });
  try {
    while (screens < steps) {
      run.signal.throwIfAborted();
      if (leftMs() <= 1) return stopped('deadline');
      const world = await enterFrame(tab.cdp, tab.frameId);
      const state = await stepOn(world, leftMs());
      if (state === undefined) return stopped('deadline');
      if (state.moved) screens += 1;
      if (Math.max(state.textChars, state.rowChars) > run.maxChars) return stopped('size');
      await run.settleAgain(Math.min(SETTLE_MS, leftMs()));
      if (!state.moved && !hasGrown(last, state)) {
        if (!(await hasMore(world, state, run, leftMs))) return stopped(leftMs() <= 1 ? 'deadline' : 'end');
        screens += 1;
      }
      last = state;
    }
    return stopped('limit');
  } finally {
    const world = await enterFrame(tab.cdp, tab.frameId).catch(() => undefined);
    if (world !== undefined) await firstOf(world.evaluate(FINISH), ANSWER_MS).catch(() => undefined);
  }
}

/** Brings a page that was scrolled through back to where it was, for whoever draws its window. */
export async function scrollPageBack({ cdp, frameId }: Tab): Promise<void> {
  const world = await enterFrame(cdp, frameId);
  await firstOf(world.evaluate(BACK), ANSWER_MS);
  await firstOf(world.evaluate(FRAMES), LAST_LOOK_MS);
}

async function stepOn(world: FrameWorld, withinMs: number): Promise<ScrollState | undefined> {
  // Our own script's answer, which no script of the page can reach.
  const state = (await firstOf(world.evaluate(STEP), withinMs)) as ScrollState | undefined;
  await firstOf(world.evaluate(FRAMES), Math.min(withinMs, LAST_LOOK_MS)).catch(() => undefined);
  return state;
}

/** At what looks like the end: a second look after a while, then the button for more. */
async function hasMore(world: FrameWorld, before: ScrollState, run: ScrollRun, leftMs: () => number): Promise<boolean> {
  for (const act of [async () => true, () => world.evaluate(MORE)]) {
    if ((await act()) !== true) continue;
    await delay(Math.min(LAST_LOOK_MS, leftMs()), run.signal);
    await run.settleAgain(Math.min(SETTLE_MS, leftMs()));
    const state = await stepOn(world, leftMs());
    if (state !== undefined && (state.moved || hasGrown(before, state))) return true;
  }
  return false;
}

function hasGrown(before: ScrollState | undefined, now: ScrollState): boolean {
  return before === undefined || now.height > before.height + 1 || now.textChars > before.textChars + GROWTH_CHARS;
}
