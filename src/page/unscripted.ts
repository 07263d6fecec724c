import { countWords, visibleText } from './visible-text.js';
import { elementsNamed } from './walk.js';

/** Fewer words than this are a plea to switch scripts on, or a banner. */
const MIN_WORDS = 50;

/**
 * Shows what a page says to readers that run no scripts, where it says more there than it shows: forums and shops that
 * scripts draw send their text to search engines in `<noscript>`. Changes the document. Of a page that a browser has
 * rendered nothing is there to show: its snapshot has no `<noscript>`.
 */
export function showUnscripted(document: Document): void {
  const unscripted = elementsNamed(document.body, 'noscript').filter(
    ({ textContent }) => countWords(textContent ?? '') >= MIN_WORDS,
  );
  if (unscripted.length === 0) return;
  const shown = countWords(visibleText(document.body));
  for (const element of unscripted) {
    const part = document.createElement('div');
    part.append(...Array.from(element.childNodes));
    if (countWords(visibleText(part)) > shown) element.replaceWith(part);
    else element.append(...Array.from(part.childNodes));
  }
}
