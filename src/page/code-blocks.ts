import { isLanguage, languageOf } from './code-language.js';
import { BLOCK_ELEMENTS } from './elements.js';
import { childElements, elementName, elementsNamed, isElement, isText, walk } from './walk.js';
import { collapse } from './white-space.js';

/** Where a code block's language is kept: Readability takes the classes away. */
export const LANGUAGE_MARK = 'data-code-language';

const GUTTER =
  /(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?|line-?num|lineno|lnos?|ln|lnt|hljs-ln-numbers|blob-num)(?:$|[\s_-])/i;
const COPY = /copy|clipboard/i;
const LABEL = /toolbar|copy|clipboard|line-?numbers|lang|header|filename-label/i;
/** Lines that some highlighters part by the style of an element only. */
const LINE = /(?:^|\s)(?:line|token-line|code-line|ec-line)(?:\s|$)/;
/** White space that no screen shows whole, and what is kept of it at either end. */
const LONG_SPACE = /\s{500,}/g;
const KEPT_SPACE = 250;
/** How far up something can be that is there for a code block alone. */
const MAX_WRAPPERS = 5;

/**
 * Notes each code block's language on its `<pre>`, and takes out what is beside the code in it and around it: line numbers,
 * buttons to copy it, the name of the language. Changes the document.
 */
export function markCodeBlocks(document: Document): void {
  for (const block of elementsNamed(document.body, 'pre')) {
    if (!block.isConnected) continue;
    for (const part of elementsNamed(block, 'span', 'div', 'td', 'a', 'i', 'ol')) if (isBesideCode(part)) part.remove();
    const cell = block.closest('td');
    if (cell !== null && isBesideCode(cell)) {
      cell.remove();
      continue;
    }
    const wrappers = wrappersOf(block);
    const labels = wrappers.flatMap((wrapper) => childElements(wrapper).filter((child) => isLabel(child, block)));
    const label = labels.map((element) => collapse(element.textContent)).find(isLanguage);
    const language = languageOf(block, wrappers) ?? label?.toLowerCase();
    for (const element of labels) element.remove();
    if (language !== undefined) block.setAttribute(LANGUAGE_MARK, language);
  }
}

/** Line numbers, or a button that was made of something else. */
function isBesideCode(part: Element): boolean {
  if (!/^(?:[\s\d]*|\s*cop(?:y|ied)!?(?: code)?\s*)$/i.test(part.textContent ?? '')) return false;
  const classes = part.getAttribute('class') ?? '';
  return GUTTER.test(classes) || (COPY.test(classes) && /[a-z]/i.test(part.textContent ?? ''));
}

/** What is around one code block only: on others, `lang-en` is the language of the text. */
function wrappersOf(block: Element): Element[] {
  const wrappers: Element[] = [];
  let wrapper = block.parentElement;
  while (wrapper !== null && wrappers.length < MAX_WRAPPERS && isWrapper(wrapper)) {
    wrappers.push(wrapper);
    wrapper = wrapper.parentElement;
  }
  return wrappers;
}

function isWrapper(element: Element): boolean {
  if (!['div', 'figure', 'td', 'section'].includes(elementName(element))) return false;
  const texts = elementsNamed(element, 'p', 'li', 'h1', 'h2', 'h3').filter(
    (text) => !LABEL.test(text.className) && text.closest('pre') === null,
  );
  return elementsNamed(element, 'pre').length === 1 && texts.length === 0;
}

/** A part of a wrapper that says only what there is to do with the code, or what language it is in. */
function isLabel(element: Element, block: Element): boolean {
  if (element === block || element.contains(block) || elementsNamed(element, 'img').length > 0) return false;
  const text = collapse(element.textContent);
  const isNumbers = text !== '' && /^[\d\s]+$/.test(text) && GUTTER.test(element.className);
  return isNumbers || ((isLanguage(text) || /^cop(?:y|ied)!?(?: code)?$/i.test(text)) && LABEL.test(element.className));
}

/** The code in a `<pre>`, line by line as it is shown: `<br>` and block elements break lines too. */
export function codeText(block: Node): string {
  const pieces: string[] = [];
  const atLineStart = () => pieces.length === 0 || pieces.at(-1)?.endsWith('\n') === true;
  walk(block, {
    enter(node) {
      if (isText(node) && node.data !== '') pieces.push(node.data.replace(/\r\n?/g, '\n'));
      if (node === block || !isElement(node)) return true;
      if (elementName(node) === 'br') pieces.push('\n');
      else if (isBlock(node) && !atLineStart()) pieces.push('\n');
      return true;
    },
    leave(node) {
      if (node !== block && isElement(node) && (isBlock(node) || isLine(node)) && !atLineStart()) pieces.push('\n');
    },
  });
  // Turndown is quadratic in the length of a run of white space.
  const code = pieces.join('').replace(LONG_SPACE, (space) => space.slice(0, KEPT_SPACE) + space.slice(-KEPT_SPACE));
  let end = code.length;
  while (code[end - 1] === '\n') end--;
  return code.slice(code.startsWith('\n') ? 1 : 0, end);
}

function isBlock(element: Element): boolean {
  return BLOCK_ELEMENTS.has(elementName(element)) || /display\s*:\s*block/i.test(element.getAttribute('style') ?? '');
}

/** Where lines are parted by characters too, those do. */
function isLine(element: Element): boolean {
  const { nextSibling } = element;
  if (nextSibling === null || elementName(nextSibling) === 'br') return false;
  return isElement(nextSibling) && LINE.test(element.getAttribute('class') ?? '');
}

/** A fenced code block, its fence longer than any run of backticks in it. */
export function fencedBlock(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

/** An inline code span, its delimiter one longer than the longest run of backticks in it. */
export function codeSpan(code: string): string {
  if (code === '') return '';
  const text = collapse(code) || ' ';
  const delimiter = '`'.repeat(longestRun(text) + 1);
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${delimiter}${padding}${text}${padding}${delimiter}`;
}

function longestRun(code: string): number {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
