import { type AttributeNode, ElementNode } from './element-node.js';
import type { ElementTest, LightDocument, LightElement, LightFragment } from './light-tree.js';
import { ParentNode } from './parent-node.js';
import { selectorTest } from './selector.js';
import { TextNode } from './text-node.js';

const HTML = 'http://www.w3.org/1999/xhtml';

/** Parses markup as it would be read in an element. */
export type FragmentParser = (document: DocumentNode, context: LightElement, markup: string) => LightFragment;

/** A document of HTML. It has no type: nobody asks for it. */
export class DocumentNode extends ParentNode implements LightDocument {
  readonly #parse: FragmentParser;
  readonly #capitals = new Map<string, string>();
  readonly #tests = new Map<string, ElementTest>();

  constructor(parse: FragmentParser) {
    super(9, null);
    this.#parse = parse;
  }

  get nodeName(): string {
    return '#document';
  }

  get documentElement(): LightElement | null {
    return this.firstElementChild;
  }

  get head(): LightElement | null {
    return this.documentElement?.children.find(({ localName }) => localName === 'head') ?? null;
  }

  get body(): LightElement | null {
    const isBody = ({ localName }: LightElement) => localName === 'body' || localName === 'frameset';
    return this.documentElement?.children.find(isBody) ?? null;
  }

  get title(): string {
    return this.getElementsByTagName('title')[0]?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
  }

  override get textContent(): null {
    return null;
  }

  override set textContent(_text: string | null) {
    // Nothing, by the standard.
  }

  getElementById(id: string): LightElement | null {
    return id === '' ? null : (this.elements((element) => element.id === id)[0] ?? null);
  }

  createElement(name: string): ElementNode {
    return this.createElementNS(HTML, name.toLowerCase());
  }

  createElementNS(namespace: string, name: string, attributes: AttributeNode[] = []): ElementNode {
    return new ElementNode(this, name, namespace, attributes);
  }

  createTextNode(data: string): TextNode {
    return new TextNode(3, this, data);
  }

  createComment(data: string): TextNode {
    return new TextNode(8, this, data);
  }

  createDocumentFragment(): FragmentNode {
    return new FragmentNode(this);
  }

  parseWithin(context: LightElement, markup: string): LightFragment {
    return this.#parse(this, context, markup);
  }

  capitals(name: string): string {
    let capitals = this.#capitals.get(name);
    if (capitals === undefined) {
      capitals = name.toUpperCase();
      this.#capitals.set(name, capitals);
    }
    return capitals;
  }

  /**
   * What tells the elements that a selector matches, made once.
   *
   * @throws SyntaxError for what is no selector, or none that is known here.
   */
  override testOf(selector: string): ElementTest {
    let test = this.#tests.get(selector);
    if (test === undefined) {
      test = selectorTest(selector);
      this.#tests.set(selector, test);
    }
    return test;
  }

  copy(): DocumentNode {
    return new DocumentNode(this.#parse);
  }
}

/** Nodes without an element around them. */
class FragmentNode extends ParentNode {
  declare readonly ownerDocument: DocumentNode;

  constructor(ownerDocument: DocumentNode) {
    super(11, ownerDocument);
  }

  get nodeName(): string {
    return '#document-fragment';
  }

  protected testOf(selector: string): ElementTest {
    return this.ownerDocument.testOf(selector);
  }

  copy(owner: DocumentNode): FragmentNode {
    return new FragmentNode(owner);
  }
}
