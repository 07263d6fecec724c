import { nameWords } from '../cleaning/part-names.js';
import { BLOCK_ELEMENTS, HEADINGS } from '../elements.js';
import { countWords, isShorterThan, wordsOf } from '../visible-text.js';
import { elementName, elementsWhere, firstElement } from '../walk.js';
import { holdsDate } from './dates.js';
import { WRITER_LINK, WRITER_NAMES } from './posts.js';

/** A longer line tells something, even if everybody tells it. */
const MAX_WORDS = 10;
/** The subject of a thread, on each of its posts. */
const MAX_HEADING_WORDS = 30;
const MAX_CHARS = 200;
const MIN_POSTS = 3;
/** One writer may have written half of a thread. */
const MIN_SHARE = 0.75;
const LABELLED = /^\s*([\p{L}\s]{2,24}):\s*\S/u;

/**
 * The lines that nearly all posts of a thread have in common but for their numbers and days: `Registered: 2021-03-04`,
 * `Posts: 98`, `Re: ` and the subject, `2 replies`, `Offline`. Never a name, nor the day of the post, which has no label.
 */
export function framesOfPosts(posts: readonly Element[]): Element[] {
  const lines = posts.map((post) =>
    elementsWhere(post, isShortLine).flatMap((element) => {
      const frame = frameOf(element.textContent ?? '');
      return frame === undefined ? [] : [{ element, frame }];
    }),
  );
  const counts = new Map<string, number>();
  for (const own of lines)
    for (const frame of new Set(own.map(({ frame }) => frame))) counts.set(frame, (counts.get(frame) ?? 0) + 1);
  return lines.flat().flatMap(({ element, frame }) => {
    const least = Math.max(frame.endsWith(':') ? 2 : MIN_POSTS, posts.length * MIN_SHARE);
    return (counts.get(frame) ?? 0) >= least ? [element] : [];
  });
}

/** What remains of a line without what differs. */
function frameOf(text: string): string | undefined {
  const label = LABELLED.exec(text)?.[1];
  if (label !== undefined && /\d/.test(text)) return `${wordsOf(label)}:`;
  if (holdsDate(text)) return undefined;
  return wordsOf(text.replace(/\d+/g, ' ')) || undefined;
}

function isShortLine(element: Element): boolean {
  if (!isShorterThan(element, MAX_CHARS) || WRITER_NAMES.test(nameWords(element))) return false;
  const maxWords = HEADINGS.has(elementName(element)) ? MAX_HEADING_WORDS : MAX_WORDS;
  if (countWords(element.textContent ?? '') > maxWords || isWriterLink(element)) return false;
  return firstElement(element, isNameOrBlock) === undefined;
}

function isNameOrBlock(element: Element): boolean {
  return BLOCK_ELEMENTS.has(elementName(element)) || isWriterLink(element) || elementName(element) === 'time';
}

function isWriterLink(element: Element): boolean {
  return elementName(element) === 'a' && WRITER_LINK.test(element.getAttribute('href') ?? '');
}
