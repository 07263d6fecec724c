import { inPageLinks } from './in-page-links.js';
import { renamed } from './renamed.js';
import { elementName, elementsNamed, isText } from './walk.js';
import { collapse } from './white-space.js';

/** On what refers to a note, and on the note itself; its value is the label of the note. */
export const NOTE_REFERENCE_MARK = 'data-pageward-note';
export const NOTE_MARK = 'data-pageward-note-text';

/** What is shown where a note is referred to: a number, a letter or a sign, in brackets or not. */
const SIGN = /^[[(]?\s*(?:(?:note|fn|n)\.?\s*)?(\d{1,4}|[a-z]|[ivx]{2,5}|[*†‡§¶‖]{1,3})\s*[\])]?$/i;
const REFERENCE_NAME =
  /\b(?:doc-noteref|footnote|noteref|fnref|sdfootnoteanc)\b|footnote[-_]?(?:ref|anchor|link)|fn-?ref/i;
const NOTES_NAME = /\b(?:doc-endnotes?|doc-footnote|footnotes?|endnotes?|reflist|references|fn|notes)\b|footnote/i;
/** Longer than this a text is a part of the page, and no note to it. */
const NOTE_CHARS = 5_000;
const NOTE_LINKS = 200;
const BLOCKS = 'li, p, dd, div, aside, section';
const TOO_LARGE = 'h1, h2, h3, h4, h5, h6, article, main';

interface Note {
  readonly block: Element;
  readonly label: string;
  readonly references: Element[];
}

/**
 * Marks footnotes and what refers to them, and takes out the links back. A link is a reference where a short sign leads down
 * to a short text from which a link leads back to it, or where reference and note both say what they are. Changes the
 * document: a list of notes is none any more, for they bear the numbers that they are referred to by.
 *
 * @param pageUrl what a link that names the page begins with
 */
export function markFootnotes(document: Document, pageUrl: string | undefined): void {
  const links = inPageLinks(document, pageUrl);
  const targets = new Map(links.map(({ link, target }) => [link, target]));
  const notes = new Map<Element, Note>();
  const labels = new Set<string>();
  for (const { link, target, isDownward } of links) {
    const sign = isDownward ? SIGN.exec(collapse(link.textContent))?.[1] : undefined;
    const block = sign === undefined ? undefined : noteAt(target, link);
    if (sign === undefined || block === undefined || !refersTo(link, block, targets)) continue;
    const note = notes.get(block) ?? { block, label: freeLabel(sign, labels), references: [] };
    note.references.push(link);
    notes.set(block, note);
  }
  const found = [...notes.values()];
  // All of them first: a note may refer to another.
  for (const note of found) removeBacklinks(note, targets);
  for (const { label, references } of found) for (const link of references) markReference(link, label);
  for (const { block, label } of found) markNote(block, label);
}

/** The text that a link to `target` would be a reference to. */
function noteAt(target: Element, link: Element): Element | undefined {
  const block = target.closest(BLOCKS);
  if (block === null || block.contains(link) || (block.textContent ?? '').length > NOTE_CHARS) return undefined;
  return block.matches(TOO_LARGE) || block.querySelector(TOO_LARGE) !== null ? undefined : block;
}

function refersTo(link: Element, block: Element, targets: ReadonlyMap<Element, Element>): boolean {
  const inside = elementsNamed(block, 'a');
  if (inside.length > NOTE_LINKS) return false;
  if (inside.some((back) => isAt(targets.get(back), link))) return true;
  return [link, link.parentElement].some((element) => isNamed(element, REFERENCE_NAME)) && hasNotesName(block);
}

/** Whether an element is where a link stands: itself, what it holds, what holds it alone, or an empty one before it. */
function isAt(element: Element | undefined, link: Element): boolean {
  if (element === undefined) return false;
  if (element.contains(link)) return collapse(element.textContent).length <= NOTE_CHARS;
  const before = [link, link.parentElement].map((part) => part?.previousElementSibling);
  return link.contains(element) || before.includes(element);
}

function hasNotesName(block: Element): boolean {
  let element: Element | null = block;
  for (let level = 0; level < 4 && element !== null; level++) {
    if (isNamed(element, NOTES_NAME)) return true;
    element = element.parentElement;
  }
  return false;
}

function isNamed(element: Element | null, name: RegExp): boolean {
  const names = ['class', 'id', 'role', 'rel'].map((attribute) => element?.getAttribute(attribute) ?? '');
  return name.test(names.join(' ')) || element?.hasAttribute('data-footnote-ref') === true;
}

function freeLabel(sign: string, labels: Set<string>): string {
  let label = /^\w+$/.test(sign) ? sign : String(labels.size + 1);
  for (let count = 2; labels.has(label); count++) label = `${sign}-${count}`;
  labels.add(label);
  return label;
}

function removeBacklinks({ block, references }: Note, targets: ReadonlyMap<Element, Element>): void {
  for (const back of elementsNamed(block, 'a')) {
    const target = targets.get(back);
    if (target === undefined || !references.some((link) => isAt(target, link))) continue;
    // With what stands around it: an arrow, a caret, the letters of others.
    let part: Element = back;
    while (part.parentElement !== null && part.parentElement !== block && isOfSigns(part.parentElement))
      part = part.parentElement;
    part.remove();
  }
}

function isOfSigns(element: Element): boolean {
  const text = collapse(element.textContent);
  return text.length <= 60 && text.split(' ').every((word) => word.length <= 2);
}

function markReference(link: Element, label: string): void {
  let shown = link;
  while (shown.parentElement !== null && isSignOnly(shown.parentElement)) shown = shown.parentElement;
  const reference = link.ownerDocument.createElement('sup');
  reference.setAttribute(NOTE_REFERENCE_MARK, label);
  reference.textContent = label;
  shown.replaceWith(reference);
}

function isSignOnly(element: Element): boolean {
  return (
    ['sup', 'span', 'small', 'b', 'strong'].includes(elementName(element)) && SIGN.test(collapse(element.textContent))
  );
}

function markNote(block: Element, label: string): void {
  removeLabel(block, label);
  // Readability takes divisions apart, and leaves quotations alone.
  const note = elementName(block) === 'p' ? block : renamed(block, 'blockquote');
  note.setAttribute(NOTE_MARK, label);
  const list = note.parentElement;
  if (list === null || !['ol', 'ul'].includes(elementName(list))) return;
  const rule = list.previousElementSibling;
  if (elementName(rule) === 'hr') rule?.remove();
  renamed(list, 'div');
}

/** The number that a note begins with is written with its mark. */
function removeLabel(block: Element, label: string): void {
  let first: ChildNode | null = block.firstChild;
  while (first !== null && (isText(first) ? first.data.trim() === '' : isParagraph(first))) {
    first = isText(first) ? first.nextSibling : first.firstChild;
  }
  if (first === null) return;
  if (!isText(first)) {
    if (collapse(first.textContent).replace(/^[[(]|[\]).:]+$/g, '') === label) first.remove();
  } else {
    const [number = ''] = /^\s*[[(]?([\w*†‡§¶]{1,4})(?:[\]).:]+|(?=\s))\s*/.exec(first.data) ?? [];
    if (number.replace(/[^\w*†‡§¶]/g, '') === label) first.data = first.data.slice(number.length);
  }
}

function isParagraph(node: Node): boolean {
  return ['p', 'div'].includes(elementName(node));
}
