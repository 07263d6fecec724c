import { elementsNamed } from './walk.js';
import { collapse } from './white-space.js';

/** The content of a document's `<meta>` elements by lower-case name or property; the first of each that says anything wins. */
export function readMeta(document: Document): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const element of elementsNamed(document, 'meta')) {
    const content = collapse(element.getAttribute('content'));
    if (content === '') continue;
    for (const attribute of ['property', 'name', 'itemprop', 'http-equiv']) {
      const name = element.getAttribute(attribute)?.trim().toLowerCase();
      if (name && !found.has(name)) found.set(name, content);
    }
  }
  return found;
}
