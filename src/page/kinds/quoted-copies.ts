import { nameWords } from '../cleaning/part-names.js';
import { PROSE_WORDS } from '../prose.js';
import { countWords, wordsOf } from '../visible-text.js';
import { elementName, isElement, isText, walk } from '../walk.js';

/** So many words in a row are known again; fewer stand in any post. */
const ROW = 4;
/** Of the rows of a quotation so many were said before: it is a copy, in which a word may be changed. */
const COPIED_SHARE = 0.8;
const QUOTE_NAMES = / (?:quotebox|quotecontent|quotecontainer|bbcode quote) /;

/**
 * What a thread has said already, in the quotations of its posts: forums copy a whole post into each answer to it. Who is
 * quoted stays, and a line that was picked out of a post, which says what is answered.
 */
export function quotedCopies(posts: readonly Element[]): Text[] {
  const said = new Set<string>();
  return posts.flatMap((post) => {
    const copies = quotationsIn(post).flatMap((quotation) => copiedTexts(quotation, said));
    for (const row of rowsOf(post.textContent ?? '')) said.add(row);
    return copies;
  });
}

/** The outermost, which hold those that were quoted in them. */
function quotationsIn(post: Element): Element[] {
  const found: Element[] = [];
  walk(post, {
    enter(node) {
      if (!isElement(node)) return false;
      const isQuotation = elementName(node) === 'blockquote' || QUOTE_NAMES.test(nameWords(node));
      if (isQuotation) found.push(node);
      return !isQuotation;
    },
  });
  return found;
}

/** The texts of a quotation from the first that was said before. */
function copiedTexts(quotation: Element, said: ReadonlySet<string>): Text[] {
  const texts: Text[] = [];
  walk(quotation, {
    enter(node) {
      if (isText(node)) texts.push(node);
      return true;
    },
  });
  const first = texts.findIndex(({ data }) => shareSaid(data, said) >= COPIED_SHARE);
  if (first < 0) return [];
  const copied = texts.slice(first);
  const text = copied.map(({ data }) => data).join(' ');
  return countWords(text) > PROSE_WORDS && shareSaid(text, said) >= COPIED_SHARE ? copied : [];
}

function shareSaid(text: string, said: ReadonlySet<string>): number {
  const rows = rowsOf(text);
  return rows.length === 0 ? 0 : rows.filter((row) => said.has(row)).length / rows.length;
}

function rowsOf(text: string): string[] {
  const words = wordsOf(text).split(' ');
  return words.slice(ROW - 1).map((_, index) => words.slice(index, index + ROW).join(' '));
}
