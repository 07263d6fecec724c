import { BLOCK_ELEMENTS, HEADINGS, UNREAD_ELEMENTS } from './elements.js';
import { isHidden } from './hidden.js';
import { countWords, isShorterThan, wordsOf } from './visible-text.js';
import { elementName, elementsWhere, isElement, isText, walk } from './walk.js';
import { collapse } from './white-space.js';

/** Date and byline stand within so many lines of the heading, and before the text. */
const LINES_BEFORE = 6;
const LINES_AFTER = 14;
/** A line of so many words is text. */
const PROSE_WORDS = 25;
const MAX_LINE_CHARS = 2_000;
const OUTSIDE: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'form', 'dialog', 'select']);

/** A line of text on the page. */
export interface TextLine {
  readonly text: string;
  /** The elements that begin between the line before and the end of this one. */
  readonly elements: readonly Element[];
}

/**
 * The lines around a page's heading, in which date and byline stand: those after it up to the text, nearest first, then
 * those before it. All there are at the top, where no heading has these words.
 */
export function linesAtHeading(document: Document, title: string | undefined): TextLine[] {
  const wanted = wordsOf(title ?? '');
  const isTitle = (element: Element) =>
    HEADINGS.has(elementName(element)) &&
    isShorterThan(element, MAX_LINE_CHARS) &&
    wordsOf(element.textContent ?? '') === wanted;
  // Without one, the first top heading will do.
  const hasTitle = wanted !== '' && elementsWhere(document.body, isTitle).length > 0;
  const before: TextLine[] = [];
  const after: TextLine[] = [];
  let isAfter = false;
  let isOver = false;
  let pieces: string[] = [];
  let elements: Element[] = [];
  const endLine = () => {
    const text = collapse(pieces.join('')).slice(0, MAX_LINE_CHARS);
    pieces = [];
    if (text === '') return;
    const line = { text, elements };
    elements = [];
    if (!isAfter) before.push(line);
    else if (after.length >= LINES_AFTER || countWords(text) >= PROSE_WORDS) isOver = true;
    else after.push(line);
  };
  walk(document.body, {
    enter(node) {
      if (isOver) return false;
      if (isText(node)) {
        pieces.push(node.data);
        return false;
      }
      if (!isElement(node)) return false;
      const name = elementName(node);
      if (UNREAD_ELEMENTS.has(name) || OUTSIDE.has(name) || isHidden(node)) return false;
      if (BLOCK_ELEMENTS.has(name) || name === 'br') endLine();
      elements.push(node);
      if (!HEADINGS.has(name)) return true;
      // From here on it is about what is told elsewhere.
      if (isAfter && !isTitle(node) && leadsElsewhere(node)) {
        isOver = true;
        return false;
      }
      if (hasTitle ? !isTitle(node) : name !== 'h1' || isAfter) return true;
      // It may stand there twice.
      before.push(...after.splice(0));
      isAfter = true;
      elements = [];
      return false;
    },
    leave(node) {
      if (BLOCK_ELEMENTS.has(elementName(node))) endLine();
    },
  });
  return isAfter ? [...after, ...before.slice(-LINES_BEFORE).reverse()] : before.slice(0, LINES_AFTER);
}

function leadsElsewhere(heading: Element): boolean {
  const link = heading.closest('a[href]') ?? heading.querySelector('a[href]');
  return link !== null && !link.getAttribute('href')?.includes('#');
}
