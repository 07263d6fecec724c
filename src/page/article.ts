import { Readability } from '@mozilla/readability';

/** More than any article has; on larger documents Readability takes many seconds. */
const MAX_ELEMENTS = 20_000;

/** The main content as Readability sees it. */
export interface Article {
  readonly content: Element;
  readonly byline?: string;
  readonly siteName?: string;
  readonly publishedTime?: string;
}

/**
 * Asks Readability for the main content. Undefined when it finds none, or fails on this document. Takes the document
 * apart: nothing else can be read from it afterwards.
 */
export function readArticle(document: Document): Article | undefined {
  try {
    const options = { serializer: (node: Node) => node as Element, maxElemsToParse: MAX_ELEMENTS };
    const article = new Readability<Element>(document, options).parse();
    if (article?.content === null || article?.content === undefined) return undefined;
    const { content, byline, siteName, publishedTime } = article;
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
