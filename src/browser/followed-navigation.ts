import { listen } from './cdp-events.js';
import { firstOf } from './first-of.js';
import type { FrameTargets } from './frame-targets.js';
import { enterFrame } from './frame-world.js';
import { evaluateApart, type Tab } from './tab.js';

/** How long the page may take to act on what was done to it: two turns of its loop. */
const REACTION_MS = 100;
/** From the wish to navigate to the request for it. */
const REQUEST_MS = 1_000;

/** Gives the page a frame and a turn: what an event makes it do at once has begun by then. */
const A_TURN = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))';
/** Frames out of sight are drawn no more. */
const A_TURN_OF_A_FRAME = 'new Promise((done) => setTimeout(done, 0))';

/**
 * Does something to the page and, when that moves the main frame to another document, waits until the document is there
 * or the move came to nothing, as when the guard refuses it.
 */
export async function followNavigation(
  tab: Tab,
  targets: FrameTargets,
  act: () => Promise<void>,
  withinMs: () => number,
): Promise<void> {
  const { cdp, frameId } = tab;
  const wish = new Happening();
  const request = new Happening();
  const end = new Happening();
  const isOurs = (event: { readonly frameId?: string }): boolean => event.frameId === frameId;
  const onStop = (event: { frameId: string }): void => {
    if (isOurs(event)) end.happened();
  };
  const stopListening = listen(cdp, {
    'Page.frameRequestedNavigation': (event: { frameId: string; url: string; disposition: string }) => {
      // Other schemes are handed to programs that are not there, and such a move has no end.
      if (isOurs(event) && event.disposition === 'currentTab' && /^https?:/i.test(event.url)) wish.happened();
    },
    'Network.requestWillBeSent': (event: { frameId?: string; type?: string }) => {
      if (isOurs(event) && event.type === 'Document') request.happened();
    },
    'Page.frameNavigated': ({ frame }: { frame: { id: string } }) => {
      if (frame.id === frameId) end.happened();
    },
    'Page.navigatedWithinDocument': onStop,
    'Page.frameStoppedLoading': onStop,
  });
  try {
    await act();
    await firstOf(turnsTaken(tab, targets), Math.min(REACTION_MS, withinMs()));
    if (wish.hasHappened) await firstOf(Promise.race([request.promise, end.promise]), Math.min(REQUEST_MS, withinMs()));
    if (request.hasHappened) await firstOf(end.promise, withinMs());
  } finally {
    stopListening();
  }
}

/** A frame in another process may move the page, too. */
async function turnsTaken(tab: Tab, targets: FrameTargets): Promise<void> {
  const inFrames = targets.clocks.map(async (target) => {
    const frame = await enterFrame(targets.commands(target), target.targetId);
    await frame.evaluate(A_TURN_OF_A_FRAME);
  });
  await Promise.allSettled(inFrames);
  await evaluateApart(tab, A_TURN).catch(() => undefined);
}

/** Something that may happen once. */
class Happening {
  readonly promise: Promise<void>;
  hasHappened = false;
  #resolve: () => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  happened(): void {
    this.hasHappened = true;
    this.#resolve();
  }
}
