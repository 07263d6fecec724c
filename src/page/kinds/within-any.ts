/** Whether a node is one of these, or in one of them. As deep as the tree, and not as many as they are. */
export function isWithinAny(node: Node, elements: ReadonlySet<Node>): boolean {
  for (let at: Node | null = node; at !== null; at = at.parentNode) if (elements.has(at)) return true;
  return false;
}
