import { countWords } from './visible-text.js';
import { childElements, elementName, elementsNamed, elementsWhere, isElement } from './walk.js';

/** A child that holds at least this share of its parent's words is where the content is. */
const DOMINANT_SHARE = 0.6;
const CONTAINERS: ReadonlySet<string> = new Set(['div', 'section', 'article', 'form', 'center', 'main']);
const BOILERPLATE_ELEMENTS: ReadonlySet<string> = new Set(['nav', 'aside', 'footer']);
const BOILERPLATE_ROLES: ReadonlySet<string> = new Set([
  'navigation',
  'complementary',
  'contentinfo',
  'search',
  'dialog',
]);
const BOILERPLATE_IDS: ReadonlySet<string> = new Set(['comments', 'respond']);

/** Where a page keeps its content. */
export interface Container {
  readonly element: Element;
  /** Whether the page itself says so, by `<main>`, its role, or a single `<article>`. */
  readonly isNamed: boolean;
}

/** The element that the page names as its main content, else its largest block of text. */
export function mainContainer(document: Document): Container {
  const named = namedContainer(document);
  return { element: named ?? largestBlock(document.body), isNamed: named !== undefined };
}

/** Whether an element in a container is navigation or the like. */
export function isBoilerplate(node: Node): boolean {
  if (!isElement(node)) return false;
  if (BOILERPLATE_ELEMENTS.has(elementName(node))) return true;
  return (
    BOILERPLATE_ROLES.has(node.getAttribute('role')?.toLowerCase() ?? '') ||
    BOILERPLATE_IDS.has(node.getAttribute('id')?.toLowerCase() ?? '')
  );
}

function namedContainer(document: Document): Element | undefined {
  const mains = elementsWhere(
    document,
    (element) => elementName(element) === 'main' || element.getAttribute('role') === 'main',
  );
  const articles = elementsNamed(document, 'article');
  const named = mains.length > 0 ? mains : articles.length === 1 ? articles : [];
  return named.find((element) => countWords(element.textContent ?? '') > 0);
}

/** Goes down from `root` as long as one child holds most of the words. */
function largestBlock(root: Element): Element {
  let block = root;
  let words = countWords(block.textContent ?? '');
  for (;;) {
    let wordsInside = 0;
    const dominant = childElements(block).find((child) => {
      if (!isContainer(child)) return false;
      wordsInside = countWords(child.textContent ?? '');
      return wordsInside >= words * DOMINANT_SHARE;
    });
    if (dominant === undefined || words === 0) return block;
    block = dominant;
    words = wordsInside;
  }
}

function isContainer(element: Element): boolean {
  return CONTAINERS.has(elementName(element)) || element.localName.includes('-');
}
