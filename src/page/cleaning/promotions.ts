import type { Block } from './blocks.js';
import { beginsWithOthers, headsOthers, isRequest } from './labels.js';
import { isCredit, isReadingTime } from './line-signs.js';

/** A longer line says something even if it says to read on. */
const MAX_WORDS = 40;
const MIN_LINK_SHARE = 0.7;
/** Words of a link that is a headline, where it stands alone between paragraphs. */
const MIN_HEADLINE_WORDS = 4;

/**
 * Lines in the midst of a text that lead elsewhere or ask for something: "READ MORE: ...", a headline that is nothing but
 * a link, an invitation to subscribe, the credit of a picture.
 */
export function promotions(blocks: readonly Block[]): Block[] {
  return blocks.filter((block, index) => isPromotion(block, blocks[index - 1], blocks[index + 1]));
}

function isPromotion(block: Block, before: Block | undefined, after: Block | undefined): boolean {
  const { text, plain, words, linkWords, level, isSet } = block;
  if (isSet || words > MAX_WORDS) return false;
  if (level > 0) return false;
  if (isRequest(plain) || isReadingTime(text)) return true;
  if (isCredit(text, words)) return true;
  const isLink = linkWords >= words * MIN_LINK_SHARE;
  if (beginsWithOthers(text)) return linkWords > 0;
  if (!isLink || words < MIN_HEADLINE_WORDS || block.isListed) return false;
  return before?.isProse === true && after?.isProse === true && !isIntroduction(before);
}

/** A line that ends in a colon has what comes next to say. */
function isIntroduction({ text }: Block): boolean {
  return /[:：]$/.test(text);
}

/** Whether a line heads other pages. */
export function isHeadOfOthers({ plain, words, isProse, isSet }: Block): boolean {
  return !isSet && !isProse && words <= 12 && headsOthers(plain);
}
