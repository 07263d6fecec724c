import { loadingSigns } from '../page/loading-signs.js';
import { type PageProbe, watchPage } from '../page/probe-script.js';
import { firstOf } from './first-of.js';
import type { PageActivity } from './page-activity.js';
import { evaluateApart, type Tab, WORLD } from './tab.js';

/** Sent to the browser as text. */
const WATCH = `(${watchPage})(${loadingSigns})`;
const PROBE = `${WATCH}.probe()`;
/** Pages full of advertisements have dozens, of which none is the page. */
const MAX_FRAMES = 8;
const FRAME_LIMIT_MS = 250;

/** Looks at the page from inside, into frames of other sites too. Rejects when its document goes away meanwhile. */
export async function probePage(tab: Tab, activity: PageActivity): Promise<PageProbe> {
  // Our own script's answer, which no script of the page can reach.
  const own = (await evaluateApart(tab, PROBE)) as PageProbe;
  if (own.foreignFrames === 0) return own;
  const looks = [
    ...[...activity.frames].slice(0, MAX_FRAMES).map((frameId) => inProcess(tab, frameId)),
    ...activity.targets.frames
      .slice(0, MAX_FRAMES)
      .map((target) => lookFrom((method, params) => activity.targets.send(target, method, params), target.targetId)),
  ];
  const found = await Promise.all(
    looks.map((look) =>
      firstOf(
        look.catch(() => undefined),
        FRAME_LIMIT_MS,
      ),
    ),
  );
  return found.reduce<PageProbe>((page, frame) => (frame === undefined ? page : together(page, frame)), own);
}

/** Resolves at the next change of the page's own document. */
export async function nextChange(tab: Tab): Promise<void> {
  await evaluateApart(tab, `${WATCH}.nextChange()`);
}

type Send = (method: string, params: object) => Promise<unknown>;

function inProcess({ cdp }: Tab, frameId: string): Promise<PageProbe | undefined> {
  return lookFrom(
    (method, params) => cdp.send(method as 'Runtime.evaluate', params as { expression: string }),
    frameId,
  );
}

/** What can be seen from inside a frame; `undefined` where the page's own look has been. */
async function lookFrom(send: Send, frameId: string): Promise<PageProbe | undefined> {
  const world = (await send('Page.createIsolatedWorld', { frameId, worldName: WORLD })) as {
    executionContextId: number;
  };
  const expression = `${IS_FOREIGN} ? ${PROBE} : undefined`;
  const { result } = (await send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    contextId: world.executionContextId,
  })) as { result: { value?: PageProbe } };
  return result.value;
}

/** Only what lies directly below a frame of another site is seen through it. */
const IS_FOREIGN = `(() => { try { return parent.document === undefined } catch { return true } })()`;

function together(page: PageProbe, frame: PageProbe): PageProbe {
  return {
    ...page,
    unchangedMs: Math.min(page.unchangedMs, frame.unchangedMs),
    textLength: page.textLength + frame.textLength,
    scripted: page.scripted || frame.scripted,
    loadingSigns: [...new Set([...page.loadingSigns, ...frame.loadingSigns.map((sign) => `in a frame: ${sign}`)])],
  };
}
