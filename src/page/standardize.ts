import { followRoles } from './aria-roles.js';
import { markCallouts } from './callouts.js';
import { gatherCode } from './code-sources.js';
import { nameDrawings } from './drawings.js';
import { linkEmbeds } from './embeds.js';
import { markFootnotes } from './footnotes.js';
import { markFormulas } from './formulas.js';
import { showImagesWithoutScripts } from './images-without-scripts.js';
import { turnLinkedCode } from './linked-code.js';

/**
 * Writes the many forms in which sites keep the same thing as one, which the Markdown is then written from. Changes the
 * document; before anything is removed from it, since much of what says what a thing is is not shown.
 */
export function standardize(document: Document, base: string | undefined): void {
  // First, since what stands in code is no formula, no note and no link.
  gatherCode(document);
  // Before notes: the numbers of equations are no signs of notes.
  markFormulas(document);
  // Before callouts, whose elements change their names: notes are told by the classes around them.
  markFootnotes(document, base);
  markCallouts(document);
  followRoles(document);
  linkEmbeds(document, base);
  // Once tables are tables: the name of a drawing counts where the drawing is all of a cell.
  nameDrawings(document);
  showImagesWithoutScripts(document, base);
  turnLinkedCode(document);
}
