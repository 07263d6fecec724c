import { nameWords } from '../cleaning/part-names.js';
import { PROSE_WORDS } from '../prose.js';
import { countWords, visibleText } from '../visible-text.js';
import { elementsNamed, firstElement, isWithin } from '../walk.js';
import { type CardGroup, findCards } from './cards.js';
import { findThread, type Thread } from './posts.js';
import { surroundings } from './surroundings.js';
import { isWithinAny } from './within-any.js';

/** What programs that write manuals call the place of their text, of themselves and not after a topic. */
const MANUAL_NAMES =
  / (?:documentation|docs? (?:content|body|page|main|container|wrapper|article|layout|root)|theme doc|markdown body|md content|rst content|vp doc|documentwrapper|nextra) /;

/** A tab of a product's page is called so, too: of the words of the main part a manual's text has most. */
const MANUAL_SHARE = 0.5;
/** A line of so many words is a paragraph that tells something. */
const PARAGRAPH_WORDS = 30;

/** What a page shows, by numbers. Shares are of the words of its main part, of the thread of the whole page. */
export interface PageSigns {
  /** Of the main part. */
  readonly words: number;
  readonly thread?: Thread;
  readonly threadShare: number;
  /** Of the largest group of cards: how many, how many with a price, and what share of the words is theirs. */
  readonly cards: number;
  readonly goods: number;
  readonly cardShare: number;
  readonly linkShare: number;
  /** In lines of thirty words and more, and in lines of twelve and more. */
  readonly toldShare: number;
  readonly proseShare: number;
  /** Whether a program that writes manuals has made it, by its names. */
  readonly isManual: boolean;
  readonly codeBlocks: number;
  /** Those in a line counted too. */
  readonly codes: number;
  /** All cards of the main part, those in what surrounds it too. */
  readonly cardGroups: readonly CardGroup[];
  /** What would surround the content of a landing page in the main part. */
  readonly around: ReadonlySet<Node>;
}

/** Measures a pruned document, of which `main` holds the main part. */
export function readSigns(body: Element, main: Element): PageSigns {
  const thread = findThread(body);
  const cardGroups = findCards(main);
  const around = surroundings(main, 'service', cardGroups);
  const isAround = (node: Node): boolean => around.has(node);
  const lines = visibleText(main, isAround).split('\n').map(countWords);
  const words = Math.max(
    1,
    lines.reduce((sum, count) => sum + count, 0),
  );
  const wordsInLinesOf = (least: number): number =>
    lines.reduce((sum, count) => (count >= least ? sum + count : sum), 0);
  const groups = cardGroups.filter(({ parent }) => !isWithinAny(parent, around));
  const headed = groups.filter(({ cards, headed }) => headed >= cards.length / 2);
  const largest = headed.reduce((best, group) => (group.words > (best?.words ?? 0) ? group : best), headed[0]);
  const linked = elementsNamed(main, 'a').reduce((sum, link) => {
    return isWithin(link, 'nav', 'footer', 'header') ? sum : sum + countWords(link.textContent ?? '');
  }, 0);
  return {
    words,
    ...(thread === undefined ? {} : { thread }),
    threadShare: thread === undefined ? 0 : thread.words / Math.max(1, countWords(body.textContent ?? '')),
    cards: largest?.cards.length ?? 0,
    goods: largest?.priced ?? 0,
    cardShare: Math.min(1, (largest?.words ?? 0) / words),
    linkShare: Math.min(1, linked / Math.max(words, countWords(main.textContent ?? ''))),
    toldShare: wordsInLinesOf(PARAGRAPH_WORDS) / words,
    proseShare: wordsInLinesOf(PROSE_WORDS) / words,
    isManual: isManual(main),
    codeBlocks: elementsNamed(main, 'pre').length,
    codes: elementsNamed(main, 'code').length,
    cardGroups,
    around,
  };
}

function isManual(main: Element): boolean {
  const isCalledSo = (element: Element): boolean => MANUAL_NAMES.test(nameWords(element));
  for (let around: Element | null = main; around !== null; around = around.parentElement)
    if (isCalledSo(around)) return true;
  const least = countWords(main.textContent ?? '') * MANUAL_SHARE;
  const holdsMost = (element: Element): boolean => countWords(element.textContent ?? '') >= least;
  return firstElement(main, (element) => isCalledSo(element) && holdsMost(element)) !== undefined;
}
