import { BLOCK_ELEMENTS } from './elements.js';
import { elementName, elementsNamed, isElement, isText, walk } from './walk.js';
import { collapse } from './white-space.js';

/** Where a code block's language is kept: Readability takes the classes away. */
export const LANGUAGE_MARK = 'data-code-language';

/** How highlighters write the language into a class, the clearest first. */
const LANGUAGE_CLASSES = [
  /(?:^|\s)(?:language|lang|highlight-source)-([\p{L}\p{N}_+#.-]+)/iu,
  /(?:^|\s)brush:\s*([\p{L}\p{N}_+#.-]+)/iu,
  /(?:^|\s)(?:hljs|sourceCode)\s+([\p{L}\p{N}_+#.-]+)/iu,
];
const NOT_A_LANGUAGE = /^(?:none|plain|text|plaintext|nohighlight|auto|default|hljs)$/i;
const GUTTER_CLASS = /(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?|lineno|hljs-ln-numbers)(?:$|[\s_-])/i;

/** Notes each code block's language on its `<pre>`, and takes out line numbers. Changes the document. */
export function markCodeBlocks(document: Document): void {
  for (const block of elementsNamed(document, 'pre')) {
    const language = languageOf(block);
    if (language !== undefined) block.setAttribute(LANGUAGE_MARK, language);
    for (const part of elementsNamed(block, 'span', 'div', 'td', 'a', 'i', 'ol')) {
      if (isGutter(part)) part.remove();
    }
    const cell = block.closest('td');
    if (cell !== null && isGutter(cell)) cell.remove();
  }
}

function isGutter(element: Element): boolean {
  return elementName(element) !== 'code' && GUTTER_CLASS.test(element.getAttribute('class') ?? '');
}

function languageOf(block: Element): string | undefined {
  const wrappers = [block.parentElement, block.parentElement?.parentElement].filter((element) => isWrapper(element));
  const elements = [...elementsNamed(block, 'code').slice(0, 1), block, ...wrappers];
  return elements.map((element) => (element ? namedLanguage(element) : undefined)).find((language) => language);
}

/** Whether an element is there for one code block only: on others, `lang-en` is the language of the text. */
function isWrapper(element: Element | null | undefined): boolean {
  if (!element || !['div', 'figure', 'td'].includes(elementName(element))) return false;
  return elementsNamed(element, 'pre').length === 1 && elementsNamed(element, 'p').length === 0;
}

function namedLanguage(element: Element): string | undefined {
  const classes = element.getAttribute('class') ?? '';
  const named =
    element.getAttribute('data-lang') ??
    element.getAttribute('data-language') ??
    LANGUAGE_CLASSES.map((pattern) => pattern.exec(classes)?.[1]).find((name) => name);
  const language = named?.trim().toLowerCase() ?? '';
  return /^[\p{L}\p{N}_+#.-]{1,30}$/u.test(language) && !NOT_A_LANGUAGE.test(language) ? language : undefined;
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
      else if (BLOCK_ELEMENTS.has(elementName(node)) && !atLineStart()) pieces.push('\n');
      return true;
    },
    leave(node) {
      if (node !== block && BLOCK_ELEMENTS.has(elementName(node)) && !atLineStart()) pieces.push('\n');
    },
  });
  const code = pieces.join('');
  let end = code.length;
  while (code[end - 1] === '\n') end--;
  return code.slice(code.startsWith('\n') ? 1 : 0, end);
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
