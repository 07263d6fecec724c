import type { Block } from './blocks.js';
import { isHeadOfOthers } from './promotions.js';

/** What stands under a head of other pages is a list of them: so many of its words are links. */
const MIN_LINK_SHARE = 0.4;
/** One that is larger is not a box beside the text. */
const MAX_BLOCKS = 60;

/**
 * The heads "More from ...", "Related", "Read also" and what stands under them: all up to the next heading, or the links
 * that follow where no heading does.
 */
export function otherSections(blocks: readonly Block[]): Block[] {
  const found: Block[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const head = blocks[at];
    if (head === undefined || !isHeadOfOthers(head)) continue;
    const under = blocksUnder(blocks, at);
    found.push(head, ...under);
    at += under.length;
  }
  return found;
}

function blocksUnder(blocks: readonly Block[], at: number): Block[] {
  const head = blocks[at];
  const rest = blocks.slice(at + 1, at + 1 + MAX_BLOCKS);
  const links: Block[] = [];
  for (const block of rest) {
    const isLink = block.linkWords >= block.words * MIN_LINK_SHARE || (block.isListed && block.linkWords > 0);
    if (!isLink || block.isSet) break;
    if (block.level > 0 && head !== undefined && head.level > 0 && block.level <= head.level) break;
    links.push(block);
  }
  return links;
}
