import type { ElementTest, LightElement, LightText } from './light-tree.js';
import { TreeNode } from './tree-node.js';
import { elementFrom, following } from './tree-order.js';

/** A node that holds others: a document, an element, a fragment. */
export abstract class ParentNode extends TreeNode {
  get nodeValue(): null {
    return null;
  }

  get firstElementChild(): LightElement | null {
    return elementFrom(this.firstChild, 'nextSibling');
  }

  get lastElementChild(): LightElement | null {
    return elementFrom(this.lastChild, 'previousSibling');
  }

  get children(): LightElement[] {
    return this.childNodes.filter((node): node is LightElement => node.nodeType === 1);
  }

  get childElementCount(): number {
    return this.children.length;
  }

  get textContent(): string | null {
    let text = '';
    for (let node = following(this, this); node !== null; node = following(node, this)) {
      if (node.nodeType === 3) text += (node as LightText).data;
    }
    return text;
  }

  set textContent(text: string | null) {
    this.replaceChildren(...(text === null || text === '' ? [] : [text]));
  }

  /** Not live, as nobody here needs it. */
  getElementsByTagName(name: string): LightElement[] {
    return this.elements((element) => name === '*' || element.localName === name);
  }

  /** @throws SyntaxError for what is no selector, or none that is known here. */
  querySelectorAll(selector: string): LightElement[] {
    const fits = this.testOf(selector);
    return this.elements((element) => fits(element, this));
  }

  /** @throws SyntaxError as {@link querySelectorAll}. */
  querySelector(selector: string): LightElement | null {
    const fits = this.testOf(selector);
    for (let node = following(this, this); node !== null; node = following(node, this)) {
      if (node.nodeType === 1 && fits(node as LightElement, this)) return node as LightElement;
    }
    return null;
  }

  protected abstract testOf(selector: string): ElementTest;

  protected elements(fits: (element: LightElement) => boolean): LightElement[] {
    const found: LightElement[] = [];
    for (let node = following(this, this); node !== null; node = following(node, this)) {
      if (node.nodeType === 1 && fits(node as LightElement)) found.push(node as LightElement);
    }
    return found;
  }
}
