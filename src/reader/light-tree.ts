import type { DefaultTreeAdapterTypes as Parse5 } from 'parse5';

const HTML = 'http://www.w3.org/1999/xhtml';

/**
 * Builds in an empty document what parse5 has parsed: to write it as markup for the document's own parser to read would be
 * to parse it twice. Without recursion, and takes the parsed tree apart on the way, so that the two of a large page are not
 * in memory at once.
 */
export function buildDocument(tree: Parse5.Document, document: Document): void {
  const html = tree.childNodes.find((node) => node.nodeName === 'html') as Parse5.Element | undefined;
  if (html === undefined) return;
  const root = document.documentElement;
  setAttributes(root, html);
  const pending: { readonly from: Parse5.ParentNode; readonly to: Node }[] = [{ from: html, to: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { from, to } = next;
    for (const node of from.childNodes.splice(0)) {
      if ('tagName' in node) {
        const element = document.createElementNS(node.namespaceURI, node.tagName);
        setAttributes(element, node);
        to.appendChild(element);
        // What is in a template is kept apart from the tree.
        pending.push({ from: 'content' in node ? node.content : node, to: element });
      } else if (node.nodeName === '#text') to.appendChild(document.createTextNode((node as Parse5.TextNode).value));
      else if (node.nodeName === '#comment') to.appendChild(document.createComment((node as Parse5.CommentNode).data));
    }
  }
}

function setAttributes(element: Element, { attrs, namespaceURI }: Parse5.Element): void {
  for (const { name, value, prefix } of attrs) {
    element.setAttribute(namespaceURI !== HTML && prefix ? `${prefix}:${name}` : name, value);
  }
}
