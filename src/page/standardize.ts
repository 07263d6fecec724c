import { markAriaTables } from './aria-tables.js';
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
  gatherCode(document);
  markFormulas(document);
  markFootnotes(document, base);
  markCallouts(document);
  markAriaTables(document);
  linkEmbeds(document, base);
  nameDrawings(document);
  showImagesWithoutScripts(document, base);
  turnLinkedCode(document);
}
