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
  // What markup makes has no prefix, and `nodeName` is put into capitals anew each time in some DOMs.
  return node?.nodeType === 1 ? (node as Element).localName.toLowerCase() : '';
}

/**
 * Every element in `root` that fits, in document order. Live collections are quadratic in some DOMs. `fits` must not move
 * or remove elements.
 */
export function elementsWhere(root: Node, fits: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  let element = (root as ParentNode).firstElementChild ?? null;
  while (element !== null) {
    if (fits(element)) found.push(element);
    element = element.firstElementChild ?? elementAfter(element, root);
  }
  return found;
}

/** The first of {@link elementsWhere}. */
export function firstElement(root: Node, fits: (element: Element) => boolean): Element | undefined {
  let element = (root as ParentNode).firstElementChild ?? null;
  while (element !== null && !fits(element)) element = element.firstElementChild ?? elementAfter(element, root);
  return element ?? undefined;
}

/** The next element in document order that is in `root` and not in `element`. */
function elementAfter(element: Element, root: Node): Element | null {
  let passed: Element | null = element;
  while (passed !== null && passed !== root) {
    const next: Element | null = passed.nextElementSibling;
    if (next !== null) return next;
    passed = passed.parentElement;
  }
  return null;
}

/** Every element in `root` of one of these names, in document order, as they are now. */
export function elementsNamed(root: Node, ...names: string[]): Element[] {
  const [only] = names;
  // DOMs have a quick way for one name. Its collection is live, and is left at once.
  if (names.length === 1 && only !== undefined && 'getElementsByTagName' in root)
    return Array.from((root as Element).getElementsByTagName(only));
  return elementsWhere(root, ({ localName }) => names.includes(localName));
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
