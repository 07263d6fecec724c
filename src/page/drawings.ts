import { childElements, elementsNamed } from './walk.js';
import { collapse } from './white-space.js';

/** Longer than this it is a description and no name. */
const NAME_CHARS = 200;

/**
 * Writes the name of a drawing where the drawing is all there is to see: the tick in a cell of a table, the chart of a
 * figure. Beside a text it is an ornament. Changes the document; before it is pruned, which drops drawings.
 */
export function nameDrawings(document: Document): void {
  for (const drawing of elementsNamed(document.body, 'svg')) {
    const place = drawing.closest('td, th, dd, li, figure');
    if (place === null || place.querySelector('img, a') !== null) continue;
    const isAlone = place.localName === 'figure' || collapse(place.textContent) === collapse(drawing.textContent);
    if (!isAlone) continue;
    const name = nameOf(drawing);
    if (name !== '' && name.length <= NAME_CHARS) drawing.replaceWith(name);
  }
}

/** As the accessible name is made (SVG-AAM 1.0): what it is labelled, its title. */
function nameOf(drawing: Element): string {
  const title = childElements(drawing).find((child) => child.localName === 'title');
  return collapse(drawing.getAttribute('aria-label')) || collapse(title?.textContent);
}
