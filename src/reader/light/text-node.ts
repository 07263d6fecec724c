import type { LightDocument, LightText } from './light-tree.js';
import { TreeNode } from './tree-node.js';

/** A text or a comment. */
export class TextNode extends TreeNode implements LightText {
  data: string;

  constructor(nodeType: 3 | 8, ownerDocument: LightDocument | null, data: string) {
    super(nodeType, ownerDocument);
    this.data = data;
  }

  get nodeName(): string {
    return this.nodeType === 3 ? '#text' : '#comment';
  }

  get nodeValue(): string {
    return this.data;
  }

  get textContent(): string {
    return this.data;
  }

  set textContent(text: string | null) {
    this.data = text ?? '';
  }

  copy(owner: LightDocument | null): TextNode {
    return new TextNode(this.nodeType === 3 ? 3 : 8, owner, this.data);
  }
}
