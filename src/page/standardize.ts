import { markFootnotes } from './footnotes.js';
import { markFormulas } from './formulas.js';

/**
 * Writes the many forms in which sites keep the same thing as one, which the Markdown is then written from. Changes the
 * document; before anything is removed from it, since much of what says what a thing is is not shown.
 */
export function standardize(document: Document, base: string | undefined): void {
  markFormulas(document);
  markFootnotes(document, base);
}
