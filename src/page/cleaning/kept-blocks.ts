import { type Block, removeBlock } from './blocks.js';

/**
 * Removes from `root` all blocks but those kept; an element in which nothing is kept goes as a whole, with the pictures
 * that stand in it.
 */
export function keepBlocks(root: Element, blocks: readonly Block[], isKept: (block: Block) => boolean): void {
  const holding = new Set<Element>();
  for (const block of blocks) {
    if (!isKept(block)) continue;
    for (let element: Element | null = block.parent; element !== null; element = element.parentElement) {
      if (holding.has(element)) break;
      holding.add(element);
      if (element === root) break;
    }
  }
  for (const block of blocks) {
    if (isKept(block) || !root.contains(block.parent)) continue;
    let part: Element | null = null;
    for (
      let element: Element | null = block.parent;
      element !== null && !holding.has(element);
      element = element.parentElement
    ) {
      if (element === root) break;
      part = element;
    }
    if (part === null) removeBlock(block, root);
    else part.remove();
  }
}
