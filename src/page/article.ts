import { Readability } from '@mozilla/readability';
import { type ContentPlace, contentAround } from './cleaning/restored-content.js';
import { elementName, isElement, walk } from './walk.js';

/** More than any article has; on larger documents Readability takes many seconds, and as much memory as the document. */
const MAX_ELEMENTS = 40_000;
/**
 * For each block that may be dropped Readability reads the text of each block in it: elements are read again and again,
 * more often with the square of the depth. Articles of {@link MAX_ELEMENTS} need a quarter of this.
 */
const MAX_READINGS = 10_000_000;
/** Elements that Readability may drop, and those whose text it reads to decide. */
const MAY_BE_DROPPED: ReadonlySet<string> = new Set('div fieldset form table ul'.split(' '));
const READ_TO_DECIDE: ReadonlySet<string> = new Set('blockquote div dl img li ol p pre span table td ul'.split(' '));

/**
 * Asks Readability where the main content is, and gives it as it stands in the document, with the parts of it that
 * Readability loses. Undefined when it finds none, fails on this document, or the document is too large for it. The document is
 * left as it is until the content is taken.
 */
export function readArticle(document: Document, main?: Element): ContentPlace | undefined {
  const { elements, readings } = workOn(document.body);
  if (elements > MAX_ELEMENTS || readings > MAX_READINGS) return undefined;
  try {
    // It takes apart what it reads.
    const copy = document.cloneNode(true) as Document;
    const article = new Readability<Element>(copy, {
      serializer: (node: Node) => node as Element,
      // What is read of it is its text. Its JSON-LD counts: where that names the writer, no line is taken for one.
      keepClasses: true,
    }).parse();
    if (article?.content === null || article?.content === undefined) return undefined;
    return contentAround(document.body, article.content, main);
  } catch {
    // It walks trees that pages built to be unlike any other; the ladder has further rungs.
    return undefined;
  }
}

/** What Readability has to do: the elements there are, and how often they are read to decide on what they are in. */
function workOn(root: Element): { readonly elements: number; readonly readings: number } {
  const before: number[] = [];
  let elements = 0;
  let readings = 0;
  let depth = 0;
  walk(root, {
    enter(node) {
      if (!isElement(node)) return false;
      before.push(elements);
      elements += 1;
      if (MAY_BE_DROPPED.has(elementName(node))) depth += 1;
      return true;
    },
    leave(node) {
      if (!isElement(node)) return;
      const inside = elements - (before.pop() ?? 0);
      if (READ_TO_DECIDE.has(elementName(node))) readings += inside * depth;
      if (MAY_BE_DROPPED.has(elementName(node))) depth -= 1;
    },
  });
  return { elements, readings };
}
