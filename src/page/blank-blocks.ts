import { elementsNamed } from './walk.js';

/** Set on blocks that are empty as they were written, and not for what was taken out of them. */
export const BLANK_MARK = 'data-pageward-blank';

/**
 * Marks the list items, quotes and code blocks that hold nothing at all, so that the whole of a page keeps its structure:
 * the number of an item counts those before it. Of what is emptied by pruning nothing is left. Changes the document; before
 * it is pruned.
 */
export function markBlankBlocks(document: Document): void {
  for (const block of elementsNamed(document.body, 'li', 'blockquote', 'pre')) {
    const [code] = block.children;
    const isBare =
      code === undefined || (block.localName === 'pre' && code.localName === 'code' && !code.firstElementChild);
    if (isBare && (block.textContent ?? '').trim() === '') block.setAttribute(BLANK_MARK, '');
  }
}
