import { type DocumentSnapshot, snapshotDocument } from '../page/snapshot-script.js';
import { firstOf } from './first-of.js';
import { evaluateApart, type Tab } from './tab.js';

/** A page may move on under the camera. */
const ATTEMPTS = 3;

/**
 * Takes the document as it is rendered now. A page whose scripts do not give the thread back has them stopped after half
 * of the time. `undefined` when there is no getting through to it.
 */
export async function takeSnapshot(
  tab: Tab,
  limits: { readonly maxChars: number; readonly withinMs: number },
): Promise<DocumentSnapshot | undefined> {
  const expression = `(${snapshotDocument})(${limits.maxChars})`;
  // Our own script's answer, which no script of the page can reach.
  const taken = takeRepeatedly(() => evaluateApart(tab, expression) as Promise<DocumentSnapshot>);
  const snapshot = await firstOf(taken, limits.withinMs / 2);
  if (snapshot !== undefined) return snapshot;
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
