import { childElements, elementsNamed, isText } from './walk.js';

/**
 * Puts the link around the code where it stands in it alone, as documentations write the names that they explain: in code
 * Markdown knows no links. Changes the document.
 */
export function turnLinkedCode(document: Document): void {
  for (const code of elementsNamed(document.body, 'code')) {
    const [link, other] = childElements(code);
    if (link?.localName !== 'a' || other !== undefined || code.closest('pre, a') !== null) continue;
    const isAlone = Array.from(code.childNodes).every(
      (node) => node === link || (isText(node) && node.data.trim() === ''),
    );
    if (!isAlone || link.firstElementChild !== null) continue;
    code.replaceWith(link);
    code.textContent = link.textContent;
    link.textContent = '';
    link.append(code);
  }
}
