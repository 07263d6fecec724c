import { extractDocument } from '#src/page/extraction.js';
import { lightenMarkup } from '#src/page/lighten.js';
import { parseDocument } from './dom.js';

const BASE = 'https://e.com/x/';

/** All of a page as Markdown, read from `url`. */
export function markdownOf(html: string, url: string | undefined = BASE): string {
  const document = parseDocument(lightenMarkup(html));
  return extractDocument(document, { content: 'full', ...(url === undefined ? {} : { url }) }).markdown;
}

/** What a page is about, its markup, and the Markdown of it. */
export type Row = readonly [name: string, html: string, markdown: string];
