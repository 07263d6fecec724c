import { BLOCK_ELEMENTS, HEADINGS, UNREAD_ELEMENTS } from '../elements.js';
import { NOTE_MARK } from '../footnotes.js';
import { PROSE_WORDS } from '../prose.js';
import { countWords, wordsOf } from '../visible-text.js';
import { elementName, elementsNamed, isElement, isText, isWithin, walk } from '../walk.js';
import { collapse } from '../white-space.js';

/** Shorter lines than those of prose tell something too if they are a sentence. */
const SENTENCE_WORDS = 6;
/** More of a line than this are links where it is not told but offered. */
const PROSE_LINK_SHARE = 0.5;
const SENTENCE_END = /[.!?…:;。！？”"»]['’)\]]?$/;

/**
 * A line of text, inline elements in it: a paragraph, a heading, a cell, what stands loose between them or between breaks.
 */
export interface Block {
  /** The block element that it stands in. */
  readonly parent: Element;
  /** What of that element it is. */
  readonly nodes: readonly ChildNode[];
  readonly text: string;
  /** In lower case, without punctuation. */
  readonly plain: string;
  readonly words: number;
  readonly linkWords: number;
  /** Of a heading 1 to 6, else 0. */
  readonly level: number;
  /** Whether it tells something: a sentence, or more words than a label has, most of them not links. */
  readonly isProse: boolean;
  /** Code, tables, quotes and footnotes are never what pages put around their text. */
  readonly isSet: boolean;
  /** Whether it is the text of a footnote, which stands apart from what it belongs to. */
  readonly isNote: boolean;
  /** Whether it ends in a colon: what comes next is of it. */
  readonly isAnnouncing: boolean;
  /** Whether all of it leads to another place in the page. */
  readonly leadsInside: boolean;
  /** Whether it is an item of a list. */
  readonly isListed: boolean;
}

/** The blocks of a content in document order, those without text left aside. */
export function blocksOf(root: Element): Block[] {
  const holders = blockHolders(root);
  const blocks: Block[] = [];
  let parent = root;
  let nodes: ChildNode[] = [];
  const end = () => {
    if (nodes.length > 0) {
      const block = blockOf(parent, nodes);
      if (block !== undefined) blocks.push(block);
    }
    nodes = [];
  };
  walk(root, {
    enter(node) {
      if (node !== root && !isBreak(node, holders)) {
        if (isElement(node) || isText(node)) nodes.push(node);
        return false;
      }
      end();
      if (isElement(node)) parent = node;
      return !UNREAD_ELEMENTS.has(elementName(node));
    },
    leave(node) {
      if (!isElement(node) || (node !== root && !isBreak(node, holders))) return;
      end();
      if (node !== root && node.parentElement !== null) parent = node.parentElement;
    },
  });
  return blocks;
}

/** Elements with blocks or line breaks in them, inline ones too, as links around a card. */
function blockHolders(root: Element): ReadonlySet<Node> {
  const holders = new Set<Node>();
  walk(root, {
    enter: () => true,
    leave(node) {
      const { parentNode } = node;
      if (parentNode !== null && isBreak(node, holders)) holders.add(parentNode);
    },
  });
  return holders;
}

function isBreak(node: Node, holders: ReadonlySet<Node>): boolean {
  const name = elementName(node);
  return name === 'br' || BLOCK_ELEMENTS.has(name) || holders.has(node);
}

function blockOf(parent: Element, nodes: readonly ChildNode[]): Block | undefined {
  const text = collapse(nodes.map((node) => node.textContent ?? '').join(''));
  const words = countWords(text);
  if (words === 0) return undefined;
  const links = linksOf(parent, nodes);
  const linkWords = Math.min(
    words,
    links.reduce((sum, link) => sum + (link.contains(parent) ? words : countWords(link.textContent ?? '')), 0),
  );
  const name = elementName(parent);
  const isNote = parent.closest(`[${NOTE_MARK}]`) !== null;
  const isTold = linkWords < words * PROSE_LINK_SHARE;
  return {
    parent,
    nodes,
    text,
    plain: wordsOf(text),
    words,
    linkWords,
    level: HEADINGS.has(name) ? Number(name.charAt(1)) : 0,
    isProse:
      isTold && !HEADINGS.has(name) && (words >= PROSE_WORDS || (words >= SENTENCE_WORDS && SENTENCE_END.test(text))),
    isAnnouncing: /[:：]$/.test(text),
    leadsInside: linkWords === words && links.every((link) => link.getAttribute('href')?.includes('#') ?? false),
    isListed: isWithin(nodes[0] ?? parent, 'li', 'dd', 'dt'),
    isNote,
    isSet: isNote || name === 'pre' || name === 'td' || name === 'th' || isWithin(parent, 'pre', 'table', 'blockquote'),
  };
}

/** The links in a block, or the one around it. */
function linksOf(parent: Element, nodes: readonly ChildNode[]): Element[] {
  for (let around: Element | null = parent; around !== null; around = around.parentElement) {
    if (elementName(around) === 'a' && around.hasAttribute('href')) return [around];
  }
  return nodes
    .filter(isElement)
    .flatMap((node) => (elementName(node) === 'a' ? [node] : elementsNamed(node, 'a')))
    .filter((link) => link.hasAttribute('href'));
}

/** Takes a block out of its document, with the elements that it leaves empty, up to `root`. */
export function removeBlock({ parent, nodes }: Block, root: Element): void {
  for (const node of nodes) node.remove();
  let element: Element | null = parent;
  while (element !== null && element !== root && isHollow(element)) {
    const above: Element | null = element.parentElement;
    element.remove();
    element = above;
  }
}

/** Cells stay, or those after them would move. */
function isHollow(element: Element): boolean {
  if (elementName(element) === 'td' || elementName(element) === 'th') return false;
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (!isText(child) || countWords(child.data) > 0) return false;
  }
  return true;
}
