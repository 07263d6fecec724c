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
const CONTROL_NAMES = / (?:btn|button|buttons|cta|action|actions|toggle|readmore|more|link) /;

/** The lines that cards of one group have in common: "Add to cart", "Compare", "Read more", in whatever language. Prices are none. */
export function repeatedLines(groups: readonly CardGroup[]): Element[] {
  return groups.flatMap(({ cards }) => linesInCommon(cards));
}

function linesInCommon(elements: readonly Element[]): Element[] {
  const lines = elements.map(linesOf);
  const counts = new Map<string, number>();
  for (const own of lines) {
    for (const text of new Set(own.map(({ text }) => text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const least = Math.max(MIN_CARDS, elements.length * MIN_SHARE);
  return lines.flatMap((own) =>
    own.flatMap(({ element, text }) => ((counts.get(text) ?? 0) >= least ? [element] : [])),
  );
}

interface Line {
  readonly element: Element;
  readonly text: string;
}

/** The innermost elements with a short text that is all theirs. */
function linesOf(card: Element): Line[] {
  return elementsWhere(card, isLine).flatMap((element) => {
    const text = wordsOf(element.textContent ?? '');
    return text === '' || holdsPrice(element.textContent ?? '') ? [] : [{ element, text }];
  });
}

function isLine(element: Element): boolean {
  const name = elementName(element);
  const isControl = name === 'a' || name === 'label' || CONTROL_NAMES.test(nameWords(element));
  if (HEADINGS.has(name) || !isControl || countWords(element.textContent ?? '') > MAX_WORDS) return false;
  return childElements(element).every((child) => !BLOCK_ELEMENTS.has(elementName(child)) && elementName(child) !== 'a');
}
