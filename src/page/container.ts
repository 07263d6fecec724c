import { countWords, visibleText } from './visible-text.js';
import { elementName } from './walk.js';

/** A child that holds at least this share of its parent's words is where the content is. */
const DOMINANT_SHARE = 0.6;
const BOILERPLATE =
  'nav,aside,footer,[role=navigation],[role=complementary],[role=contentinfo],[role=search],[role=dialog]';

/**
 * A copy of the element that the page itself names as its main content, else of its largest block of text, without
 * navigation and the like. What is left to take when Readability keeps too little, as on lists, forums and products.
 */
export function mainContainer(document: Document): Element {
  const container = namedContainer(document) ?? largestBlock(document.body);
  const copy = container.cloneNode(true) as Element;
  for (const element of Array.from(copy.querySelectorAll(BOILERPLATE))) element.remove();
  return copy;
}

function namedContainer(document: Document): Element | undefined {
  const mains = Array.from(document.querySelectorAll('main,[role=main]'));
  const articles = Array.from(document.getElementsByTagName('article'));
  const named = mains.length > 0 ? mains : articles.length === 1 ? articles : [];
  return named.find((element) => countWords(element.textContent ?? '') > 0);
}

/** Goes down from `root` as long as one child holds most of the words. */
function largestBlock(root: Element): Element {
  let block = root;
  for (;;) {
    const words = countWords(block.textContent ?? '');
    const dominant = Array.from(block.children).find((child) => {
      return countWords(child.textContent ?? '') >= words * DOMINANT_SHARE && isContainer(child);
    });
    if (dominant === undefined || words === 0) return block;
    block = dominant;
  }
}

function isContainer(element: Element): boolean {
  return (
    ['div', 'section', 'article', 'form', 'center', 'main'].includes(elementName(element)) ||
    element.localName.includes('-')
  );
}

/** Words of an element that are not in a link: what tells prose from navigation. */
export function proseWords(root: Element): number {
  const links = Array.from(root.getElementsByTagName('a')).filter((link) => link.closest('p') === null);
  const linked = links.reduce((sum, link) => sum + countWords(link.textContent ?? ''), 0);
  return Math.max(0, countWords(visibleText(root)) - linked);
}
