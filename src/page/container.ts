import { countWords } from './visible-text.js';
import { childElements, elementName, elementsNamed, elementsWhere, isElement, isText, walk } from './walk.js';

/** A child that holds at least this share of its parent's words is where the content is. */
const DOMINANT_SHARE = 0.6;
/** An element named as the content holds at least this share of the words beside navigation; sites name the wrong one. */
const MIN_MAIN_SHARE = 0.2;
/** No page has more; each is read. */
const MAX_MAINS = 20;
/** A single `<article>` may be the one teaser on a page of other things. */
const MIN_ARTICLE_SHARE = 0.4;
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
  const words = wordsBesideBoilerplate(document.body);
  const largest = (elements: readonly Element[], minShare: number): Element | undefined => {
    const sized = elements.slice(0, MAX_MAINS).map((element) => ({ element, words: wordsBesideBoilerplate(element) }));
    const best = sized.reduce((one, other) => (other.words > one.words ? other : one), {
      element: undefined,
      words: 0,
    } as Sized);
    return best.words >= words * minShare ? best.element : undefined;
  };
  const mains = elementsWhere(
    document,
    (element) => elementName(element) === 'main' || element.getAttribute('role') === 'main',
  );
  const articles = elementsNamed(document, 'article');
  return largest(mains, MIN_MAIN_SHARE) ?? (articles.length === 1 ? largest(articles, MIN_ARTICLE_SHARE) : undefined);
}

interface Sized {
  readonly element: Element | undefined;
  readonly words: number;
}

function wordsBesideBoilerplate(root: Element): number {
  let words = 0;
  walk(root, {
    enter(node) {
      if (isText(node)) words += countWords(node.data);
      return node === root || !(isBoilerplate(node) || elementName(node) === 'header');
    },
  });
  return words;
}

/** Goes down from `root` as long as one child holds most of the words. */
function largestBlock(root: Element): Element {
  let block = root;
  let words = wordsBesideBoilerplate(block);
  for (;;) {
    let wordsInside = 0;
    const dominant = childElements(block).find((child) => {
      if (!isContainer(child)) return false;
      wordsInside = wordsBesideBoilerplate(child);
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
