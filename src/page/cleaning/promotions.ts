import type { Block } from './blocks.js';
import { beginsWithOthers, headsOthers, isRequest } from './labels.js';
import { isCredit, isPictureNumber, isReadingTime } from './line-signs.js';

/** A longer line says something even if it says to read on. */
const MAX_WORDS = 40;
const MIN_LINK_SHARE = 0.7;
/** Words of a link that is a headline, where it stands alone between paragraphs. */
const MIN_HEADLINE_WORDS = 4;
/** More headlines in a row are a list that the text gives. */
const MAX_HEADLINES = 5;

/**
 * Lines in the midst of a text that lead elsewhere or ask for something: "READ MORE: ...", headlines between paragraphs
 * that are nothing but links, an invitation to subscribe, the credit of a picture.
 */
export function promotions(blocks: readonly Block[], isArticle: boolean): Block[] {
  return [...blocks.filter(isPromotion), ...headlines(blocks, isArticle)];
}

function isPromotion({ text, plain, words, linkWords, level, isSet }: Block): boolean {
  if (isSet || words > MAX_WORDS || level > 0) return false;
  if (isRequest(plain) || isPictureNumber(text) || isReadingTime(text) || isCredit(text, words)) return true;
  return beginsWithOthers(text) && linkWords > 0;
}

/** In documents and lists such lines are what there is to tell. */
function headlines(blocks: readonly Block[], isArticle: boolean): Block[] {
  const found: Block[] = [];
  let run: Block[] = [];
  for (const [at, block] of blocks.entries()) {
    if (isHeadline(block) && (isArticle || !block.isListed)) run.push(block);
    else {
      const before = blocks[at - run.length - 1];
      const isAside = before?.isProse === true && !before.isAnnouncing && (block.isProse || block.level > 0);
      if (isAside && run.length <= MAX_HEADLINES) found.push(...run);
      run = [];
    }
  }
  return found;
}

/** An address that is written out is told, not offered. */
function isHeadline({ text, words, linkWords, level, isSet }: Block): boolean {
  return (
    !isSet &&
    !/^(?:https?:|www\.)/i.test(text) &&
    level === 0 &&
    words >= MIN_HEADLINE_WORDS &&
    words <= MAX_WORDS &&
    linkWords >= words * MIN_LINK_SHARE
  );
}

/** Whether a line heads other pages. */
export function isHeadOfOthers({ plain, words, isProse, isSet }: Block): boolean {
  return !isSet && !isProse && words <= 12 && headsOthers(plain);
}
