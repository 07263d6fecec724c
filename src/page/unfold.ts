import { foldedParts } from './folded-parts.js';
import { concealmentOf } from './hidden.js';
import { show } from './revealed-parts.js';

/**
 * Opens the panels of tabs and accordions that are folded up, so that they are read. Changes the document: what says that
 * a panel is not shown is taken off it.
 */
export function unfoldParts(document: Document): void {
  for (const part of foldedParts(document)) {
    if (concealmentOf(part) !== undefined) show(part);
  }
}
