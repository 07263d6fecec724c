export interface Visitor {
  /** Called before a node's children; the answer is whether to visit them. */
  enter(node: Node, depth: number): boolean;
  /** Called after a node's children. */
  leave?(node: Node): void;
}

/**
 * Visits `root` and everything in it in document order without recursion: pages nest deeper than the stack does. The
 * visitor must not move or remove nodes.
 */
export function walk(root: Node, visitor: Visitor): void {
  let node: Node = root;
  let depth = 0;
  for (;;) {
    const child = visitor.enter(node, depth) ? node.firstChild : null;
    if (child !== null) {
      node = child;
      depth++;
      continue;
    }
    visitor.leave?.(node);
    while (node !== root && node.nextSibling === null) {
      if (node.parentNode === null) return;
      node = node.parentNode;
      depth--;
      visitor.leave?.(node);
    }
    if (node === root || node.nextSibling === null) return;
    node = node.nextSibling;
  }
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

export function isText(node: Node): node is Text {
  return node.nodeType === 3;
}

/** The name of an element in lower case; empty for other nodes. */
export function elementName(node: Node | null | undefined): string {
  return node?.nodeType === 1 ? node.nodeName.toLowerCase() : '';
}
