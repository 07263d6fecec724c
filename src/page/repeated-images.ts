import { elementsNamed, isWithin } from './walk.js';

/**
 * Removes the second of two images of one address in a figure, or side by side: sites put one beside the other for a larger
 * view, or for browsers without scripts. Of the two the linked one stays. Changes the document, whose images have been
 * resolved.
 */
export function removeRepeatedImages(document: Document): void {
  let previous: Element | undefined;
  for (const image of elementsNamed(document.body, 'img')) {
    if (previous === undefined || !isSameImage(previous, image)) previous = image;
    else if (isWithin(image, 'a') && !isWithin(previous, 'a')) {
      previous.remove();
      previous = image;
    } else image.remove();
  }
}

function isSameImage(first: Element, second: Element): boolean {
  if (first.getAttribute('src') !== second.getAttribute('src')) return false;
  const figure = first.closest('figure');
  return figure !== null ? figure === second.closest('figure') : first.nextElementSibling === second;
}
