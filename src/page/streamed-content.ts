import { elementName, elementsNamed, elementsWhere } from './walk.js';

/**
 * Puts content that a server streamed into hidden elements where it belongs, when the page's scripts have not: into the
 * place of a boundary (`<!--$?--><template id="B:0"></template>waiting<!--/$-->`) or of a part (`<template id="P:1">`), as
 * React writes them. Changes the document.
 */
export function placeStreamedContent(document: Document): void {
  const parts = new Map(
    elementsWhere(document.body, (element) => elementName(element) === 'div' && element.hasAttribute('hidden'))
      .map((element): [string, Element] => [element.getAttribute('id') ?? '', element])
      .filter(([id]) => /^[\w-]*S:[\da-f]+$/i.test(id)),
  );
  if (parts.size === 0) return;
  const templates = elementsNamed(document.body, 'template');
  const named = new Map<string, string>();
  for (const template of templates) {
    const part = template.getAttribute('data-sid');
    const place = template.getAttribute('data-bid') ?? template.getAttribute('data-pid');
    if (part !== null && place !== null) named.set(place, part);
  }
  for (const template of templates) {
    const id = template.getAttribute('id') ?? '';
    if (!/^[\w-]*[BP]:[\da-f]+$/i.test(id)) continue;
    const part = parts.get(named.get(id) ?? id.replace(/[BP](?=:)/, 'S'));
    if (part === undefined || part.firstChild === null || part.contains(template)) continue;
    removeWaiting(template);
    template.replaceWith(...Array.from(part.childNodes));
    part.remove();
  }
}

/** What is shown until the content comes: all up to the end of the boundary, boundaries in it included. */
function removeWaiting(template: Element): void {
  const before = template.previousSibling;
  if (before?.nodeType !== 8 || !(before.nodeValue ?? '').startsWith('$')) return;
  const waiting: ChildNode[] = [];
  let depth = 0;
  for (let node = template.nextSibling; node !== null; node = node.nextSibling) {
    const mark = node.nodeType === 8 ? (node.nodeValue ?? '') : '';
    if (mark === '/$' && depth === 0) {
      for (const shown of waiting) shown.remove();
      return;
    }
    if (mark === '/$') depth -= 1;
    else if (mark.startsWith('$')) depth += 1;
    waiting.push(node);
  }
}
