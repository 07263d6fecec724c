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
    ...(names.isDocument ? [] : [repetitions]),
    (blocks) => leadingLines(blocks, names),
    (blocks) => trailingLines(blocks, names),
  ];
  takeOut(root, stages, dropped);
}

/** Takes out of a chosen content what it says twice, and nothing else: of a list or a thread every other line may be of it. */
export function cleanRepetitions(root: Element, dropped: DroppedParts): void {
  takeOut(root, [repetitions], dropped);
}

function takeOut(root: Element, stages: readonly Stage[], dropped: DroppedParts): void {
  let blocks = blocksOf(root);
  for (const stage of stages) {
    const found = new Set(stage(blocks));
    if (found.size === 0) continue;
    const kept = blocks.filter((block) => !found.has(block));
    // What is said twice is lost by no stage.
    const isTooMuch = stage !== repetitions && proseWords([...found]) > proseWords(blocks) * MAX_PROSE_SHARE;
    if (isTooMuch) continue;
    for (const block of found) {
      dropped.note(block.words);
      removeBlock(block, root);
    }
    blocks = kept;
  }
}

function proseWords(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { isProse, isSet, words }) => sum + (isProse || isSet ? words : 0), 0);
}
