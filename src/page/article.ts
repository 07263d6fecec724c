import { Readability } from '@mozilla/readability';
import { elementsWhere } from './walk.js';

/** More than any article has; on larger documents Readability takes many seconds, and as much memory as the document. */
const MAX_ELEMENTS = 40_000;

const TOP_HEADING_MARK = 'data-pageward-h1';

/** The main content as Readability sees it. */
export interface Article {
  readonly content: Element;
  readonly byline?: string;
  readonly siteName?: string;
  readonly publishedTime?: string;
}

/**
 * Asks Readability for the main content. Undefined when it finds none, fails on this document, or
 * the document is too large for it. Takes the document
 * apart: nothing else can be read from it afterwards.
 */
export function readArticle(document: Document): Article | undefined {
  // Its own limit counts what `getElementsByTagName('*')` finds, which is nothing in a document of linkedom.
  if (elementsWhere(document.body, () => true).length > MAX_ELEMENTS) return undefined;
  for (const heading of Array.from(document.getElementsByTagName('h1'))) heading.setAttribute(TOP_HEADING_MARK, '');
  try {
    const article = new Readability<Element>(document, { serializer: (node: Node) => node as Element }).parse();
    if (article?.content === null || article?.content === undefined) return undefined;
    const { content, byline, siteName, publishedTime } = article;
    restoreTopHeadings(content);
    return {
      content,
      ...(byline ? { byline } : {}),
      ...(siteName ? { siteName } : {}),
      ...(publishedTime ? { publishedTime } : {}),
    };
  } catch {
    // It walks trees that pages built to be unlike any other; the ladder has further rungs.
    return undefined;
  }
}

/** Readability makes every `<h1>` an `<h2>`, as if the content were to be put below a title of its own. */
function restoreTopHeadings(content: Element): void {
  for (const heading of Array.from(content.querySelectorAll(`h2[${TOP_HEADING_MARK}]`))) {
    const top = content.ownerDocument.createElement('h1');
    top.append(...Array.from(heading.childNodes));
    heading.replaceWith(top);
  }
}
