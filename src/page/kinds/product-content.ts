import { nameWords } from '../cleaning/part-names.js';
import type { PageClaims } from '../page-claims.js';
import { countWords, wordsOf } from '../visible-text.js';
import { childElements, elementName, elementsWhere, isElement, walk } from '../walk.js';
import { holdsPrice } from './prices.js';
import { isWithinAny } from './within-any.js';

/** A shorter description is a teaser for search engines, and not the text that the page shows. */
const MIN_DESCRIPTION_WORDS = 60;
/** So many words at its beginning, and in its middle or at its end, tell where it is shown. */
const SAMPLE_WORDS = 8;
const FACTS =
  / (?:specs?|specifications?|features?|attributes|highlights|ingredients|dimensions|materials?|tech(?:nical)?|additional information|product (?:details|information|facts)|key (?:features|facts)) /;
const MAX_PRICE_WORDS = 12;
/** More facts than this times the description are another text. */
const MAX_FACTS = 3;

/** The descriptions that a page gives search engines of what it sells. */
export function productDescription({ graph }: PageClaims): string | undefined {
  const descriptions = graph.nodes.flatMap((node) => {
    const types = [node['@type']].flat();
    const { description } = node;
    return types.some((type) => /^Product(?:Group)?$/.test(String(type))) && typeof description === 'string'
      ? [description]
      : [];
  });
  const [first] = descriptions.map((text) => wordsOf(text.replace(/<[^>]*>|&[a-z#\d]+;/gi, ' ')));
  return first !== undefined && countWords(first) >= MIN_DESCRIPTION_WORDS ? first : undefined;
}

/**
 * The parts of a page that are about the product it sells: the name, the price, the description that the page itself gives
 * of it, and lists of facts. Undefined where that description is not shown.
 */
export function productParts(
  root: Element,
  description: string,
  around: ReadonlySet<Node>,
): readonly Element[] | undefined {
  const described = elementShowing(root, description);
  if (described === undefined || described === root) return undefined;
  const most = countWords(description) * MAX_FACTS;
  const facts = elementsWhere(
    root,
    (element) => isFacts(element) && !described.contains(element) && !element.contains(described),
  );
  const known = new Set<Node>(facts);
  const outermost = facts.filter(({ parentNode }) => parentNode === null || !isWithinAny(parentNode, known));
  const shown = outermost.filter(
    (element) => !isWithinAny(element, around) && countWords(element.textContent ?? '') <= most,
  );
  const heading = elementsWhere(root, (element) => elementName(element) === 'h1')[0];
  const price = elementsWhere(root, (element) => / price /.test(nameWords(element)) && isPrice(element))[0];
  return [heading, price, described, ...shown].filter((element) => element !== undefined);
}

function isFacts(element: Element): boolean {
  const name = elementName(element);
  if (name === 'table' || name === 'dl') return countWords(element.textContent ?? '') > 0;
  return name !== 'body' && FACTS.test(nameWords(element));
}

function isPrice(element: Element): boolean {
  const text = element.textContent ?? '';
  return holdsPrice(text) && countWords(text) <= MAX_PRICE_WORDS;
}

/** The innermost element that shows a text: its beginning, middle and end, or its beginning and one of the others. */
function elementShowing(root: Element, text: string): Element | undefined {
  const words = text.split(' ');
  const sampleAt = (at: number): string => words.slice(at, at + SAMPLE_WORDS).join(' ');
  const begin = sampleAt(0);
  const later = [sampleAt(Math.floor(words.length / 2)), sampleAt(words.length - SAMPLE_WORDS)];
  const shows = (element: Element, least: number): boolean => {
    const own = wordsOf(element.textContent ?? '');
    return own.includes(begin) && later.filter((sample) => own.includes(sample)).length >= least;
  };
  const least = shows(root, later.length) ? later.length : 1;
  let at: Element | undefined = shows(root, least) ? root : undefined;
  for (let inner = at; inner !== undefined; ) {
    at = inner;
    inner = childElements(inner).find((child) => shows(child, least));
  }
  return at;
}

/** What in an element is none of these parts. */
export function besideParts(root: Element, parts: readonly Element[]): ReadonlySet<Node> {
  const kept = new Set<Node>(parts);
  const around = new Set<Node>();
  for (const part of parts)
    for (let parent = part.parentNode; parent !== null; parent = parent.parentNode) around.add(parent);
  const leftOut = new Set<Node>();
  walk(root, {
    enter(node) {
      if (kept.has(node)) return false;
      if (node === root || around.has(node)) return true;
      if (isElement(node) || (node.textContent ?? '').trim() !== '') leftOut.add(node);
      return false;
    },
  });
  return leftOut;
}
