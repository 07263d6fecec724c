import { type Block, blocksOf, removeBlock } from './blocks.js';
import { moveCaptions } from './captions.js';
import { contentsList } from './contents-list.js';
import type { DroppedParts } from './dropped.js';
import { leadingLines, type Names } from './leading-lines.js';
import { removeNamedParts } from './named-parts.js';
import { otherSections } from './other-sections.js';
import { promotions } from './promotions.js';
import { repetitions } from './repetitions.js';
import { trailingLines } from './trailing-lines.js';

type Stage = (blocks: readonly Block[]) => Block[];

const sayOnce: Stage = (blocks) => repetitions(blocks);

/** A stage that would take more of the prose has taken the text for its surroundings. */
const MAX_PROSE_SHARE = 0.3;

/**
 * Takes out of a page what its markup names as surroundings of a text. Before anything is chosen, since captions and boxes in a
 * text mislead whoever looks for it. Captions first: their names are also those of credits in a byline.
 */
export function cleanDocument(root: Element, dropped: DroppedParts): void {
  moveCaptions(root, dropped);
  removeNamedParts(root, dropped);
}

/**
 * Takes out of a chosen content the lines that are not of it. In this order: the list of contents while all headings are
 * there to know it by; sections that lead elsewhere before single lines, which would be taken out of their midst; what is said
 * twice once only one of them is left to be seen; then from both ends inwards, where what stood before hides nothing any more.
 */
export function cleanContent(root: Element, names: Names, dropped: DroppedParts): void {
  const stages: readonly Stage[] = [
    contentsList,
    otherSections,
    (blocks) => promotions(blocks, names.isArticle),
    ...(names.isDocument ? [] : [sayOnce]),
    (blocks) => leadingLines(blocks, names),
    (blocks) => trailingLines(blocks, names),
  ];
  let blocks = blocksOf(root);
  for (const stage of stages) {
    const found = new Set(stage(blocks));
    // What is said twice is not lost, however much it is.
    const isTooMuch = stage !== sayOnce && proseWords(found) > proseWords(blocks) * MAX_PROSE_SHARE;
    if (found.size === 0 || isTooMuch) continue;
    removeBlocks(root, found, dropped);
    blocks = blocks.filter((block) => !found.has(block));
  }
}

/** Takes out of a chosen content what it says twice, and nothing else: of a list or a thread every other line may be of it. */
export function cleanRepetitions(root: Element, isThread: boolean, dropped: DroppedParts): void {
  removeBlocks(root, repetitions(blocksOf(root), isThread), dropped);
}

function removeBlocks(root: Element, blocks: Iterable<Block>, dropped: DroppedParts): void {
  for (const block of blocks) {
    dropped.note(block.words);
    removeBlock(block, root);
  }
}

function proseWords(blocks: Iterable<Block>): number {
  let sum = 0;
  for (const { isProse, isSet, words } of blocks) if (isProse || isSet) sum += words;
  return sum;
}
