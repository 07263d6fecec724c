import { foldedParts } from './folded-parts.js';
import { concealmentOf, UNFOLDED_MARK } from './hidden.js';

/**
 * Opens the panels of tabs and accordions that are folded up, so that they are read. Changes the document: what says that
 * a panel is not shown is taken off it.
 */
export function unfoldParts(document: Document): void {
  for (const part of foldedParts(document)) {
    if (concealmentOf(part) === undefined) continue;
    for (const name of ['hidden', 'style', 'aria-hidden']) part.removeAttribute(name);
    part.setAttribute(UNFOLDED_MARK, '');
  }
}
