import type { DocumentSnapshot, SnapshotResult } from '../page/document-snapshot.js';
import type { Draft } from '../page/look-script.js';
import { pageScript } from '../page/page-script.js';
import { copyScript, snapshotScript } from '../page/snapshot-program.js';
import { type InParts, nextPart } from '../page/text-parts.js';
import { bringIntoSight } from '../page/unrevealed.js';
import { openClosedRoots } from './closed-roots.js';
import { firstOf } from './first-of.js';
import { type ForeignFrames, readForeignFrames } from './frame-contents.js';
import type { FrameTargets } from './frame-targets.js';
import { type Commands, enterFrame, type FrameWorld } from './frame-world.js';
import type { Tab } from './tab.js';

/** A page may move on under the camera. */
const ATTEMPTS = 3;
/** Closed shadow roots hold closed shadow roots; so deep, no further. */
const PASSES = 6;

export interface SnapshotLimits {
  /** The frames of the page that live in other processes. */
  readonly targets: FrameTargets;
  readonly maxChars: number;
  readonly withinMs: number;
  /** The page as a look has just written it down, in the place of the first pass. */
  readonly draft?: Draft | undefined;
  /** Waits until the page has done what it does when something new comes into sight. */
  settleAgain(withinMs: number): Promise<unknown>;
}

/** A part of the time, so that the page is still written down when revealing it took long. */
const REVEAL_SHARE = 0.2;
const FRAMES_SHARE = 0.2;
const REVEAL = pageScript(bringIntoSight, []);

/**
 * Takes the document as it is rendered now. After half of the time, scripts that do not give the thread back are stopped
 * and answers still to come are done without; of a page too large to be looked through its plain source is taken.
 * `undefined` when there is no getting through.
 */
export async function takeSnapshot(tab: Tab, limits: SnapshotLimits): Promise<DocumentSnapshot | undefined> {
  const { cdp, frameId } = tab;
  let first = limits.draft?.snapshot;
  if (first !== undefined && isWhole(first)) return withoutRest(first);
  const endsAtMs = performance.now() + limits.withinMs;
  let take = async (): Promise<DocumentSnapshot> => {
    const world = await enterFrame(cdp, frameId);
    const revealMs = limits.withinMs * REVEAL_SHARE;
    const reveal = async (): Promise<void> => {
      await firstOf(world.evaluate(REVEAL), revealMs);
      await limits.settleAgain(revealMs / 2);
    };
    const frames = { cdp, targets: limits.targets, withinMs: limits.withinMs * FRAMES_SHARE };
    const around = { frames, reveal, first };
    first = undefined;
    return writeWhole(cdp, world, { maxChars: limits.maxChars, asFrame: false }, around);
  };
  const taken = takeRepeatedly(() => take());
  const snapshot = await firstOf(taken, limits.withinMs / 2);
  if (snapshot !== undefined) return snapshot;
  // The script that is stopped may be the one above: what follows it must be quick.
  take = async () => {
    const world = await enterFrame(cdp, frameId);
    return wholeText(world, (await world.evaluate(copyScript(limits.maxChars))) as InParts<DocumentSnapshot>);
  };
  // What waits for an answer without giving the thread back is interrupted by nothing else.
  tab.listener.hangUp();
  await firstOf(stopScripts(cdp), limits.withinMs / 4).catch(() => undefined);
  return firstOf(taken, endsAtMs - performance.now());
}

/** What a snapshot cannot show of the page. */
export function unseenWarnings({ unseenFrames: count = 0 }: DocumentSnapshot): string[] {
  if (count === 0) return [];
  const frames = count === 1 ? 'one frame of another site' : `${count} frames of other sites`;
  return [`The text of ${frames} is missing: there was no looking into it.`];
}

/** Both interrupt from another thread, so that they get through to an endless loop. What is ended begins no more. */
async function stopScripts(cdp: Commands): Promise<void> {
  await Promise.all([
    cdp.send('Emulation.setScriptExecutionDisabled', { value: true }),
    cdp.send('Runtime.terminateExecution'),
  ]);
}

async function takeRepeatedly(take: () => Promise<DocumentSnapshot>): Promise<DocumentSnapshot | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const snapshot = await take().catch(() => undefined);
    if (snapshot !== undefined) return snapshot;
  }
  return undefined;
}

/**
 * One pass is enough for most pages. Where it met what no script can see into, that is looked at from outside, and
 * another pass writes it in its place.
 */
async function writeWhole(
  cdp: Commands,
  world: FrameWorld,
  options: { readonly maxChars: number; readonly asFrame: boolean },
  around: PageAround = {},
): Promise<SnapshotResult> {
  const write = snapshotScript(options);
  let hasFrames = false;
  for (let pass = 1; ; pass += 1) {
    // Our own script's answer, which no script of the page can reach.
    const result =
      pass === 1 && around.first !== undefined
        ? around.first
        : ((await world.evaluate(write)) as InParts<SnapshotResult>);
    if (pass >= PASSES) return wholeText(world, result);
    // Once, and first: what comes into sight may hold the rest.
    if (pass === 1 && result.unrevealed > 0 && around.reveal !== undefined) {
      await around.reveal();
      continue;
    }
    const roots = result.unseenRoots === 0 ? 0 : await openClosedRoots(cdp, world);
    const asked: ForeignFrames | undefined = result.unseenFrames > 0 && !hasFrames ? around.frames : undefined;
    const writeFrame = (inner: Commands, within: FrameWorld) =>
      writeWhole(inner, within, { maxChars: options.maxChars, asFrame: true });
    const found = asked === undefined ? 0 : await readForeignFrames(asked, world, writeFrame);
    hasFrames ||= asked !== undefined;
    if (roots + found === 0) return wholeText(world, result);
  }
}

/** What only the page as a whole has, and no frame of it. */
interface PageAround {
  readonly frames?: ForeignFrames;
  readonly reveal?: () => Promise<void>;
  /** What the first pass gave, where it has been made. */
  readonly first?: InParts<SnapshotResult> | undefined;
}

/** Whether one pass has seen all that there is. */
export function isWhole({ heldBack, unrevealed, unseenRoots, unseenFrames }: InParts<SnapshotResult>): boolean {
  return heldBack + unrevealed + unseenRoots + unseenFrames === 0;
}

function withoutRest<Result extends { readonly html: string }>({ heldBack: _, ...result }: InParts<Result>) {
  return result;
}

/** Fetches what was held back, in messages short enough for other reads to go on meanwhile. */
async function wholeText<Result extends { readonly html: string }>(
  world: FrameWorld,
  { heldBack, ...result }: InParts<Result>,
): Promise<Omit<InParts<Result>, 'heldBack'>> {
  if (heldBack === 0) return result;
  const parts: string[] = [];
  let length = 0;
  while (length < heldBack) {
    const part = (await world.evaluate(pageScript(nextPart, [], length))) as string;
    if (part === '') break;
    parts.push(part);
    length += part.length;
  }
  return { ...result, html: parts.join('') };
}
