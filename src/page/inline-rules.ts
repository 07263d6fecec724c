import { codeSpan } from './code-blocks.js';
import { HEADINGS } from './elements.js';
import { emphasized } from './emphasis.js';
import { NOTE_REFERENCE_MARK } from './footnotes.js';
import { FORMULA_MARK } from './formulas.js';
import { markdownImage, markdownLink } from './inline-targets.js';
import type { LinkReferences } from './link-references.js';
import { NOTE_CLOSE, NOTE_OPEN } from './stand-ins.js';
import { tellingTitle } from './titles.js';
import { elementName, elementsNamed, isElement, isText, isWithin } from './walk.js';
import { attributeOf, named, type WriterRule } from './writer-rule.js';

/** How what stands within a line is written. */
export function inlineRules(references: LinkReferences | undefined): WriterRule[] {
  const targetOf = references && ((url: string) => references.standIn(url));
  return [
    {
      filter: (node) => isElement(node) && node.hasAttribute(FORMULA_MARK),
      replacement: (_, node) => writeFormula(node),
    },
    {
      filter: (node) => isElement(node) && node.hasAttribute(NOTE_REFERENCE_MARK),
      replacement: (_, node) => NOTE_OPEN + attributeOf(node, NOTE_REFERENCE_MARK) + NOTE_CLOSE,
    },
    {
      filter: ['a'],
      replacement(content, node) {
        const url = attributeOf(node, 'href');
        return markdownLink(content, url, { targetOf, title: titleOf(node, node.textContent ?? '', url) });
      },
    },
    {
      filter: ['img'],
      replacement(_content, node) {
        const [description, url] = [attributeOf(node, 'alt'), attributeOf(node, 'src')];
        return markdownImage(description, url, titleOf(node, description, url));
      },
    },
    { filter: named('code', 'kbd', 'samp', 'tt'), replacement: writeCode },
    { filter: ['strong', 'b'], replacement: (content, node) => emphasized(content, node, '**') },
    { filter: ['em', 'i'], replacement: (content, node) => emphasized(content, node, '*') },
    { filter: named('del', 's', 'strike'), replacement: (content, node) => emphasized(content, node, '~~') },
    {
      filter: ['sup'],
      replacement: (content) => superscript(content),
    },
    // Without the parentheses that pages give for browsers which do not know ruby, a reading runs into its word.
    {
      filter: named('rt'),
      replacement: (content, node) => (elementName(node.previousSibling) === 'rp' ? content : `(${content.trim()})`),
    },
    { filter: ['q'], replacement: (content, node) => (isWithin(node, 'q') ? `'${content}'` : `"${content}"`) },
    { filter: ['br'], replacement: (_content, node) => lineBreak(node) },
  ];
}

/** Code on a line; the spaces around it are outside unless it is nothing else. */
export function writeCode(content: string, node: Node): string {
  if (elementsNamed(node, 'img').length > 0) return content;
  const code = node.textContent ?? '';
  if (code.trim() === '') return codeSpan(code);
  const before = /^\s/.test(code) && !/\s$/.test(textOf(node.previousSibling)) ? ' ' : '';
  const after = /\s$/.test(code) && !/^\s/.test(textOf(node.nextSibling)) ? ' ' : '';
  return before + codeSpan(code) + after;
}

/** Without a sign 10⁶ would read as 106, and xⁿ⁺¹ as another sum; the "st" of 1st and a footnote's mark need none. */
function superscript(content: string): string {
  if (/^[-+−]?\d{1,10}$/.test(content)) return `^${content}`;
  return /^[\p{L}\d]{0,10}[-+−/·][\p{L}\d]{1,10}$/u.test(content) ? `^(${content})` : content;
}

/** A formula between dollar signs; one on lines of its own only where there may be lines. */
function writeFormula(node: Node): string {
  const tex = (node.textContent ?? '')
    .trim()
    .replace(/\n\s*\n/g, '\n')
    // Else whoever does not know formulas would take it for a tag.
    .replace(/<(?=[a-z/!?])/gi, '< ');
  if (attributeOf(node, FORMULA_MARK) === 'display' && !isWithin(node, 'td', 'th', ...HEADINGS)) {
    return `\n\n$$\n${tex}\n$$\n\n`;
  }
  const line = tex.replace(/\s+/g, ' ').replace(/\\$/, '\\ ');
  const isShort = attributeOf(node, FORMULA_MARK) === 'inline' && !line.includes('$');
  return isShort ? `$${line}$` : `$$${line}$$`;
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

function titleOf(node: Node, text: string, url: string): string {
  return isElement(node) ? tellingTitle(node, text, url) : '';
}

function textOf(node: Node | null): string {
  return node?.textContent ?? '';
}
