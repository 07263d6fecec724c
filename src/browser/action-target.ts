import { type FoundTarget, findTarget, pointThroughFrame, type TargetLook } from '../page/action-target-script.js';
import type { FramePlaces } from './frame-tree.js';
import { type Commands, enterFrame, type FrameWorld } from './frame-world.js';

/** A page, and where its frames are. */
export interface TargetPlaces extends FramePlaces {
  /** The page's own frame. */
  readonly frameId: string;
}

/** A frame on the way to a target, as the document around it knows it. */
export interface PassedFrame {
  readonly world: FrameWorld;
  readonly backendNodeId: number;
}

export type Obstacle = { readonly obstacle: string };

/** What the work on a target gave, or what was in its way, and the frames on the way to it, outermost first. */
export interface Reached<Answer> {
  readonly answer: Answer | Obstacle;
  readonly frames: readonly PassedFrame[];
}

/**
 * Follows a path of selectors through open shadow roots and frames, of whatever site and process, and runs a function of
 * ours on the element at its end. Rejects when a document on the way goes away, or cannot read its selector.
 */
export async function reachTarget<Answer extends object, Args extends readonly unknown[]>(
  { cdp, targets, frameId }: TargetPlaces,
  path: readonly string[],
  work: (found: FoundTarget, ...args: Args) => Answer,
  ...args: Args
): Promise<Reached<Answer>> {
  const given = args.map((arg) => `, ${JSON.stringify(arg)}`).join('');
  const frames: PassedFrame[] = [];
  let place: { readonly commands: Commands; readonly frameId: string } = { commands: cdp, frameId };
  for (let followed = 0; ; ) {
    const { commands } = place;
    const world = await enterFrame(commands, place.frameId);
    const find = `(${findTarget})(${JSON.stringify(path)}, ${followed})`;
    // Our own script's answer, which no script of the page can reach.
    const found = (await world.evaluate(`(() => {
      const found = ${find};
      if ('obstacle' in found) return { answer: found };
      if (found.followed < ${path.length}) return { followed: found.followed };
      return { answer: (${work})(found${given}) };
    })()`)) as { readonly answer: Answer | Obstacle } | { readonly followed: number };
    if ('answer' in found) return { answer: found.answer, frames };
    const [objectId = ''] = await world.objects(`[(${find}).element]`);
    const { node } = await commands.send('DOM.describeNode', { objectId });
    if (node.frameId === undefined) return { answer: { obstacle: 'leads into a frame that shows nothing' }, frames };
    const apart = targets.frames.find(({ targetId }) => targetId === node.frameId);
    place = { commands: apart === undefined ? commands : targets.commands(apart), frameId: node.frameId };
    frames.push({ world, backendNodeId: node.backendNodeId });
    followed = found.followed;
  }
}

/** A point in the innermost of some frames as one of the window; or what is in the way. */
export async function pointThrough(
  frames: readonly PassedFrame[],
  inner: { readonly x: number; readonly y: number },
): Promise<TargetLook> {
  let point = inner;
  for (const { world, backendNodeId } of [...frames].reverse()) {
    const look = (await world.callOnNode(backendNodeId, String(pointThroughFrame), point.x, point.y)) as
      | TargetLook
      | undefined;
    if (look === undefined || 'obstacle' in look) return look ?? { obstacle: 'is in a frame that went away' };
    point = look;
  }
  return point;
}
