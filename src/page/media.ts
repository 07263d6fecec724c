import { resolveWebUrl } from './base-url.js';
import { elementsNamed } from './walk.js';
import { collapse } from './white-space.js';

/**
 * Puts a link in place of every film and sound, so that a reader knows that it is there. What such an element holds is
 * for browsers that cannot play it, and is not shown. Changes the document.
 */
export function linkMedia(document: Document, base: string | undefined): void {
  for (const media of elementsNamed(document.body, 'video', 'audio')) {
    const sources = [media, ...elementsNamed(media, 'source')].map((element) => element.getAttribute('src'));
    const url = sources.map((source) => resolveWebUrl(source, base)).find((source) => source !== undefined);
    const link = document.createElement('a');
    if (url !== undefined) link.setAttribute('href', url);
    link.textContent = url === undefined ? '' : labelOf(media);
    media.replaceWith(link);
  }
}

function labelOf(media: Element): string {
  const label = media.getAttribute('title') ?? media.getAttribute('aria-label') ?? '';
  return collapse(label) || (media.nodeName.toLowerCase() === 'video' ? 'Video' : 'Audio');
}
