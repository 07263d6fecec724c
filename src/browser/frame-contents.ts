import { type FrameContent, keepFrameContent } from '../page/foreign-frames.js';
import type { FrameTargets } from './frame-targets.js';
import { type Commands, enterFrame, type FrameWorld } from './frame-world.js';

/** As many frames are looked into, the outer ones first. */
const FRAMES_MAX = 40;

interface FrameNode {
  readonly frame: { readonly id: string; readonly securityOrigin: string };
  readonly childFrames?: readonly FrameNode[];
}

/** Writes down what is in one frame, whose inner frames are known already. */
export type FrameWriter = (commands: Commands, world: FrameWorld) => Promise<FrameContent>;

/** Where the frames of a page are: in its own process, and in others. */
export interface FramePlaces {
  readonly cdp: Commands;
  readonly targets: FrameTargets;
}

/**
 * Looks into every frame of a page whose scripts cannot, and tells our world around it what is there. A frame that goes
 * away meanwhile, or that lies in a frame of another process, stays unknown. Returns how many became known.
 */
export async function readForeignFrames(
  { cdp, targets }: FramePlaces,
  main: FrameWorld,
  write: FrameWriter,
): Promise<number> {
  let left = FRAMES_MAX;
  const [inside, ...apart] = await Promise.all([
    readAll(cdp, main),
    ...targets.frames.slice(0, FRAMES_MAX).map((target) => readApart(target.targetId, targets.commands(target))),
  ]);
  return apart.reduce((sum, count) => sum + count, inside);

  async function readAll(commands: Commands, around: FrameWorld): Promise<number> {
    const { frameTree } = await commands.send('Page.getFrameTree');
    return readWithin(frameTree, commands, around);
  }

  /** A process of its own has a frame tree of its own. Only the page knows where in it the frame stands. */
  async function readApart(frameId: string, commands: Commands): Promise<number> {
    try {
      const world = await enterFrame(commands, frameId);
      const inner = await readAll(commands, world);
      await tell(main, frameId, await write(commands, world), cdp);
      return inner + 1;
    } catch {
      return 0;
    }
  }

  async function readWithin(node: FrameNode, commands: Commands, around: FrameWorld): Promise<number> {
    const children = node.childFrames ?? [];
    left -= children.length;
    const looked = children.filter((_, index) => left + children.length > index);
    const counts = await Promise.all(
      looked.map((child) => readFrame(child, node, { commands, around }).catch(() => 0)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async function readFrame(
    node: FrameNode,
    parent: FrameNode,
    { commands, around }: { readonly commands: Commands; readonly around: FrameWorld },
  ): Promise<number> {
    const { id, securityOrigin } = node.frame;
    const isSeenInto = securityOrigin === parent.frame.securityOrigin && /^https?:/.test(securityOrigin);
    // Who sees into a frame writes it down, and is told of the frames in it.
    if (isSeenInto) return readWithin(node, commands, around);
    const world = await enterFrame(commands, id);
    const inner = await readWithin(node, commands, world);
    await tell(around, id, await write(commands, world), commands);
    return inner + 1;
  }

  async function tell(around: FrameWorld, frameId: string, content: FrameContent, commands: Commands): Promise<void> {
    const { backendNodeId } = await commands.send('DOM.getFrameOwner', { frameId });
    await around.callOnNode(backendNodeId, String(keepFrameContent), content);
  }
}
