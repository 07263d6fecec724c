import { type FrameContent, keepFrameContent } from '../page/foreign-frames.js';
import { firstOf } from './first-of.js';
import { type FramePlaces, frameTree, type PageFrame } from './frame-tree.js';
import { type Commands, enterFrame, type FrameWorld } from './frame-world.js';

/** As many frames are looked into, the outer ones first. */
const FRAMES_MAX = 40;
/** What is in a frame has less of the time than the frame, which would be lost with it. */
const INNER_SHARE = 0.6;

/** Writes down what is in one frame, whose inner frames are known already. */
export type FrameWriter = (commands: Commands, world: FrameWorld) => Promise<FrameContent>;

/** The frames of a page, and how long they may take to answer: one may never, and is no reason to lose the page. */
export interface ForeignFrames extends FramePlaces {
  readonly withinMs: number;
}

/**
 * Looks into every frame of a page whose scripts cannot, in whatever process, and tells our world around it what is there.
 * A frame that goes away meanwhile or does not answer stays unknown. Returns how many became known.
 */
export async function readForeignFrames(
  { withinMs, ...places }: ForeignFrames,
  main: FrameWorld,
  write: FrameWriter,
): Promise<number> {
  const page = await frameTree(places, withinMs * INNER_SHARE);
  const looked = new Set(outermost(page, FRAMES_MAX));
  return readWithin(page, main, withinMs);

  async function readWithin(parent: PageFrame, around: FrameWorld, limitMs: number): Promise<number> {
    const children = parent.children.filter((child) => looked.has(child));
    const reading = children.map((child) => readFrame(child, parent, around, limitMs).catch(() => 0));
    const counts = await Promise.all(reading.map((count) => firstOf(count, limitMs)));
    return counts.reduce<number>((sum, count = 0) => sum + count, 0);
  }

  async function readFrame(frame: PageFrame, parent: PageFrame, around: FrameWorld, limitMs: number): Promise<number> {
    // Who sees into a frame writes it down, and is told of the frames in it.
    if (isSeenInto(frame, parent)) return readWithin(frame, around, limitMs);
    const world = await enterFrame(frame.commands, frame.id);
    const inner = await readWithin(frame, world, limitMs * INNER_SHARE);
    const content = await write(frame.commands, world);
    // Only the process around a frame knows the element that it stands in.
    const { backendNodeId } = await parent.commands.send('DOM.getFrameOwner', { frameId: frame.id });
    await around.callOnNode(backendNodeId, String(keepFrameContent), content);
    return inner + 1;
  }
}

function isSeenInto({ commands, securityOrigin }: PageFrame, parent: PageFrame): boolean {
  return commands === parent.commands && securityOrigin === parent.securityOrigin && /^https?:/.test(securityOrigin);
}

/** The frames below a page's own, level by level. */
function outermost(page: PageFrame, max: number): PageFrame[] {
  const found: PageFrame[] = [];
  for (let level = page.children; level.length > 0 && found.length < max; ) {
    found.push(...level);
    level = level.flatMap(({ children }) => children);
  }
  return found.slice(0, max);
}
