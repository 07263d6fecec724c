import { countWords, visibleText } from '../visible-text.js';
import { childElements, elementName, elementsNamed, elementsWhere } from '../walk.js';
import { collapse } from '../white-space.js';
import type { DroppedParts } from './dropped.js';
import { nameWords } from './part-names.js';

/** Holds the caption of an image on its element, for whoever writes it. */
export const CAPTION_MARK = 'data-pageward-caption';

const NAMED = / (?:caption|captions|credit|credits|photo credit|img credit|copyright) /;
/** What is longer is a text beside a picture. */
const MAX_WORDS = 90;
/** A caption stands in the same small frame as its picture. */
const FRAME_LEVELS = 3;
/** Of the words of a page: on a page of pictures the captions are the text. */
const MAX_SHARE = 0.3;
/** What a figure shows beside pictures; its caption then belongs to the text. */
const SHOWN = ['table', 'pre', 'code', 'blockquote', 'math', 'p', 'ul', 'ol'];

/**
 * Takes the captions and credits of pictures out of the text and gives them to their images, as nobody reads them in the
 * midst of a sentence. Those of tables, code and quotations stay, and all of them on a page that consists of them.
 */
export function moveCaptions(root: Element, dropped: DroppedParts): void {
  const total = countWords(visibleText(root));
  const found = elementsWhere(root, (element) => isCaption(element));
  const captions = found.filter((caption) => !found.some((other) => other !== caption && other.contains(caption)));
  const words = captions.map((caption) => countWords(visibleText(caption)));
  if (words.reduce((sum, count) => sum + count, 0) > total * MAX_SHARE) return;
  for (const [index, caption] of captions.entries()) {
    const image = imageOf(caption);
    const text = collapse(visibleText(caption));
    if (image === undefined) dropped.note(words[index] ?? 0);
    else image.setAttribute(CAPTION_MARK, collapse(`${image.getAttribute(CAPTION_MARK) ?? ''} ${text}`));
    caption.remove();
  }
}

function isCaption(element: Element): boolean {
  const name = elementName(element);
  if (name === 'figcaption') {
    const figure = element.closest('figure');
    return figure !== null && !showsMore(figure, element) && isShort(element);
  }
  if (name === 'img' || name === 'figure' || name === 'caption' || !NAMED.test(nameWords(element))) return false;
  if (element.querySelector('img, picture, figure, table, pre, h1, h2, h3') !== null) return false;
  return isShort(element) && frameOf(element) !== undefined;
}

function isShort(element: Element): boolean {
  const words = countWords(element.textContent ?? '');
  return words > 0 && words <= MAX_WORDS;
}

function showsMore(figure: Element, caption: Element): boolean {
  return elementsNamed(figure, ...SHOWN).some((element) => !caption.contains(element));
}

function imageOf(caption: Element): Element | undefined {
  const frame = caption.closest('figure') ?? frameOf(caption);
  return frame && elementsNamed(frame, 'img').at(-1);
}

/** The nearest element around a caption that holds a picture, and not much more. */
function frameOf(caption: Element): Element | undefined {
  let frame = caption.parentElement;
  for (let level = 0; level < FRAME_LEVELS && frame !== null; level++) {
    if (elementName(frame) === 'figure' || elementsNamed(frame, 'img', 'picture').length > 0) {
      const beside = countWords(frame.textContent ?? '') - countWords(caption.textContent ?? '');
      return beside <= MAX_WORDS && childElements(frame).length > 1 ? frame : undefined;
    }
    frame = frame.parentElement;
  }
  return undefined;
}
