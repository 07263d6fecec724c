import { HEADINGS } from '../elements.js';
import { countWords, visibleText } from '../visible-text.js';
import { elementName, elementsNamed, elementsWhere, isElement, isText, walk } from '../walk.js';
import { collapse } from '../white-space.js';
import type { DroppedParts } from './dropped.js';
import { isCredit, isCreditedCaption } from './line-signs.js';
import { nameWords } from './part-names.js';

const CAPTION = / (?:caption|captions|wp caption text|image description|photo description) /;
const CREDIT = / (?:credit|credits|photo credit|image credit|copyright|photographer|image source|photo source) /;
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
  const found = new Set([...elementsWhere(root, isCaption), ...creditedFrames(root)]);
  const captions = [...found].filter((caption) => !isWithinOne(caption, found));
  const words = captions.map((caption) => countWords(visibleText(caption)));
  const total = words.reduce((sum, count) => sum + count, 0);
  if (total > countWords(visibleText(root)) * MAX_SHARE) return;
  for (const [index, caption] of captions.entries()) {
    const image = imageOf(caption);
    if (image === undefined) dropped.note(words[index] ?? 0);
    else entitle(image, collapse(visibleText(caption)));
    if (elementsNamed(caption, 'img').length === 0) caption.remove();
    else removeText(caption);
  }
}

/** The caption as the title of the picture, after what it has been given already. */
function entitle(image: Element, caption: string): void {
  const given = image.getAttribute('title') ?? '';
  const isSaid = given === '' || caption.includes(given);
  image.setAttribute('title', isSaid ? caption : `${given} ${caption}`);
}

function isWithinOne(element: Element, others: ReadonlySet<Element>): boolean {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (others.has(parent)) return true;
  }
  return false;
}

function isCaption(element: Element): boolean {
  const name = elementName(element);
  if (name === 'figcaption') {
    const figure = element.closest('figure');
    return figure !== null && isShort(element) && !showsMore(figure, element);
  }
  if (name === 'img' || name === 'caption' || name === 'figure') return false;
  const names = nameWords(element);
  const isNamed = CAPTION.test(names) || (CREDIT.test(names) && frameOf(element) !== undefined);
  return isNamed && isShort(element) && element.closest('table, pre') === null && !holdsMore(element);
}

/** Small frames of one picture in which a line says whose it is: all that stands in them is about the picture. */
function creditedFrames(root: Element): Element[] {
  return elementsNamed(root, 'img').flatMap((image) => {
    const frame = frameOf(image);
    if (frame === undefined || holdsMore(frame) || frame.closest('table') !== null) return [];
    const lines = visibleText(frame).split('\n');
    return lines.some((line) => isCredit(line, countWords(line)) || isCreditedCaption(line, countWords(line)))
      ? [frame]
      : [];
  });
}

function isShort(element: Element): boolean {
  const words = countWords(element.textContent ?? '');
  return words > 0 && words <= MAX_WORDS;
}

function holdsMore(element: Element): boolean {
  return elementsNamed(element, 'table', 'pre', 'ul', 'ol', ...HEADINGS).length > 0;
}

function showsMore(figure: Element, caption: Element): boolean {
  return elementsNamed(figure, ...SHOWN).some((element) => !caption.contains(element));
}

function imageOf(caption: Element): Element | undefined {
  const frame = elementsNamed(caption, 'img').length > 0 ? caption : (caption.closest('figure') ?? frameOf(caption));
  return frame && elementsNamed(frame, 'img').at(-1);
}

/** The nearest element around that holds a picture and a short text, and nothing besides. */
function frameOf(element: Element): Element | undefined {
  let frame = element.parentElement;
  for (let level = 0; level < FRAME_LEVELS && frame !== null; level++) {
    const words = countWords(frame.textContent ?? '');
    if (words > MAX_WORDS) return undefined;
    if (words > 0 && elementsNamed(frame, 'img').length === 1) return frame;
    frame = frame.parentElement;
  }
  return undefined;
}

function removeText(root: Element): void {
  const texts: Text[] = [];
  walk(root, {
    enter(node) {
      if (isText(node)) texts.push(node);
      return isElement(node);
    },
  });
  for (const text of texts) text.remove();
}
