import type { TreeAdapter, TreeAdapterTypeMap } from 'parse5';
import { DocumentNode, type FragmentParser } from './document-node.js';
import { AttributeNode } from './element-node.js';
import type { LightElement, LightFragment, LightNode, LightText } from './light-tree.js';

export type LightTree = TreeAdapterTypeMap<
  LightNode,
  LightNode,
  LightNode,
  DocumentNode,
  LightFragment,
  LightElement,
  LightText,
  LightText,
  LightElement,
  never
>;

/**
 * Has parse5 build a light document while it parses, so that there is no other tree. More than `maxElements` are an error:
 * a few tags make many, since each that was left open is opened again in every paragraph.
 */
export function treeAdapter(parse: FragmentParser, maxElements: number, known?: DocumentNode): TreeAdapter<LightTree> {
  const document = known ?? new DocumentNode(parse);
  let mode: ReturnType<TreeAdapter['getDocumentMode']> | undefined;
  let elements = 0;
  return {
    createDocument: () => document,
    createDocumentFragment: () => document.createDocumentFragment(),
    createElement(name, namespace, attributes) {
      elements += 1;
      if (elements > maxElements) throw new Error(`it has more than ${maxElements} elements`);
      const own = attributes.map(
        ({ name, value, prefix }) => new AttributeNode(prefix ? `${prefix}:${name}` : name, value),
      );
      return document.createElementNS(namespace, name, own);
    },
    createCommentNode: (data) => document.createComment(data),
    createTextNode: (text) => document.createTextNode(text),
    appendChild: (parent, node) => void parent.appendChild(node),
    insertBefore: (parent, node, reference) => void parent.insertBefore(node, reference),
    insertText: (parent, text) => insertText(parent, text, null),
    insertTextBefore: insertText,
    detachNode: (node) => node.remove(),
    adoptAttributes(element, attributes) {
      for (const { name, value } of attributes) if (!element.hasAttribute(name)) element.setAttribute(name, value);
    },
    // It has one from the beginning.
    setTemplateContent: () => undefined,
    getTemplateContent: (template) => template.content ?? document.createDocumentFragment(),
    setDocumentType: () => undefined,
    setDocumentMode(_document, given) {
      mode = given;
    },
    getDocumentMode: () => mode as NonNullable<typeof mode>,
    getFirstChild: (node) => node.firstChild,
    getChildNodes: (node) => node.childNodes,
    getParentNode: (node) => node.parentNode,
    getAttrList: ({ attributes }) => attributes,
    getTagName: ({ localName }) => localName,
    getNamespaceURI: ({ namespaceURI }) => namespaceURI as ReturnType<TreeAdapter['getNamespaceURI']>,
    getTextNodeContent: ({ data }) => data,
    getCommentNodeContent: ({ data }) => data,
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (node): node is LightText => node.nodeType === 3,
    isCommentNode: (node): node is LightText => node.nodeType === 8,
    isDocumentTypeNode: (_node): _node is never => false,
    isElementNode: (node): node is LightElement => node.nodeType === 1,
    getNodeSourceCodeLocation: () => undefined,
    setNodeSourceCodeLocation: () => undefined,
    updateNodeSourceCodeLocation: () => undefined,
  };
  function insertText(parent: LightNode, text: string, reference: LightNode | null): void {
    const before = reference === null ? parent.lastChild : reference.previousSibling;
    if (before?.nodeType === 3) (before as LightText).data += text;
    else parent.insertBefore(document.createTextNode(text), reference);
  }
}
