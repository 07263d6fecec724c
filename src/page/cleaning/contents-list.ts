import type { Block } from './blocks.js';
import { isRequest } from './labels.js';

/** Fewer lines that are headings too may be so by chance. */
const MIN_LINES = 3;

/**
 * The table of contents of a page: lines in a row that say what headings after them say, or lead to a place in the page
 * itself, with the head over them.
 */
export function contentsList(blocks: readonly Block[]): Block[] {
  const headings = new Set(blocks.filter(({ level }) => level > 0).map(({ plain }) => plain));
  const found: Block[] = [];
  let run: Block[] = [];
  const end = (at: number) => {
    const head = blocks[at - run.length - 1];
    // What a sentence announces is of the text.
    if (run.length >= MIN_LINES && head?.isAnnouncing !== true) {
      found.push(...(head !== undefined && isRequest(head.plain) ? [head, ...run] : run));
    }
    run = [];
  };
  for (const [at, block] of blocks.entries()) {
    const isEntry = block.level === 0 && !block.isSet && (headings.has(block.plain) || block.leadsInside);
    if (isEntry) run.push(block);
    else end(at);
  }
  end(blocks.length);
  return found;
}
