import TurndownService from 'turndown';
import { codeSpan, codeText, fencedBlock, LANGUAGE_MARK } from './code-blocks.js';
import type { ContentOptions } from './content-options.js';
import { BLOCK_ELEMENTS } from './elements.js';
import { emphasized } from './emphasis.js';
import { escapeNumbers, escapeText, settleBrackets, withoutStandIns } from './escape.js';
import { markdownImage, markdownLink } from './inline-targets.js';
import { LinkReferences } from './link-references.js';
import { ListWriter } from './lists.js';
import { TableWriter } from './tables.js';
import { elementName, elementsNamed, isElement, isText } from './walk.js';

export interface MarkdownOptions {
  /** Elements in the HTML that are not to be written. */
  readonly isLeftOut?: (node: Node) => boolean;
  readonly links?: ContentOptions['links'];
}

/**
 * Writes HTML as GitHub-flavoured Markdown. The HTML should come from a pruned document with its URLs resolved: targets
 * that are not absolute are dropped and their text kept.
 *
 * Takes a string and not a node: Turndown is quadratic on a jsdom tree, and parses a string into a lighter one itself.
 */
export function toMarkdown(html: string, options: MarkdownOptions = {}): string {
  const { isLeftOut, links } = options;
  const references = links === 'referenced' ? new LinkReferences() : undefined;
  const writer = createWriter(references);
  if (isLeftOut !== undefined) writer.addRule('leftOut', { filter: isLeftOut, replacement: () => '' });
  const markdown = writer.turndown(withoutStandIns(html));
  if (references === undefined) return settleBrackets(markdown);
  return references.settle(settleBrackets(escapeNumbers(markdown)));
}

function createWriter(references: LinkReferences | undefined): TurndownService {
  const writer = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    blankReplacement: (_content, node) => (isElement(node) && isSpacer(node) ? '\n\n' : ''),
  });
  writer.escape = escapeText;
  writer.remove(['script', 'style', 'noscript', 'template', 'iframe', 'canvas', 'title']);
  addInlineRules(writer, references);
  addBlockRules(writer);
  return writer;
}

function addInlineRules(writer: TurndownService, references: LinkReferences | undefined): void {
  const targetOf = references && ((url: string) => references.standIn(url));
  writer.addRule('link', {
    filter: 'a',
    replacement: (content, node) => markdownLink(content, attributeOf(node, 'href'), targetOf),
  });
  writer.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => markdownImage(attributeOf(node, 'alt'), attributeOf(node, 'src')),
  });
  writer.addRule('code', {
    filter: named('code', 'kbd', 'samp', 'tt'),
    replacement: (content, node) => (holdsImage(node) ? content : codeSpan(node.textContent ?? '')),
  });
  writer.addRule('strong', {
    filter: ['strong', 'b'],
    replacement: (content, node) => emphasized(content, node, '**'),
  });
  writer.addRule('emphasis', {
    filter: ['em', 'i'],
    replacement: (content, node) => emphasized(content, node, '*'),
  });
  writer.addRule('strikethrough', {
    filter: named('del', 's', 'strike'),
    replacement: (content, node) => emphasized(content, node, '~~'),
  });
  writer.addRule('superscript', {
    filter: 'sup',
    // Without a sign 10⁶ would read as 106; a footnote's mark and the "st" of 1st need none.
    replacement: (content) => (/^[-+−]?\d+$/.test(content) ? `^${content}` : content),
  });
  writer.addRule('quotation', { filter: 'q', replacement: (content) => `"${content}"` });
  writer.addRule('lineBreak', { filter: 'br', replacement: (_content, node) => lineBreak(node) });
}

function addBlockRules(writer: TurndownService): void {
  const lists = new ListWriter();
  const tables = new TableWriter();
  writer.addRule('codeBlock', {
    filter: 'pre',
    replacement: (_content, node) => {
      const code = codeText(node);
      return code.trim() === '' ? '' : `\n\n${fencedBlock(code, attributeOf(node, LANGUAGE_MARK))}\n\n`;
    },
  });
  // Blocks that Turndown takes for inline, so that their text would run into what stands beside them.
  writer.addRule('block', {
    filter: (node) => BLOCK_ELEMENTS.has(elementName(node)) && !isTurndownBlock(node),
    replacement: (content) => `\n\n${content}\n\n`,
  });
  writer.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      // Number signs at the end would be taken for the end of the heading's own.
      const text = content
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/(?<= )#+$/, '\\$&');
      return text === '' ? '' : `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${text}\n\n`;
    },
  });
  writer.addRule('quote', {
    filter: 'blockquote',
    replacement: (content) => {
      const lines = content.trim().split('\n');
      return `\n\n${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
    },
  });
  writer.addRule('list', {
    filter: named('ul', 'ol', 'menu', 'dir'),
    replacement: (content, node) => lists.list(content, node),
  });
  writer.addRule('listItem', { filter: 'li', replacement: (content, node) => lists.item(content, node) });
  writer.addRule('cell', {
    filter: ['td', 'th', 'caption'],
    replacement: (content, node) => tables.keepCell(node, content),
  });
  writer.addRule('table', {
    filter: 'table',
    replacement: (_content, node) => (isElement(node) ? `\n\n${tables.write(node)}\n\n` : ''),
  });
}

/** A filter for elements by name, the obsolete included. */
function named(...names: string[]): (node: Node) => boolean {
  return (node) => names.includes(elementName(node));
}

/** A break at the end of a block shows nothing, and two in a row are how old pages write paragraphs. */
function lineBreak(node: Node): string {
  const next = besides(node, 'nextSibling');
  if (next === null || elementName(besides(node, 'previousSibling')) === 'br') return '';
  return elementName(next) === 'br' ? '\n\n' : '  \n';
}

function besides(node: Node, direction: 'nextSibling' | 'previousSibling'): Node | null {
  let sibling = node[direction];
  while (sibling !== null && isText(sibling) && sibling.data.trim() === '') sibling = sibling[direction];
  return sibling;
}

/** Whether an empty element still parts what stands before it from what follows. */
function isSpacer(element: Element): boolean {
  return isTurndownBlock(element) && elementName(element) !== 'li';
}

/** Turndown notes on each node whether it counts as a block. */
function isTurndownBlock(node: Node & { isBlock?: boolean }): boolean {
  return node.isBlock === true;
}

function holdsImage(node: Node): boolean {
  return elementsNamed(node, 'img').length > 0;
}

function attributeOf(node: Node, name: string): string {
  return isElement(node) ? (node.getAttribute(name) ?? '') : '';
}
