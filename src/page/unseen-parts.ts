import { UNREAD_ELEMENTS } from './elements.js';
import { concealmentOf, HIDDEN_MARK, LAYOUT_MARK } from './hidden.js';
import type { LeftOut } from './left-out.js';
import { findNotices } from './notices.js';
import { MIN_TEXT_WORDS } from './revealed-parts.js';
import { countWords, visibleText } from './visible-text.js';
import { elementName, elementsNamed, isElement, walk } from './walk.js';

/** A page of fewer words has lost what it is about, and gets back what was taken from it. */
const MIN_WORDS_LEFT = 25;
/** More words than this are no ornament: sites set `aria-hidden` on the article while a dialog is open. */
const SILENT_WORDS_MAX = 60;
/** Longer than this a text is not the name of a link. */
const LINK_NAME_CHARS = 80;
/** Ways to hide a text from the eye that are used to tell it to those who cannot see. */
const SPOKEN: ReadonlySet<string> = new Set(['clip', 'size', 'off-screen']);
/** What scripts undo when a page has loaded, and what sites set by mistake. */
const REVERSIBLE: ReadonlySet<string> = new Set(['opacity', 'aria-hidden']);
/** So much of the words of a page is no ornament, and does not stay faded. */
const MAX_REVERSIBLE_SHARE = 0.3;
/** What says in a few words what it does, or where it leads: menus that are shut, and signs told to those who cannot see. */
const LABELLED = 'a[href], button, label, legend, option, summary, [role="button"], [role^="menuitem"], [role="tab"]';
/** Fewer words than this, in one place, are no instruction to anybody. */
const SENTENCE_WORDS = 5;
/** So many of them are, put together. */
const SCATTERED_WORDS = 20;
const CONTENT = 'a[href], img, li, table, pre, code, math, video, audio, h1, h2, h3, h4, h5, h6';

/**
 * Removes from a document what a person does not see of it, and notices that lie over it; what costs the page its text
 * stays. Says how much it was, short labels and what is no sentence left aside. Changes the document.
 */
export function removeUnseen(document: Document): LeftOut {
  const notices = findNotices(document);
  const given = new Set<Element>();
  let found = findUnseen(document, (element) => given.has(element), notices);
  // What a browser has laid out as faded has had the time to come into sight.
  const isLaidOut = document.documentElement.hasAttribute(LAYOUT_MARK);
  const mayFadeIn = (element: Element): boolean => !isLaidOut || found.get(element) !== 'opacity';
  for (const mayReturn of [
    (element: Element) => REVERSIBLE.has(found.get(element) ?? ''),
    (element: Element) => notices.has(element),
  ]) {
    const candidates = [...found.keys()].filter(mayReturn);
    if (candidates.length === 0) continue;
    const left = wordsWithout(document, found);
    const reversible = candidates.filter((element) => !notices.has(element) && mayFadeIn(element));
    const words = reversible.reduce((sum, element) => sum + countWords(visibleText(element)), 0);
    const isText = words >= MIN_TEXT_WORDS && words >= (left + words) * MAX_REVERSIBLE_SHARE;
    if (left >= MIN_WORDS_LEFT && !isText) continue;
    for (const element of candidates) {
      given.add(element);
      // What is in it bears the same mark.
      for (const inner of element.querySelectorAll(`[${HIDDEN_MARK}="${found.get(element)}"]`)) given.add(inner);
    }
    found = findUnseen(document, (element) => given.has(element), notices);
  }
  const concealed = new Map<string, number>();
  const scattered = new Map<string, number>();
  const overlays: LeftOut['overlays'][number][] = [];
  for (const [element, how] of found) {
    const kind = notices.get(element);
    if (how === 'notice' && kind !== undefined) overlays.push({ kind, words: countWords(element.textContent ?? '') });
    else {
      const words = wordsBesideLabels(element);
      add(words < SENTENCE_WORDS ? scattered : concealed, how, words);
    }
    element.remove();
  }
  const few = [...scattered.values()].reduce((sum, words) => sum + words, 0);
  if (few >= SCATTERED_WORDS) for (const [how, words] of scattered) add(concealed, how, words);
  return { concealed, overlays };
}

function add(counts: Map<string, number>, how: string, words: number): void {
  counts.set(how, (counts.get(how) ?? 0) + words);
}

/** The words of a text that is not seen, without short labels: nearly every page has some of those. */
function wordsBesideLabels(element: Element): number {
  const total = countWords(element.textContent ?? '');
  if (total < SENTENCE_WORDS) return element.closest(LABELLED) === null ? total : 0;
  let labels = 0;
  for (const labelled of element.querySelectorAll(LABELLED)) {
    const words = countWords(labelled.textContent ?? '');
    if (words < SENTENCE_WORDS) labels += words;
  }
  return Math.max(0, total - labels);
}

/** The outermost elements that are not seen, and how they are concealed. */
function findUnseen(
  document: Document,
  isGiven: (element: Element) => boolean,
  notices: ReadonlyMap<Element, unknown>,
): ReadonlyMap<Element, string> {
  const found = new Map<Element, string>();
  /** What is marked and read all the same, with what bears the mark for being in it. */
  const read = new Set<Element | null>();
  walk(document.body, {
    enter(node) {
      if (!isElement(node) || node === document.body || isGiven(node)) return true;
      if (UNREAD_ELEMENTS.has(elementName(node))) return false;
      const mark = concealmentOf(node);
      const isRead = read.has(node.parentElement) && mark === node.parentElement?.getAttribute(HIDDEN_MARK);
      if (isRead || (mark !== undefined && concealment(node) === undefined)) read.add(node);
      if (isRead) return true;
      const how = concealment(node) ?? (notices.has(node) ? 'notice' : undefined);
      if (how !== undefined) found.set(node, how);
      return how === undefined;
    },
  });
  return found;
}

function wordsWithout(document: Document, removed: ReadonlyMap<Node, unknown>): number {
  return countWords(visibleText(document.body, (node) => removed.has(node)));
}

/** How an element is kept from the eye. The name of a link that shows only a sign is read all the same. */
function concealment(element: Element): string | undefined {
  const how = concealmentOf(element) ?? (isOrnament(element) ? 'aria-hidden' : undefined);
  return how !== undefined && SPOKEN.has(how) && isReadAllTheSame(element) ? undefined : how;
}

function isReadAllTheSame(element: Element): boolean {
  // Formulas are written for the eye by a script, and kept beside that in a form that can be read.
  if (elementsNamed(element, 'math').length > 0) return true;
  const link = element.closest('a[href]');
  const name = (element.textContent ?? '').trim();
  if (link === null || name === '' || name.length > LINK_NAME_CHARS || (link.textContent ?? '').trim() !== name)
    return false;
  return elementsNamed(link, 'img').every((image) => !image.getAttribute('alt'));
}

/** Kept from those who cannot see, and not the form for the eye of what they are told instead. */
function isOrnament(element: Element): boolean {
  if (element.getAttribute('aria-hidden') !== 'true' || element.closest('[aria-label], pre, code') !== null)
    return false;
  if (element.matches(CONTENT) || element.querySelector(CONTENT) !== null) return false;
  const beside = [element.previousElementSibling, element.nextElementSibling];
  if (beside.some((sibling) => sibling !== null && SPOKEN.has(concealmentOf(sibling) ?? ''))) return false;
  return countWords(element.textContent ?? '') <= SILENT_WORDS_MAX;
}
