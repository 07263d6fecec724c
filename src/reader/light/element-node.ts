import type { ElementTest, LightAttribute, LightDocument, LightElement, LightFragment } from './light-tree.js';
import { innerMarkup, outerMarkup } from './markup-writer.js';
import { ParentNode } from './parent-node.js';

const HTML = 'http://www.w3.org/1999/xhtml';

/** An attribute. A copy is one that belongs to no element. */
export class AttributeNode implements LightAttribute {
  readonly name: string;
  value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }

  cloneNode(): AttributeNode {
    return new AttributeNode(this.name, this.value);
  }
}

/** An element. Names of attributes are taken as they are: whoever asks for one knows it in lower case. */
export class ElementNode extends ParentNode implements LightElement {
  declare readonly ownerDocument: LightDocument;
  readonly localName: string;
  readonly tagName: string;
  readonly namespaceURI: string;
  readonly attributes: AttributeNode[];
  /** What a template holds, kept apart from the tree. */
  readonly content: LightFragment | undefined;

  constructor(ownerDocument: LightDocument, localName: string, namespaceURI: string, attributes: AttributeNode[]) {
    super(1, ownerDocument);
    this.localName = localName;
    this.namespaceURI = namespaceURI;
    this.tagName = namespaceURI === HTML ? ownerDocument.capitals(localName) : localName;
    this.attributes = attributes;
    this.content =
      localName === 'template' && namespaceURI === HTML ? ownerDocument.createDocumentFragment() : undefined;
  }

  get nodeName(): string {
    return this.tagName;
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  set id(value: string) {
    this.setAttribute('id', value);
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  set className(value: string) {
    this.setAttribute('class', value);
  }

  /** The attributes of one's own, as `data-user-id` under `userId`. */
  get dataset(): Readonly<Record<string, string>> {
    const own = this.attributes.filter(({ name }) => name.startsWith('data-'));
    const nameOf = (name: string) => name.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return Object.fromEntries(own.map(({ name, value }) => [nameOf(name), value]));
  }

  /** What the element's own style says of whether it is seen; no style sheet is read. */
  get style(): Readonly<Record<'display' | 'visibility', string>> {
    const written = this.getAttribute('style');
    if (written === null) return UNSTYLED;
    return { display: declared(written, 'display'), visibility: declared(written, 'visibility') };
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  get srcset(): string {
    return this.getAttribute('srcset') ?? '';
  }

  get innerHTML(): string {
    return innerMarkup(this);
  }

  set innerHTML(markup: string) {
    (this.content ?? this).replaceChildren(...this.ownerDocument.parseWithin(this, markup).childNodes);
  }

  get outerHTML(): string {
    return outerMarkup(this);
  }

  getAttribute(name: string): string | null {
    return this.#find(name)?.value ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  hasAttributes(): boolean {
    return this.attributes.length > 0;
  }

  getAttributeNames(): string[] {
    return this.attributes.map(({ name }) => name);
  }

  setAttribute(name: string, value: string): void {
    const known = this.#find(name);
    if (known === undefined) this.attributes.push(new AttributeNode(name, String(value)));
    else known.value = String(value);
  }

  setAttributeNode({ name, value }: LightAttribute): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    const place = this.attributes.findIndex((attribute) => attribute.name === name);
    if (place >= 0) this.attributes.splice(place, 1);
  }

  /** @throws SyntaxError for what is no selector, or none that is known here. */
  matches(selector: string): boolean {
    return this.testOf(selector)(this, this);
  }

  /** @throws SyntaxError as {@link matches}. */
  closest(selector: string): LightElement | null {
    const fits = this.testOf(selector);
    let element: LightElement | null = this;
    while (element !== null && !fits(element, this)) element = element.parentElement;
    return element;
  }

  protected testOf(selector: string): ElementTest {
    return this.ownerDocument.testOf(selector);
  }

  copy(owner: LightDocument): ElementNode {
    const attributes = this.attributes.map((attribute) => attribute.cloneNode());
    const copy = new ElementNode(owner, this.localName, this.namespaceURI, attributes);
    for (const node of this.content?.childNodes ?? []) copy.content?.appendChild(node.cloneNode(true));
    return copy;
  }

  #find(name: string): AttributeNode | undefined {
    for (const attribute of this.attributes) if (attribute.name === name) return attribute;
    return undefined;
  }
}

const UNSTYLED = { display: '', visibility: '' } as const;

function declared(style: string, property: string): string {
  return new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([\\w-]+)`, 'i').exec(style)?.[1]?.toLowerCase() ?? '';
}
