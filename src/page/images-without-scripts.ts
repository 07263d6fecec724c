import { resolveWebUrl } from './base-url.js';
import { isTrackingPixel, sourceOf } from './images.js';
import { elementName, elementsNamed } from './walk.js';

/**
 * Puts the image that a page shows to browsers without scripts in the place of the one before it that waits for a script
 * to be given its address. Other images for such browsers are counters. Changes the document; before it is pruned.
 */
export function showImagesWithoutScripts(document: Document, base: string | undefined): void {
  for (const fallback of elementsNamed(document.body, 'noscript')) {
    const waiting = fallback.previousElementSibling;
    const isAlone = waiting === null && ['figure', 'picture'].includes(elementName(fallback.parentElement));
    const isWaiting = waiting?.localName === 'img' && resolveWebUrl(sourceOf(waiting, base), base) === undefined;
    if (!isAlone && !isWaiting) continue;
    const image = imageIn(fallback);
    if (image === undefined || isTrackingPixel(image) || resolveWebUrl(sourceOf(image, base), base) === undefined)
      continue;
    if (!image.getAttribute('alt')) image.setAttribute('alt', waiting?.getAttribute('alt') ?? '');
    waiting?.remove();
    fallback.replaceWith(image);
  }
}

/** A parser that has scripts on leaves what is in it as text. */
function imageIn(fallback: Element): Element | undefined {
  const [image] = elementsNamed(fallback, 'img');
  if (image !== undefined) return image;
  const holder = fallback.ownerDocument.createElement('div');
  holder.innerHTML = fallback.textContent ?? '';
  return elementsNamed(holder, 'img')[0];
}
