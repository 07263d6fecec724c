import { nameWords } from '../cleaning/part-names.js';
import { BLOCK_ELEMENTS, HEADINGS } from '../elements.js';
import { countWords, wordsOf } from '../visible-text.js';
import { childElements, elementName, elementsWhere } from '../walk.js';
import type { CardGroup } from './cards.js';
import { holdsPrice } from './prices.js';

/** A longer line tells something, even if it is told again. */
const MAX_WORDS = 8;
/** In so many cards of a group, and of so many of all, the same line stands for what can be done with the card. */
const MIN_CARDS = 3;
const MIN_SHARE = 0.5;
/** What nearly every card says, whatever it is, tells nothing of any of them. */
const NEARLY_ALL = 0.9;
const MIN_CARDS_ALIKE = 5;
const CONTROL_NAMES = / (?:btn|button|buttons|cta|action|actions|toggle|readmore|more|link) /;

/**
 * The lines that cards of one group have in common: "Add to cart", "Compare", "Read more", in whatever language, and what
 * nearly all of them say, headings among it: no card is called as all others. Prices are none.
 */
export function repeatedLines(groups: readonly CardGroup[]): Element[] {
  return groups.flatMap(({ cards }) => {
    const controls = linesInCommon(cards, MIN_SHARE, isControl);
    return cards.length < MIN_CARDS_ALIKE ? controls : [...controls, ...linesInCommon(cards, NEARLY_ALL, isShort)];
  });
}

/** The fitting lines with one and the same text that at least this share of some elements have, and three of them. */
function linesInCommon(elements: readonly Element[], minShare: number, fits: (element: Element) => boolean): Element[] {
  const lines = elements.map((element) => linesOf(element, fits));
  const counts = new Map<string, number>();
  for (const own of lines) {
    for (const text of new Set(own.map(({ text }) => text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const least = Math.max(MIN_CARDS, elements.length * minShare);
  return lines.flatMap((own) =>
    own.flatMap(({ element, text }) => ((counts.get(text) ?? 0) >= least ? [element] : [])),
  );
}

interface Line {
  readonly element: Element;
  readonly text: string;
}

/** The innermost elements with a short text that is all theirs. */
function linesOf(card: Element, fits: (element: Element) => boolean): Line[] {
  return elementsWhere(card, fits).flatMap((element) => {
    const text = wordsOf(element.textContent ?? '');
    return text === '' || holdsPrice(element.textContent ?? '') ? [] : [{ element, text }];
  });
}

function isControl(element: Element): boolean {
  const name = elementName(element);
  return (name === 'a' || name === 'label' || CONTROL_NAMES.test(nameWords(element))) && isLine(element);
}

function isLine(element: Element): boolean {
  return !HEADINGS.has(elementName(element)) && isShort(element);
}

function isShort(element: Element): boolean {
  if (countWords(element.textContent ?? '') > MAX_WORDS) return false;
  return childElements(element).every((child) => !BLOCK_ELEMENTS.has(elementName(child)) && elementName(child) !== 'a');
}
