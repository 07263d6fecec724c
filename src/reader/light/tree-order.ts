import type { LightElement, LightNode } from './light-tree.js';

/** The next node in document order that is in `root`. */
export function following(node: LightNode, root: LightNode): LightNode | null {
  return node.firstChild ?? followingBeside(node, root);
}

/** The next node in document order that is in `root` and not in `node`. */
function followingBeside(node: LightNode, root: LightNode): LightNode | null {
  for (let at: LightNode | null = node; at !== null && at !== root; at = at.parentNode) {
    if (at.nextSibling !== null) return at.nextSibling;
  }
  return null;
}

/** What holds a node, from the outermost to itself. */
export function pathTo(node: LightNode): LightNode[] {
  const path: LightNode[] = [];
  for (let at: LightNode | null = node; at !== null; at = at.parentNode) path.push(at);
  return path.reverse();
}

/** The node itself or the first beside it, that way, that is an element. */
export function elementFrom(node: LightNode | null, way: 'previousSibling' | 'nextSibling'): LightElement | null {
  let at = node;
  while (at !== null && at.nodeType !== 1) at = at[way];
  return at as LightElement | null;
}
