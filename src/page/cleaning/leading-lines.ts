import type { Block } from './blocks.js';
import { isRequest } from './labels.js';
import { isByline, isCredit, isDateLine, isReadingTime } from './line-signs.js';

/** Bylines and dates stand over the text, or after its first sentences. */
const PROSE_BEFORE_TEXT = 2;
/** Where it takes longer until the text begins, there is more than a byline before it. */
const MAX_BLOCKS = 40;
/** A line of links up to so many words leads elsewhere. */
const MAX_LINK_LINE_WORDS = 20;
const MIN_LINK_SHARE = 0.7;

/** What is known of the page, as plain words. */
export interface Names {
  readonly title: string;
  /** The heading of the page, where its title says it word for word. */
  readonly heading: string;
  readonly author: string;
  readonly siteName: string;
  /** Whether the page gives it a writer or a day. */
  readonly isArticle: boolean;
  /** Whether it is documentation, which says the same of each of the things that it lists. */
  readonly isDocument: boolean;
}

/**
 * What stands before a text and is not of it: where the page is in its site, when it was written, by whom, how long it
 * takes to read, links to share it. None of it where no text follows.
 */
export function leadingLines(blocks: readonly Block[], names: Names): Block[] {
  const found: Block[] = [];
  let prose = 0;
  for (const block of blocks.slice(0, MAX_BLOCKS)) {
    if (isPreface(block, names, prose)) found.push(block);
    else if (block.isProse || block.isSet) prose += 1;
    if (prose >= PROSE_BEFORE_TEXT) return found;
  }
  return prose > 0 || blocks.length > MAX_BLOCKS ? found : [];
}

function isPreface(
  { text, plain, words, linkWords, level, isProse, isSet }: Block,
  names: Names,
  prose: number,
): boolean {
  if (plain === names.title || plain === names.heading) return true;
  if (isSet || level > 0) return false;
  if (isDateLine(text, words) || isByline(text, words) || isReadingTime(text) || isCredit(text, words)) return true;
  if (prose === 0 && /^https?:\/\/\S+$/.test(text)) return true;
  if (isProse) return false;
  if (isRequest(plain) || plain === names.author || plain === names.siteName) return true;
  return prose === 0 && words <= MAX_LINK_LINE_WORDS && linkWords >= words * MIN_LINK_SHARE;
}
