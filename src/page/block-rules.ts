import { BLANK_MARK } from './blank-blocks.js';
import { CALLOUT_MARK } from './callouts.js';
import { codeText, fencedBlock, LANGUAGE_MARK } from './code-blocks.js';
import { BLOCK_ELEMENTS } from './elements.js';
import { NOTE_MARK } from './footnotes.js';
import { writeCode } from './inline-rules.js';
import { ListWriter } from './lists.js';
import { standInFor } from './stand-ins.js';
import { TableWriter } from './tables.js';
import { elementName, isElement, isWithin } from './walk.js';
import { collapse } from './white-space.js';
import { attributeOf, named, type WriterRule } from './writer-rule.js';

const HEADING_END = new RegExp(`(?<=^| )[#${standInFor('#')}]+$`);

/** How blocks are written, and those that hold no text. For one text: lists and tables are kept in mind. */
export function blockRules(): { readonly rules: readonly WriterRule[]; readonly blank: WriterRule['replacement'] } {
  const lists = new ListWriter();
  const tables = new TableWriter();
  const rules: WriterRule[] = [
    {
      filter: (node) => isElement(node) && node.hasAttribute(NOTE_MARK),
      replacement: (content, node) => writeNote(content, attributeOf(node, NOTE_MARK)),
    },
    { filter: ['pre'], replacement: (_content, node) => writeCodeBlock(node) },
    {
      filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
      replacement(content, node) {
        // Number signs at the end would be taken for the end of the heading's own.
        const text = collapse(content).replace(HEADING_END, '\\$&');
        return text === '' ? '' : `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${text}\n\n`;
      },
    },
    { filter: ['blockquote'], replacement: (content, node) => writeQuote(kindLine(node) + content) },
    // Below "- " three hyphens would be part of one rule.
    { filter: ['hr'], replacement: (_content, node) => (isWithin(node, 'li') ? '\n\n***\n\n' : '\n\n---\n\n') },
    { filter: named('ul', 'ol', 'menu', 'dir'), replacement: (content, node) => lists.list(content, node) },
    { filter: ['li'], replacement: (content, node) => lists.item(content, node) },
    { filter: ['td', 'th', 'caption'], replacement: (content, node) => tables.keepCell(node, content) },
    {
      filter: ['table'],
      replacement: (_content, node) => (isElement(node) ? `\n\n${tables.write(node)}\n\n` : ''),
    },
    // Turndown takes some of them for inline, so that their text would run into what stands beside them; and it puts the
    // space between two images before both.
    {
      filter: (node) => BLOCK_ELEMENTS.has(elementName(node)) || isTurndownBlock(node),
      replacement: (content) => `\n\n${content.trim()}\n\n`,
    },
  ];
  return { rules, blank: (content, node) => writeBlank(content, node, lists) };
}

/** An element without text: most leave nothing, but still part what stands before them from what follows. */
function writeBlank(content: string, node: Node, lists: ListWriter): string {
  const isMarked = isElement(node) && node.hasAttribute(BLANK_MARK);
  switch (elementName(node)) {
    case 'li':
      return lists.item(content, node);
    case 'ul':
    case 'ol':
      return lists.list(content, node);
    case 'blockquote':
      return isMarked || content.trim() !== '' ? writeQuote(content) : '\n\n';
    case 'pre':
      return isMarked ? writeCodeBlock(node) : '\n\n';
    case 'code':
      return writeCode(content, node);
    default:
      return isTurndownBlock(node) ? `\n\n${content.trim()}\n\n` : content;
  }
}

function writeCodeBlock(node: Node): string {
  const code = codeText(node);
  const isBlank = code.trim() === '' && !(isElement(node) && node.hasAttribute(BLANK_MARK));
  return isBlank ? '' : `\n\n${fencedBlock(code, attributeOf(node, LANGUAGE_MARK))}\n\n`;
}

/** The line that makes a quotation a callout, as GitHub has it. */
function kindLine(node: Node): string {
  const kind = attributeOf(node, CALLOUT_MARK);
  return kind === '' ? '' : `[!${kind}]\n`;
}

function writeNote(content: string, label: string): string {
  return `\n\n[^${label}]: ${content.trim().replace(/\n(?=.)/g, '\n    ')}\n\n`;
}

function writeQuote(content: string): string {
  const lines = content
    .trim()
    .replace(/^(\[![A-Z]+\])\n+/, '$1\n')
    .split('\n');
  return `\n\n${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
}

/** Turndown notes on each node whether it counts as a block. */
function isTurndownBlock(node: Node & { isBlock?: boolean }): boolean {
  return node.isBlock === true;
}
