import { HEADINGS } from '../elements.js';
import { countWords } from '../visible-text.js';
import { childElements, elementName, isElement, walk } from '../walk.js';
import { alike } from './alike.js';
import { holdsPrice } from './prices.js';
import { type Sums, sumUp } from './sums.js';

/** Fewer are a row of three reasons or a footer's columns. */
const MIN_CARDS = 4;
/** A longer text tells what it is about itself. */
const MAX_CARD_WORDS = 150;
const MIN_CARD_WORDS = 2;

/** Neighbours of one shape each of which offers something behind a link: goods, articles, jobs. */
export interface CardGroup {
  readonly parent: Element;
  readonly cards: readonly Element[];
  readonly words: number;
  /** How many of them name a price. */
  readonly priced: number;
  /** How many of them have a heading or a picture. */
  readonly headed: number;
}

type Signs = Readonly<Sums<'words' | 'links' | 'prices' | 'heads'>>;

/** All groups of cards in an element, those in a card left aside. */
export function findCards(root: Element): CardGroup[] {
  const signs = readSigns(root);
  const groups: CardGroup[] = [];
  const inCards = new Set<Node>();
  walk(root, {
    enter(node) {
      if (!isElement(node) || inCards.has(node)) return false;
      if ((signs.get(node)?.links ?? 0) < MIN_CARDS) return false;
      for (const cards of groupsIn(node, signs)) {
        const of = cards.map((card) => signs.get(card));
        groups.push({
          parent: node,
          cards,
          words: of.reduce((sum, sign) => sum + (sign?.words ?? 0), 0),
          priced: of.filter((sign) => (sign?.prices ?? 0) > 0).length,
          headed: of.filter((sign) => (sign?.heads ?? 0) > 0).length,
        });
        for (const card of cards) inCards.add(card);
      }
      return true;
    },
  });
  return groups;
}

function groupsIn(parent: Element, signs: ReadonlyMap<Element, Signs>): Element[][] {
  const cards = childElements(parent).filter((child) => {
    const { words = 0, links = 0 } = signs.get(child) ?? {};
    return links > 0 && words >= MIN_CARD_WORDS && words <= MAX_CARD_WORDS;
  });
  return alike(cards, shapeOf).filter((group) => group.length >= MIN_CARDS);
}

function shapeOf(card: Element): string {
  return `${elementName(card)} ${(card.getAttribute('class') ?? '').replace(/\d+/g, '').split(/\s+/)[0]}`;
}

function readSigns(root: Element): ReadonlyMap<Element, Signs> {
  return sumUp(root, {
    ofElement(element) {
      const name = elementName(element);
      const isHead = HEADINGS.has(name) || name === 'img';
      return { words: 0, links: name === 'a' ? 1 : 0, prices: 0, heads: isHead ? 1 : 0 };
    },
    addText(sums, text) {
      sums.words += countWords(text);
      if (holdsPrice(text)) sums.prices += 1;
    },
  });
}
