import { firstOf } from './first-of.js';
import type { FrameTargets } from './frame-targets.js';
import type { Commands } from './frame-world.js';

/** Where the frames of a page are: in its own process, and in others. */
export interface FramePlaces {
  readonly cdp: Commands;
  readonly targets: FrameTargets;
}

/** A frame of a page, and the session in which it answers. */
export interface PageFrame {
  readonly id: string;
  readonly securityOrigin: string;
  readonly commands: Commands;
  readonly children: PageFrame[];
}

interface FrameNode {
  readonly frame: { readonly id: string; readonly parentId?: string; readonly securityOrigin: string };
  readonly childFrames?: readonly FrameNode[];
}

/**
 * The page's own frame, with all frames below it. Each process knows its part of the tree, and in which frame that part
 * stands. A part that goes away or does not answer `withinMs` is left out.
 */
export async function frameTree({ cdp, targets }: FramePlaces, withinMs: number): Promise<PageFrame> {
  const partOf = async (commands: Commands) => {
    const { frameTree: node } = await commands.send('Page.getFrameTree');
    return { node, commands };
  };
  const [own, ...apart] = await Promise.all([
    partOf(cdp),
    ...targets.frames.map((target) => {
      const part = partOf(targets.commands(target)).catch(() => undefined);
      return firstOf(part, withinMs);
    }),
  ]);
  const frames = new Map<string, PageFrame>();
  const main = grown(own.node, cdp, frames);
  const parts = apart.flatMap((part) => (part === undefined ? [] : [part]));
  const roots = parts.map(({ node, commands }) => ({ root: grown(node, commands, frames), in: node.frame.parentId }));
  for (const part of roots) frames.get(part.in ?? '')?.children.push(part.root);
  return main;
}

function grown({ frame, childFrames = [] }: FrameNode, commands: Commands, frames: Map<string, PageFrame>): PageFrame {
  const children = childFrames.map((child) => grown(child, commands, frames));
  const grownFrame: PageFrame = { id: frame.id, securityOrigin: frame.securityOrigin, commands, children };
  frames.set(frame.id, grownFrame);
  return grownFrame;
}
