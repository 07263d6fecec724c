import { elementName, isText } from './walk.js';

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * Puts `delimiter` on both sides of an emphasized text, where Markdown will read it as emphasis: not around several
 * blocks, not right after the same delimiter, and not where punctuation at its edge touches a word outside, because such
 * a run of asterisks neither opens nor closes (CommonMark 6.2).
 */
export function emphasized(content: string, node: Node, delimiter: string): string {
  const text = content.trim();
  if (text === '' || text.includes('\n\n')) return content;
  if (elementName(node.previousSibling) === elementName(node) || elementName(node.parentNode) === elementName(node)) {
    return content;
  }
  const before = dataOf(node.previousSibling).at(-1);
  const after = dataOf(node.nextSibling).at(0);
  const isBlocked = clashes(before, text.at(0)) || clashes(after, text.at(-1));
  return isBlocked ? content : `${delimiter}${text}${delimiter}`;
}

function dataOf(node: Node | null): string {
  return node !== null && isText(node) ? node.data : '';
}

function clashes(outside: string | undefined, inside: string | undefined): boolean {
  return WORD_CHARACTER.test(outside ?? '') && PUNCTUATION.test(inside ?? '');
}
