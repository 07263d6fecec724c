import type { Block } from './blocks.js';
import { headsOthers, isRequest } from './labels.js';
import type { Names } from './leading-lines.js';
import { isAsking, isByline, isContribution, isCopyright, isCredit, isDateLine } from './line-signs.js';

const MIN_LINK_SHARE = 0.6;
/** More are no foot of a page any more. */
const MAX_BLOCKS = 80;
const MAX_REFERENCES = 2;
const FOOT_WORDS = 70;

/**
 * What stands after a text: links to more, tags, who wrote it, whose rights it is under, invitations to follow and to
 * subscribe. From the end up to the first line that is none of these.
 */
export function trailingLines(blocks: readonly Block[], names: Names): Block[] {
  const found: Block[] = [];
  for (let at = blocks.length - 1; at >= 0 && found.length < MAX_BLOCKS; at--) {
    const block = blocks[at];
    if (block === undefined || !isFoot(block, names, found.length > 0)) break;
    // One is when it was written; several are what it tells.
    const before = blocks[at - 1];
    if (isDateLine(block.text, block.words) && before && isDateLine(before.text, before.words)) break;
    found.push(block);
  }
  // A document or a notice may end in a link or two to what it is about.
  const isReference = !names.isArticle && found.length <= MAX_REFERENCES && found.every(isLinkLine);
  if (isReference) return [];
  // A page that is all foot is a page of such lines.
  return found.some(({ words }) => words > 0) && found.length < blocks.length ? found : [];
}

function isFoot(block: Block, names: Names, isFollowed: boolean): boolean {
  const { text, plain, words, linkWords, level, isSet } = block;
  if (isSet) return false;
  if (level > 0) return isFollowed || headsOthers(plain) || isRequest(plain);
  if (
    isRequest(plain) ||
    headsOthers(plain) ||
    isDateLine(text, words) ||
    isByline(text, words) ||
    isCredit(text, words)
  )
    return true;
  if (isContribution(text, words) || (words <= FOOT_WORDS && linkWords > 0 && isAsking(text))) return true;
  if (words <= FOOT_WORDS && (isCopyright(text) || isAboutAuthor(block, names))) return true;
  return isLinkLine(block);
}

function isLinkLine({ plain, words, linkWords, isProse }: Block): boolean {
  return !isProse && !isRequest(plain) && linkWords >= words * MIN_LINK_SHARE;
}

/** "A. Writer is a reporter in ...": the name that the page gives, at the start of a paragraph at its end. */
function isAboutAuthor({ plain }: Block, { author }: Names): boolean {
  return author !== '' && (plain === author || plain.startsWith(`${author} `));
}
