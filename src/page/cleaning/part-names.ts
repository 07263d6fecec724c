import { HEADINGS } from '../elements.js';
import { remembering } from '../remembering.js';
import { wordsOf } from '../visible-text.js';
import { firstElement } from '../walk.js';

/** The class names and the id of an element as words in lower case, with a space before and after each. */
export function nameWords(element: Element): string {
  const id = element.getAttribute('id') ?? '';
  const classes = element.getAttribute('class') ?? '';
  if (id === '' && classes === '') return '';
  const known = knownWords(element.ownerDocument);
  const named = known(classes);
  const marked = known(id);
  // Programs that write documents call a section after its heading.
  const words = marked !== '' && isNamedAfterHeading(element, marked) ? named : `${named} ${marked}`;
  return ` ${words} `;
}

/** What names were taken apart to, once for all elements of a page that bear them. */
const known = new WeakMap<Document, (names: string) => string>();

function knownWords(document: Document): (names: string) => string {
  let words = known.get(document);
  if (words === undefined) {
    words = remembering(wordsIn);
    known.set(document, words);
  }
  return words;
}

function wordsIn(names: string): string {
  const words = names
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  return words === null ? '' : words.join(' ');
}

function isNamedAfterHeading(element: Element, id: string): boolean {
  const heading = firstElement(element, ({ localName }) => HEADINGS.has(localName));
  return heading !== undefined && wordsOf(heading.textContent ?? '') === id;
}
