import { copyDocument, type DocumentSnapshot, snapshotDocument } from '../page/snapshot-script.js';
import { firstOf } from './first-of.js';
import { evaluateApart, type Tab } from './tab.js';

/** A page may move on under the camera. */
const ATTEMPTS = 3;

/**
 * Takes the document as it is rendered now. After half of the time, scripts that do not give the thread back are stopped,
 * and of a page too large to be looked through its plain source is taken. `undefined` when there is no getting through.
 */
export async function takeSnapshot(
  tab: Tab,
  limits: { readonly maxChars: number; readonly withinMs: number },
): Promise<DocumentSnapshot | undefined> {
  let take = snapshotDocument;
  // Our own script's answer, which no script of the page can reach.
  const taken = takeRepeatedly(() => evaluateApart(tab, `(${take})(${limits.maxChars})`) as Promise<DocumentSnapshot>);
  const snapshot = await firstOf(taken, limits.withinMs / 2);
  if (snapshot !== undefined) return snapshot;
  // The script that is stopped may be the one above: what follows it must be quick.
  take = copyDocument;
  // It interrupts from another thread, so that it gets through to an endless loop.
  await firstOf(tab.cdp.send('Runtime.terminateExecution'), limits.withinMs / 4).catch(() => undefined);
  return firstOf(taken, limits.withinMs / 4);
}

async function takeRepeatedly(take: () => Promise<DocumentSnapshot>): Promise<DocumentSnapshot | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const snapshot = await take().catch(() => undefined);
    if (snapshot !== undefined) return snapshot;
  }
  return undefined;
}
