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
  const words = wordsBesideBoilerplate(document.documentElement);
  const named = namedContainer(document, words);
  return { element: named ?? largestBlock(document.body, words), isNamed: named !== undefined };
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

function namedContainer(document: Document, wordsOf: WordsOf): Element | undefined {
  const words = wordsOf(document.body);
  const largest = (elements: readonly Element[], minShare: number): Element | undefined => {
    const best = elements.slice(0, MAX_MAINS).reduce<Element | undefined>((one, other) => {
      return wordsOf(other) > (one === undefined ? 0 : wordsOf(one)) ? other : one;
    }, undefined);
    return (best === undefined ? 0 : wordsOf(best)) >= words * minShare ? best : undefined;
  };
  const mains = elementsWhere(
    document,
    (element) => elementName(element) === 'main' || element.getAttribute('role') === 'main',
  );
  const articles = elementsNamed(document, 'article');
  return largest(mains, MIN_MAIN_SHARE) ?? (articles.length === 1 ? largest(articles, MIN_ARTICLE_SHARE) : undefined);
}

/** The words in an element, those of navigation and the like in it left aside. */
type WordsOf = (element: Element) => number;

/** Counts those of all elements at once, as the document is now. */
function wordsBesideBoilerplate(root: Element): WordsOf {
  const counts = new Map<Node, number>();
  walk(root, {
    enter(node) {
      if (isText(node)) add(node.parentNode, countWords(node.data));
      return true;
    },
    leave(node) {
      if (isElement(node) && !isBoilerplate(node) && elementName(node) !== 'header')
        add(node.parentNode, counts.get(node) ?? 0);
    },
  });
  return (element) => counts.get(element) ?? 0;

  function add(node: Node | null, words: number): void {
    if (node !== null && words > 0) counts.set(node, (counts.get(node) ?? 0) + words);
  }
}

/** Goes down from `root` as long as one child holds most of the words. */
function largestBlock(root: Element, wordsOf: WordsOf): Element {
  let block = root;
  for (;;) {
    const least = wordsOf(block) * DOMINANT_SHARE;
    const dominant = childElements(block).find((child) => isContainer(child) && wordsOf(child) >= least);
    if (dominant === undefined || least === 0) return block;
    block = dominant;
  }
}

function isContainer(element: Element): boolean {
  return CONTAINERS.has(elementName(element)) || element.localName.includes('-');
}
