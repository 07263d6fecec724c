import { concealmentOf, HIDDEN_MARK, LAYOUT_MARK, UNFOLDED_MARK } from './hidden.js';
import { countWords, visibleText } from './visible-text.js';
import { elementName, isElement, isWithin, walk } from './walk.js';

/** Of a page's words, the part that is switched on holds so many, or with the only top heading so many. */
const MIN_SHARE = 0.4;
const MIN_HEADED_SHARE = 0.2;
/** Fewer words that are kept from the eye are not the text of a page, and may be meant for machines only. */
export const MIN_TEXT_WORDS = 60;
const DIALOGS = 'dialog, [role*="dialog" i], [aria-modal], [popover]';

/**
 * Shows the parts that a page switches on once it has loaded: those that hold most of its words, or the only top heading,
 * where only the markup is known. Changes the document, and says how many words that were. What a browser has laid out is
 * shown or not, and stays as it is.
 */
export function revealParts(document: Document): number {
  if (document.documentElement.hasAttribute(LAYOUT_MARK)) return 0;
  const { off, isHeaded } = readSwitchedOff(document.body);
  if (off.length === 0) return 0;
  let revealed = 0;
  const total = countWords(visibleText(document.body));
  for (const part of off) {
    if (part.matches(DIALOGS) || isWithin(part, 'header', 'nav', 'footer')) continue;
    const isHeading = !isHeaded && part.querySelector('h1') !== null;
    const words = countWords(visibleText(part));
    if (words < MIN_TEXT_WORDS || words < total * (isHeading ? MIN_HEADED_SHARE : MIN_SHARE)) continue;
    show(part);
    revealed += words;
  }
  return revealed;
}

/** Takes off a part what says that it is not shown. */
export function show(part: Element): void {
  for (const name of ['hidden', 'style', 'aria-hidden', HIDDEN_MARK]) part.removeAttribute(name);
  part.setAttribute(UNFOLDED_MARK, '');
}

/**
 * The outermost elements without a box or, as programs keep a whole page until its style is there, without visibility, and
 * whether there is a top heading outside of what is concealed.
 */
function readSwitchedOff(root: Element): { readonly off: readonly Element[]; readonly isHeaded: boolean } {
  const off: Element[] = [];
  let isHeaded = false;
  walk(root, {
    enter(node) {
      if (!isElement(node)) return false;
      const how = concealmentOf(node);
      if (how === 'display' || how === 'visibility') off.push(node);
      if (how === undefined && elementName(node) === 'h1' && !isWithin(node, 'header', 'nav')) isHeaded = true;
      return how === undefined;
    },
  });
  return { off, isHeaded };
}
