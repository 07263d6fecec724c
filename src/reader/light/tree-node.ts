import type { LightDocument, LightElement, LightNode } from './light-tree.js';
import { elementFrom, following, pathTo } from './tree-order.js';

const DISCONNECTED = 1;
const PRECEDING = 2;
const FOLLOWING = 4;
const CONTAINS = 8;
const CONTAINED_BY = 16;

/**
 * A node of the light DOM, which pages are read on. Has what Readability and our own rules ask a DOM for, called as the
 * standard calls it, and nothing besides: no events, no live collections. Its links are plain fields, since reading a page is
 * for the most part walking over it.
 */
export abstract class TreeNode implements LightNode {
  readonly nodeType: number;
  readonly ownerDocument: LightDocument | null;
  parentNode: LightNode | null = null;
  firstChild: LightNode | null = null;
  lastChild: LightNode | null = null;
  previousSibling: LightNode | null = null;
  nextSibling: LightNode | null = null;

  constructor(nodeType: number, ownerDocument: LightDocument | null) {
    this.nodeType = nodeType;
    this.ownerDocument = ownerDocument;
  }

  abstract get nodeName(): string;
  abstract get nodeValue(): string | null;
  abstract get textContent(): string | null;
  abstract set textContent(text: string | null);
  /** The same node in another document, without its children. */
  abstract copy(owner: LightDocument | null): LightNode;

  get parentElement(): LightElement | null {
    return this.parentNode?.nodeType === 1 ? (this.parentNode as LightElement) : null;
  }

  get previousElementSibling(): LightElement | null {
    return elementFrom(this.previousSibling, 'previousSibling');
  }

  get nextElementSibling(): LightElement | null {
    return elementFrom(this.nextSibling, 'nextSibling');
  }

  get childNodes(): LightNode[] {
    const nodes: LightNode[] = [];
    for (let node = this.firstChild; node !== null; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  get isConnected(): boolean {
    return pathTo(this)[0]?.nodeType === 9;
  }

  /** Of a page without `<base>`: its own address is no part of it. */
  get baseURI(): string {
    return 'about:blank';
  }

  hasChildNodes(): boolean {
    return this.firstChild !== null;
  }

  contains(other: LightNode | null): boolean {
    for (let node = other; node !== null; node = node.parentNode) if (node === this) return true;
    return false;
  }

  compareDocumentPosition(other: LightNode): number {
    if (other === this) return 0;
    const ours = pathTo(this);
    const theirs = pathTo(other);
    if (ours[0] !== theirs[0]) return DISCONNECTED | FOLLOWING;
    let level = 0;
    while (ours[level] !== undefined && ours[level] === theirs[level]) level += 1;
    const our = ours[level];
    const their = theirs[level];
    if (our === undefined) return CONTAINED_BY | FOLLOWING;
    if (their === undefined) return CONTAINS | PRECEDING;
    for (let node = our.nextSibling; node !== null; node = node.nextSibling) if (node === their) return FOLLOWING;
    return PRECEDING;
  }

  appendChild<Child extends LightNode>(child: Child): Child {
    return this.insertBefore(child, null);
  }

  insertBefore<Child extends LightNode>(child: Child, reference: LightNode | null): Child {
    if (child.nodeType === 11) {
      for (const node of child.childNodes) this.insertBefore(node, reference);
      return child;
    }
    const next = child === reference ? child.nextSibling : reference;
    child.remove();
    const before = next === null ? this.lastChild : next.previousSibling;
    child.parentNode = this;
    child.previousSibling = before;
    child.nextSibling = next;
    if (before === null) this.firstChild = child;
    else before.nextSibling = child;
    if (next === null) this.lastChild = child;
    else next.previousSibling = child;
    return child;
  }

  removeChild<Child extends LightNode>(child: Child): Child {
    child.remove();
    return child;
  }

  replaceChild<Child extends LightNode>(child: LightNode, old: Child): Child {
    old.replaceWith(child);
    return old;
  }

  remove(): void {
    const { parentNode, previousSibling, nextSibling } = this;
    if (parentNode === null) return;
    if (previousSibling === null) parentNode.firstChild = nextSibling;
    else previousSibling.nextSibling = nextSibling;
    if (nextSibling === null) parentNode.lastChild = previousSibling;
    else nextSibling.previousSibling = previousSibling;
    this.parentNode = null;
    this.previousSibling = null;
    this.nextSibling = null;
  }

  before(...nodes: (LightNode | string)[]): void {
    for (const node of nodes) this.parentNode?.insertBefore(this.#nodeOf(node), this);
  }

  after(...nodes: (LightNode | string)[]): void {
    this.#insertAfter(nodes);
  }

  replaceWith(...nodes: (LightNode | string)[]): void {
    this.#insertAfter(nodes);
    if (!nodes.includes(this)) this.remove();
  }

  append(...nodes: (LightNode | string)[]): void {
    for (const node of nodes) this.insertBefore(this.#nodeOf(node), null);
  }

  replaceChildren(...nodes: (LightNode | string)[]): void {
    for (const child of this.childNodes) child.remove();
    this.append(...nodes);
  }

  /** Without recursion: pages nest deeper than the stack does. */
  cloneNode(isDeep = false): LightNode {
    const clone = this.copy(this.ownerDocument);
    const owner = clone.nodeType === 9 ? (clone as LightDocument) : this.ownerDocument;
    let from: LightNode | null = isDeep ? this.firstChild : null;
    let into: LightNode = clone;
    while (from !== null) {
      const copied = into.appendChild(from.copy(owner));
      if (from.firstChild !== null) {
        into = copied;
        from = from.firstChild;
        continue;
      }
      while (from !== null && from.nextSibling === null) {
        from = from.parentNode === this ? null : from.parentNode;
        into = into.parentNode ?? clone;
      }
      from = from?.nextSibling ?? null;
    }
    return clone;
  }

  /** Makes one of texts that follow one another, and leaves out empty ones. */
  normalize(): void {
    for (let node = following(this, this); node !== null; ) {
      const next: LightNode | null = following(node, this);
      const before = node.previousSibling;
      if (node.nodeType === 3 && node.nodeValue === '') node.remove();
      else if (node.nodeType === 3 && before?.nodeType === 3) {
        before.textContent = `${before.nodeValue}${node.nodeValue}`;
        node.remove();
      }
      node = next;
    }
  }

  #insertAfter(nodes: readonly (LightNode | string)[]): void {
    const { parentNode } = this;
    let next = this.nextSibling;
    while (next !== null && nodes.includes(next)) next = next.nextSibling;
    for (const node of nodes) parentNode?.insertBefore(this.#nodeOf(node), next);
  }

  #nodeOf(node: LightNode | string): LightNode {
    if (typeof node !== 'string') return node;
    const owner = this.nodeType === 9 ? (this as unknown as LightDocument) : this.ownerDocument;
    if (owner === null) throw new TypeError('a text needs a document');
    return owner.createTextNode(node);
  }
}
