import { concealmentOf, HIDDEN_MARK, LAYOUT_MARK, UNFOLDED_MARK } from './hidden.js';
import { countWords, visibleText } from './visible-text.js';
import { elementName, isElement, isWithin, walk } from './walk.js';

/** Of a page's words, what fades in as a whole holds so many. */
const MIN_FADING_SHARE = 0.4;
/** ... and what is switched on as a whole, which has the top heading. */
const MIN_HEADED_SHARE = 0.2;
const DIALOGS = 'dialog, [role*="dialog" i], [aria-modal], [popover]';

/**
 * Shows what the scripts of a page show once it has loaded, where only the markup is known: what fades in and holds much of
 * the text, and what is switched off with the page's only top heading in it. Changes the document. What a browser has laid
 * out is shown or not, and stays as it is.
 */
export function revealParts(document: Document): void {
  if (document.documentElement.hasAttribute(LAYOUT_MARK)) return;
  const { concealed, isHeaded } = readConcealed(document.body);
  const total = concealed.size === 0 ? 0 : countWords(visibleText(document.body));
  for (const [part, how] of concealed) {
    const mayBePage = how === 'opacity' || (how === 'display' && !isHeaded && part.querySelector('h1') !== null);
    const least = total * (how === 'opacity' ? MIN_FADING_SHARE : MIN_HEADED_SHARE);
    if (!mayBePage || part.matches(DIALOGS) || countWords(visibleText(part)) < least) continue;
    show(part);
  }
}

/** Takes off a part what says that it is not shown. */
export function show(part: Element): void {
  for (const name of ['hidden', 'style', 'aria-hidden', HIDDEN_MARK]) part.removeAttribute(name);
  part.setAttribute(UNFOLDED_MARK, '');
}

/** The outermost concealed elements, and whether there is a top heading outside of them. */
function readConcealed(root: Element): {
  readonly concealed: ReadonlyMap<Element, string>;
  readonly isHeaded: boolean;
} {
  const concealed = new Map<Element, string>();
  let isHeaded = false;
  walk(root, {
    enter(node) {
      if (!isElement(node)) return false;
      const how = concealmentOf(node);
      if (how !== undefined) concealed.set(node, how);
      else if (elementName(node) === 'h1' && !isWithin(node, 'header', 'nav')) isHeaded = true;
      return how === undefined;
    },
  });
  return { concealed, isHeaded };
}
