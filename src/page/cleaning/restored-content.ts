import { PROSE_WORDS, type TextSize } from '../prose.js';
import { elementName, elementsNamed } from '../walk.js';
import { type Block, blocksOf } from './blocks.js';
import { type BoxOf, boxFinder } from './boxes.js';
import { keepBlocks } from './kept-blocks.js';

/** Fewer words may stand anywhere in a page. */
const ANCHOR_WORDS = 5;
/** Of a longer block so many words tell it from others, where something in it was taken out. */
const OPENING_WORDS = 8;
/** What was lost is content if at most so much of it is links ... */
const MAX_LINK_SHARE = 0.35;
/** ... and at least so much of it tells or shows something. */
const MIN_TOLD_SHARE = 0.5;
/** A box of its own with fewer words is a notice. */
const SECTION_WORDS = 20;
/** Fewer paragraphs without a heading are a remark. */
const MIN_PARAGRAPHS = 2;
const MIN_MAIN_SHARE = 0.6;
const ROUNDS = 2;

/** Where the content of a page is. */
export interface ContentPlace extends TextSize {
  /** The element that holds it, after all else has been taken out of that. */
  readonly take: () => Element;
}

/**
 * The content of a page as it stands in the page, from what Readability made of a copy of it. That says where the text is;
 * but it loses sections for their names, tables and lists for their links, and first paragraphs. What stands between blocks
 * that it kept, in the same box as such, or in a box of the same make beside one, is content where it tells something.
 */
export function contentAround(body: Element, read: Element, main?: Element): ContentPlace | undefined {
  const boxOf = boxFinder();
  const blocks = blocksOf(body);
  const isRead = recognizer(read);
  const readBlocks = new Set(blocks.filter(isRead));
  const known = blocks.filter((block) => readBlocks.has(block) && block.words >= ANCHOR_WORDS);
  const anchors = main === undefined ? known : mostlyIn(main, known);
  const [first] = anchors;
  const last = anchors.at(-1);
  if (first === undefined || last === undefined) return undefined;
  // What stands beside a single paragraph is beside the text, too.
  const common = boxOf(commonElement(anchors, body));
  const root = main?.contains(common) ? main : common;
  const groups = groupsOf(
    blocks.filter(({ parent }) => root.contains(parent)),
    readBlocks,
    boxOf,
  );
  let kept: ReadonlySet<Block> = new Set(anchors);
  // What is found outside of what Readability kept has its own headings and lists between.
  for (let round = 0; round < ROUNDS; round++) kept = contentOf(groups, kept, readBlocks, boxOf);
  return {
    words: wordsIn([...kept]),
    proseWords: wordsIn([...kept].filter(({ words }) => words >= PROSE_WORDS)),
    take() {
      const inside = blocks.filter(({ parent }) => root.contains(parent));
      keepBlocks(root, inside, (block) => kept.has(block));
      removeOuterImages(root, read, [...kept].at(-1));
      return root;
    },
  };
}

/** The groups that are of the content, by what is known of it. */
function contentOf(
  groups: readonly (readonly Block[])[],
  known: ReadonlySet<Block>,
  read: ReadonlySet<Block>,
  boxOf: BoxOf,
): ReadonlySet<Block> {
  const isKnown = (group: readonly Block[]) => group.some((block) => known.has(block));
  const from = groups.findIndex(isKnown);
  const to = groups.findLastIndex(isKnown);
  const boxes = new Set(Array.from(known, ({ parent }) => boxOf(parent)));
  const makes = new Set([...boxes].map(makeOf).filter((make) => make !== ''));
  const kept: Block[] = [];
  for (const [at, group] of groups.entries()) {
    const [start] = group;
    if (start === undefined) continue;
    const isWithin = at >= from && at <= to;
    const before = groups[at - 1]?.at(-1);
    // A list in boxes of its own goes on as it began.
    const isGoingOn = before !== undefined && (before.isAnnouncing || (before.isListed && kept.at(-1) === before));
    const box = boxOf(start.parent);
    const isNear =
      boxes.has(box) || makes.has(makeOf(box)) || (isWithin && (isSection(group) || isToldAtLength(group)));
    const isContent =
      isKnown(group) ||
      start.isNote ||
      (isWithin && (read.has(start) || (start.isListed && isGoingOn))) ||
      (!read.has(start) && isNear && tells(group)) ||
      (boxes.has(box) && isPlain(group));
    if (isContent) kept.push(...group);
  }
  return new Set(kept);
}

/** Whether a block is among what Readability kept. */
function recognizer(read: Element): (block: Block) => boolean {
  const known = new Set<string>();
  const lines: string[] = [];
  for (const { plain } of blocksOf(read)) {
    known.add(plain);
    lines.push(plain);
  }
  const text = ` ${lines.join(' ')} `;
  return ({ plain, words }) => {
    if (known.has(plain)) return true;
    return words >= OPENING_WORDS && text.includes(` ${plain.split(' ', OPENING_WORDS).join(' ')} `);
  };
}

/** Blocks that follow one another in the same box, all read or none. */
function groupsOf(blocks: readonly Block[], read: ReadonlySet<Block>, boxOf: BoxOf): Block[][] {
  const groups: Block[][] = [];
  let box: Element | undefined;
  let isRead: boolean | undefined;
  for (const block of blocks) {
    const group = groups.at(-1);
    const itsBox = boxOf(block.parent);
    if (group !== undefined && itsBox === box && read.has(block) === isRead) group.push(block);
    else groups.push([block]);
    box = itsBox;
    isRead = read.has(block);
  }
  return groups;
}

/** What boxes of one kind have in common; empty where nothing says that it is of any. */
function makeOf(box: Element): string {
  const name = elementName(box);
  const classes = box.getAttribute('class') ?? '';
  return classes === '' && name !== 'section' ? '' : `${name} ${classes} ${elementName(box.parentElement)}`;
}

/** The element that the page calls its main one holds its text, if it holds most of what Readability takes for it. */
function mostlyIn(main: Element, anchors: readonly Block[]): readonly Block[] {
  const inside = anchors.filter(({ parent }) => main.contains(parent));
  return wordsIn(inside) >= wordsIn(anchors) * MIN_MAIN_SHARE ? inside : anchors;
}

function wordsIn(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { words }) => sum + words, 0);
}

/** Whether it is a part of a text, and not a remark of the page's program. */
function isSection(group: readonly Block[]): boolean {
  if (group.every(({ level }) => level > 0)) return true;
  return wordsIn(group) >= SECTION_WORDS && group.some(({ level, isSet }) => level > 0 || isSet);
}

/** Whether it is several paragraphs, as in a panel that is unfolded; what asks for something is one. */
function isToldAtLength(group: readonly Block[]): boolean {
  const told = group.filter(({ isProse }) => isProse);
  return told.length >= MIN_PARAGRAPHS && wordsIn(told) >= SECTION_WORDS * MIN_PARAGRAPHS;
}

function tells(group: readonly Block[]): boolean {
  let words = 0;
  let told = 0;
  let links = 0;
  for (const block of group) {
    words += block.words;
    // A quotation links to whence it is.
    if (!block.isSet) links += block.linkWords;
    if (block.isProse || block.isSet || block.level > 0 || block.isListed) told += block.words;
  }
  return told >= words * MIN_TOLD_SHARE && links <= words * MAX_LINK_SHARE;
}

/** Short lines that lead nowhere, as "Costs 42" under a description. */
function isPlain(group: readonly Block[]): boolean {
  return group.every(({ linkWords }) => linkWords === 0);
}

function commonElement(blocks: readonly Block[], body: Element): Element {
  let common: Element = blocks[0]?.parent ?? body;
  for (const { parent } of blocks) {
    while (common !== body && !common.contains(parent)) common = common.parentElement ?? body;
  }
  return common;
}

/** Pictures after the last line of a text are those of other pages, if Readability does not know them. */
function removeOuterImages(root: Element, read: Element, last: Block | undefined): void {
  if (last === undefined) return;
  const known = new Set(elementsNamed(read, 'img').map((image) => image.getAttribute('src')));
  const isAfter = 4;
  for (const image of elementsNamed(root, 'img')) {
    if (known.has(image.getAttribute('src'))) continue;
    if ((last.parent.compareDocumentPosition(image) & isAfter) !== 0 && !last.parent.contains(image)) image.remove();
  }
}
