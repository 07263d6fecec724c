import { holdsPrice } from '../kinds/prices.js';
import { elementName, elementsNamed, isElement } from '../walk.js';
import type { Block } from './blocks.js';

/** Shorter lines are said twice by those who write, too. */
const MIN_WORDS = 8;
/** A single word after itself is an answer, a value, a label as often. */
const MIN_LABEL_WORDS = 2;
/** What is said more often is said of each of several things. */
const MAX_TIMES = 3;

/**
 * What a page says again word for word: what is there once for each width of the window, slides that a carousel has cloned, the
 * beginning of an answer before the whole of it, posts beside each answer to them; of what is short only a name that is said
 * again at once, as of a picture and its link. Prices and the items of lists may be the same of two things. Of a line and a
 * heading the heading stays. In a thread nothing is said of several things: there it is a copy, however often.
 */
export function repetitions(blocks: readonly Block[], isThread = false): Block[] {
  const counts = new Map<string, number>();
  for (const { plain } of blocks) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  const said = new Map<string, Block>();
  const found = new Set<Block>();
  for (const [at, block] of blocks.entries()) {
    const isItem = elementName(block.parent) === 'li' && !isThread;
    if (block.isSet || isItem) continue;
    const { plain } = block;
    const isTwiceHere = blocks[at - 1]?.plain === plain || (blocks[at - 2]?.plain === plain && counts.get(plain) === 2);
    const isAgain =
      block.words >= MIN_WORDS
        ? said.has(plain) && (isThread || (counts.get(plain) ?? 0) <= MAX_TIMES)
        : isTwiceHere && isName(block);
    const before = said.get(plain);
    const isHeaded = isAgain && before !== undefined && block.level > 0 && before.level === 0 && !holdsPicture(before);
    if (isHeaded) found.add(before);
    else if (isAgain && !holdsPicture(block)) found.add(block);
    if (before === undefined || isHeaded) said.set(plain, block);
  }
  return [...found];
}

function isName({ text, words, level, linkWords }: Block): boolean {
  return (words >= MIN_LABEL_WORDS || level > 0 || linkWords === words) && /\p{L}/u.test(text) && !holdsPrice(text);
}

/** What shows something beside what it says is no repetition. */
function holdsPicture({ nodes }: Block): boolean {
  return nodes.some(
    (node) => isElement(node) && (elementName(node) === 'img' || elementsNamed(node, 'img').length > 0),
  );
}
