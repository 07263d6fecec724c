import { BLOCK_ELEMENTS, UNREAD_ELEMENTS } from './elements.js';
import { elementName, isText, walk } from './walk.js';
import { collapse } from './white-space.js';
import { OF_WORD, wordTraits } from './word-characters.js';

const BASIC_CHARACTERS = 0x10000;

/** The words of a text. Characters of scripts that write no spaces count as a word each. */
export function countWords(text: string): number {
  let count = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code >= BASIC_CHARACTERS) at++;
    const traits = wordTraits(code);
    if (isInWord && (traits & OF_WORD) !== 0) continue;
    if (traits !== 0) count++;
    isInWord = traits === OF_WORD;
  }
  return count;
}

/** The words of a text in lower case with a space between them: equal where two texts say the same. */
export function wordsOf(text: string): string {
  const lower = text.toLowerCase();
  let words = '';
  let start = -1;
  for (let at = 0; at <= lower.length; at++) {
    const code = at < lower.length ? (lower.codePointAt(at) ?? 0) : 0;
    const traits = wordTraits(code);
    const isGoingOn = start >= 0 && (traits & OF_WORD) !== 0;
    if (!isGoingOn && start >= 0) {
      words += words === '' ? lower.slice(start, at) : ` ${lower.slice(start, at)}`;
      start = -1;
    }
    const width = code >= BASIC_CHARACTERS ? 2 : 1;
    if (!isGoingOn && traits === OF_WORD) start = at;
    else if (!isGoingOn && traits !== 0) words += `${words === '' ? '' : ' '}${lower.slice(at, at + width)}`;
    at += width - 1;
  }
  return words;
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
    else {
      const line = collapse(text);
      if (line !== '') lines.push(line);
    }
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
