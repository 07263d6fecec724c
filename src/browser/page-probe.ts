import { type DraftWish, LOOK_PROGRAM, lookScript, type PageLook, WATCH } from '../page/look-script.js';
import type { PageProbe } from '../page/probe-script.js';
import { firstOf } from './first-of.js';
import type { ChildTarget } from './frame-targets.js';
import { WORLD } from './frame-world.js';
import type { PageActivity } from './page-activity.js';
import { evaluate, type Tab } from './tab.js';

const PROBE = `${WATCH}.probe()`;
/** Pages full of advertisements have dozens, of which none is the page. */
const MAX_FRAMES = 8;
const FRAME_LIMIT_MS = 250;

/** Our own eyes inside a page. */
export class PageProber {
  readonly #tab: Tab;
  readonly #activity: PageActivity;
  #lookedInto: readonly ChildTarget[] = [];
  /** The world of ours in the present document. */
  #world: Promise<number> | undefined;

  constructor(tab: Tab, activity: PageActivity) {
    this.#tab = tab;
    this.#activity = activity;
  }

  /** Another document has come, with worlds of its own. */
  newDocument(): void {
    this.#world = undefined;
    // Made ahead of need: a round trip less when the document is parsed.
    this.#inOurWorld().catch(() => undefined);
  }

  /** Looks at the page, into frames of other sites too. Rejects when its document goes away meanwhile. */
  async look(wish?: DraftWish): Promise<PageLook> {
    // Our own script's answer, which no script of the page can reach.
    const { probe, ...written } = (await this.#evaluate(lookScript(wish))) as PageLook;
    // One in a process of its own may be there before the page knows that it is another's, and writes it as its own.
    const isUnsure = probe.foreignFrames === 0 && this.#activity.targets.frames.length > 0;
    return { probe: await this.#withFrames(probe), ...(isUnsure ? {} : written) };
  }

  /** What was seen, at a later moment: a frame that came since no longer counts as a request, and nobody looked into it. */
  upToDate(seen: PageProbe): PageProbe {
    const isWhole = this.#activity.targets.frames.every((target) => this.#lookedInto.includes(target));
    return isWhole ? seen : together(seen, SILENT_FRAME);
  }

  /** Resolves at the next change of the page's own document. */
  async nextChange(): Promise<void> {
    await this.#evaluate(`${WATCH}.nextChange()`);
  }

  async #withFrames(own: PageProbe): Promise<PageProbe> {
    const { frames, targets } = this.#activity;
    const apart = targets.frames;
    this.#lookedInto = apart;
    // A frame in a process of its own may be there before the page knows that it is another's.
    if (own.foreignFrames === 0 && apart.length === 0) return own;
    const looks = [
      ...[...frames].slice(0, MAX_FRAMES).map((frameId) => inProcess(this.#tab, frameId)),
      ...apart.slice(0, MAX_FRAMES).map((target) => this.#lookApart(target)),
    ];
    for (const { targetId } of apart.slice(MAX_FRAMES)) this.#activity.frameArrived(targetId);
    const found = await Promise.all(
      looks.map((look) =>
        firstOf(
          look.catch(() => undefined),
          FRAME_LIMIT_MS,
        ),
      ),
    );
    return found.reduce<PageProbe>((page, frame) => together(page, frame ?? SILENT_FRAME), own);
  }

  async #lookApart(target: ChildTarget): Promise<FrameLook> {
    const { targets } = this.#activity;
    const send: Send = (method, params) => targets.send(target, method, params);
    const look = await lookFrom(send, target.targetId, { isTarget: true });
    if (look !== SILENT_FRAME) this.#activity.frameArrived(target.targetId);
    return look;
  }

  async #evaluate(expression: string): Promise<unknown> {
    const world = this.#inOurWorld();
    try {
      return await evaluate(this.#tab, expression, await world);
    } catch (error) {
      // It went with its document.
      if (this.#world === world) this.#world = undefined;
      throw error;
    }
  }

  #inOurWorld(): Promise<number> {
    const { cdp, frameId } = this.#tab;
    this.#world ??= cdp
      .send('Page.createIsolatedWorld', { frameId, worldName: WORLD })
      .then(({ executionContextId }) => {
        // Commands keep their order; where the world is gone, whoever comes next hears of it.
        evaluate(this.#tab, LOOK_PROGRAM, executionContextId).catch(() => undefined);
        return executionContextId;
      });
    return this.#world;
  }
}

type FrameLook = Pick<PageProbe, 'unchangedMs' | 'textLength' | 'scripted' | 'loadingSigns' | 'animated'>;

const NOTHING_NEW: FrameLook = {
  unchangedMs: Number.POSITIVE_INFINITY,
  textLength: 0,
  scripted: false,
  loadingSigns: [],
  animated: false,
};
/** It is on its way to another document, or busy. */
const SILENT_FRAME: FrameLook = { ...NOTHING_NEW, scripted: true, loadingSigns: ['no answer'] };

type Send = (method: string, params: object) => Promise<unknown>;

function inProcess({ cdp }: Tab, frameId: string): Promise<FrameLook> {
  return lookFrom(
    (method, params) => cdp.send(method as 'Runtime.evaluate', params as { expression: string }),
    frameId,
    { isTarget: false },
  );
}

interface FrameState {
  readonly probe: PageProbe;
  readonly readyState: string;
  readonly awaitsFrames: boolean;
  readonly url: string;
}

/**
 * What can be seen from inside a frame; nothing where the page's own look has been. One in a process of its own, a target, is
 * blank until its document has come.
 */
async function lookFrom(send: Send, frameId: string, { isTarget }: { isTarget: boolean }): Promise<FrameLook> {
  const world = (await send('Page.createIsolatedWorld', { frameId, worldName: WORLD })) as {
    executionContextId: number;
  };
  const state = `{ probe: ${PROBE}, readyState: document.readyState, awaitsFrames: ${AWAITS_FRAMES}, url: document.URL }`;
  const expression = `${IS_FOREIGN} ? (${state}) : null`;
  const { result } = (await send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    contextId: world.executionContextId,
  })) as { result: { value: FrameState | null } };
  if (result.value === null) return NOTHING_NEW;
  const { probe, readyState, awaitsFrames, url } = result.value;
  // What it will be cannot be told from what is there yet.
  const isOnItsWay = readyState === 'loading' || (isTarget && url === 'about:blank');
  return isOnItsWay || awaitsFrames ? SILENT_FRAME : probe;
}

/** Only what lies directly below a frame of another site is seen through it. */
const IS_FOREIGN = `(() => { try { return parent.document === undefined } catch { return true } })()`;

/** Whether a frame in it is still the blank one that it begins as: that its document was asked for may be heard of later. */
const AWAITS_FRAMES = `[...document.querySelectorAll('iframe')].some((frame) =>
  frame.loading !== 'lazy' && /^https?:/.test(frame.src) && frame.contentDocument?.URL === 'about:blank')`;

function together(page: PageProbe, frame: FrameLook): PageProbe {
  return {
    ...page,
    unchangedMs: Math.min(page.unchangedMs, frame.unchangedMs),
    textLength: page.textLength + frame.textLength,
    scripted: page.scripted || frame.scripted,
    animated: page.animated || frame.animated,
    loadingSigns: [...new Set([...page.loadingSigns, ...frame.loadingSigns.map((sign) => `in a frame: ${sign}`)])],
  };
}
