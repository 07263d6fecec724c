import type { CDPSession } from 'playwright';
import { type FrameContent, keepFrameContent } from '../page/foreign-frames.js';
import { enterFrame, type FrameWorld } from './frame-world.js';

/** As many frames are looked into, the outer ones first. */
const FRAMES_MAX = 40;

interface FrameNode {
  readonly frame: { readonly id: string; readonly securityOrigin: string };
  readonly childFrames?: readonly FrameNode[];
}

/** Writes down what is in one frame, whose inner frames are known already. */
export type FrameWriter = (world: FrameWorld) => Promise<FrameContent>;

/**
 * Looks into every frame of a page whose scripts cannot, and tells our world around it what is there. A frame that goes
 * away meanwhile, or that runs in a process of its own, stays unknown. Returns how many became known.
 */
export async function readForeignFrames(cdp: CDPSession, main: FrameWorld, write: FrameWriter): Promise<number> {
  let left = FRAMES_MAX;
  const { frameTree } = await cdp.send('Page.getFrameTree');
  return readWithin(frameTree, main);

  async function readWithin(node: FrameNode, around: FrameWorld): Promise<number> {
    const children = node.childFrames ?? [];
    left -= children.length;
    const looked = children.filter((_, index) => left + children.length > index);
    const counts = await Promise.all(looked.map((child) => readFrame(child, node, around).catch(() => 0)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async function readFrame(node: FrameNode, parent: FrameNode, around: FrameWorld): Promise<number> {
    const { id, securityOrigin } = node.frame;
    const isSeenInto = securityOrigin === parent.frame.securityOrigin && /^https?:/.test(securityOrigin);
    // Who sees into a frame writes it down, and is told of the frames in it.
    if (isSeenInto) return readWithin(node, around);
    const world = await enterFrame(cdp, id);
    const inner = await readWithin(node, world);
    const content = await write(world);
    const { backendNodeId } = await cdp.send('DOM.getFrameOwner', { frameId: id });
    await around.callOnNode(backendNodeId, String(keepFrameContent), content);
    return inner + 1;
  }
}
