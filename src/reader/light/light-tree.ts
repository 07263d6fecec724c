/** The nodes of the light DOM as they know one another: types alone, so that the files of the nodes need not. */
export interface LightNode {
  readonly nodeType: number;
  readonly ownerDocument: LightDocument | null;
  parentNode: LightNode | null;
  firstChild: LightNode | null;
  lastChild: LightNode | null;
  previousSibling: LightNode | null;
  nextSibling: LightNode | null;
  readonly parentElement: LightElement | null;
  readonly previousElementSibling: LightElement | null;
  readonly nextElementSibling: LightElement | null;
  readonly childNodes: LightNode[];
  readonly nodeName: string;
  readonly nodeValue: string | null;
  textContent: string | null;
  appendChild<Child extends LightNode>(child: Child): Child;
  insertBefore<Child extends LightNode>(child: Child, reference: LightNode | null): Child;
  remove(): void;
  replaceChildren(...nodes: (LightNode | string)[]): void;
  replaceWith(...nodes: (LightNode | string)[]): void;
  cloneNode(isDeep?: boolean): LightNode;
  /** The same node in another document, without its children. */
  copy(owner: LightDocument | null): LightNode;
}

/** A text or a comment. */
export interface LightText extends LightNode {
  data: string;
}

export interface LightAttribute {
  readonly name: string;
  value: string;
}

export interface LightElement extends LightNode {
  readonly localName: string;
  readonly namespaceURI: string;
  readonly attributes: LightAttribute[];
  /** What a template holds, kept apart from the tree. */
  readonly content: LightFragment | undefined;
  readonly id: string;
  readonly className: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  setAttribute(name: string, value: string): void;
  readonly children: LightElement[];
}

/** Nodes without an element around them. */
export type LightFragment = LightNode;

export interface LightDocument extends LightNode {
  createTextNode(data: string): LightText;
  createDocumentFragment(): LightFragment;
  /** A name in capitals, made once. */
  capitals(name: string): string;
  /** What the markup would be in an element, not put there yet. */
  parseWithin(context: LightElement, markup: string): LightFragment;
  /** What tells the elements that a selector matches, made once. */
  testOf(selector: string): ElementTest;
}

/** Whether an element is matched; `scope` is what was asked. */
export type ElementTest = (element: LightElement, scope: LightNode) => boolean;
