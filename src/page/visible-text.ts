import { BLOCK_ELEMENTS, UNREAD_ELEMENTS } from './elements.js';
import { elementName, isText, walk } from './walk.js';

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;
const LAST_ASCII = 127;

/** The words of a text. Characters of scripts that write no spaces count as a word each. */
export function countWords(text: string): number {
  let count = 0;
  let isInWord = false;
  // The pattern knows all letters, and takes five times as long: most text has none but these.
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > LAST_ASCII) return count + countFrom(at, text, isInWord);
    const isOfWord = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (isInWord && !isOfWord) count++;
    isInWord = isOfWord;
  }
  return isInWord ? count + 1 : count;
}

/** Those that end at `at` or later. */
function countFrom(at: number, text: string, isInWord: boolean): number {
  let start = at;
  while (isInWord && start > 0 && /[a-z\d]/i.test(text.charAt(start - 1))) start--;
  let count = 0;
  WORD.lastIndex = start;
  // Makes nothing for each word, unlike `matchAll`; the last try sets it back.
  while (WORD.test(text)) count++;
  return count;
}

/** The words of a text in lower case with a space between them: equal where two texts say the same. */
export function wordsOf(text: string): string {
  return (text.toLowerCase().match(WORD) ?? []).join(' ');
}

/**
 * The text of an element as a reader sees it: a line for each block, whitespace collapsed except in `<pre>`. What is
 * hidden must have been pruned before.
 */
export function visibleText(root: Node, isLeftOut: (node: Node) => boolean = () => false): string {
  const lines: string[] = [];
  let pieces: string[] = [];
  let preDepth = 0;
  const endLine = () => {
    const text = pieces.join('');
    pieces = [];
    if (preDepth > 0) lines.push(text.trimEnd());
    else if (text.trim() !== '') lines.push(text.trim().replace(/\s+/g, ' '));
  };
  walk(root, {
    enter(node) {
      const name = elementName(node);
      if (UNREAD_ELEMENTS.has(name) || isLeftOut(node)) return false;
      if (name === 'br' || BLOCK_ELEMENTS.has(name)) endLine();
      if (name === 'pre') preDepth++;
      if (!isText(node)) return true;
      const [first = '', ...rest] = preDepth > 0 ? node.data.split('\n') : [node.data];
      pieces.push(first);
      for (const line of rest) {
        endLine();
        pieces.push(line);
      }
      return true;
    },
    leave(node) {
      const name = elementName(node);
      if (BLOCK_ELEMENTS.has(name)) endLine();
      if (name === 'pre') preDepth--;
    },
  });
  endLine();
  return lines.join('\n');
}

/** Whether an element holds no more text than this. Looks at no more of it than that takes: headings may hold whole pages. */
export function isShorterThan(root: Node, maxChars: number): boolean {
  let left = maxChars;
  walk(root, {
    enter(node) {
      if (isText(node)) left -= node.data.length;
      return left >= 0;
    },
  });
  return left >= 0;
}
