export interface Visitor {
  /** Called before a node's children; the answer is whether to visit them. */
  enter(node: Node): boolean;
  /** Called after a node's children. */
  leave?(node: Node): void;
}

/**
 * Visits `root` and everything in it in document order without recursion: pages nest deeper than the stack does. The
 * visitor must not move or remove nodes.
 */
export function walk(root: Node, visitor: Visitor): void {
  let node: Node = root;
  for (;;) {
    const child = visitor.enter(node) ? node.firstChild : null;
    if (child !== null) {
      node = child;
      continue;
    }
    visitor.leave?.(node);
    while (node !== root && node.nextSibling === null) {
      if (node.parentNode === null) return;
      node = node.parentNode;
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

/** Every element in `root` that fits, in document order. Live collections are quadratic in some DOMs. */
export function elementsWhere(root: Node, fits: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  walk(root, {
    enter(node) {
      if (node !== root && isElement(node) && fits(node)) found.push(node);
      return true;
    },
  });
  return found;
}

export function elementsNamed(root: Node, ...names: string[]): Element[] {
  return elementsWhere(root, (element) => names.includes(elementName(element)));
}

export function childElements(parent: Element): Element[] {
  const children: Element[] = [];
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) children.push(child);
  return children;
}

/** Whether an element of one of these names holds `node`. */
export function isWithin(node: Node, ...names: string[]): boolean {
  for (let parent = node.parentNode; parent !== null; parent = parent.parentNode) {
    if (names.includes(elementName(parent))) return true;
  }
  return false;
}
