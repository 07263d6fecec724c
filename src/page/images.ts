import { LIMITS } from '../base/limits.js';
import { resolveWebUrl } from './base-url.js';
import type { PageImage } from './page.js';
import { largestCandidate } from './srcset.js';
import { childElements, elementName, elementsNamed } from './walk.js';
import { collapse } from './white-space.js';

/** Where lazy loaders keep the address that they will put in. */
const LAZY_SOURCES = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-hi-res-src',
  'data-image-src',
  'data-full',
];
const IMAGE_FILE = /^\S+\.(?:jpe?g|png|webp|gif|avif)(?:\?\S*)?$/i;
const META_NAMES = new Set(['og:image', 'og:image:url', 'twitter:image']);

/** The images of a document, once each, at most `LIMITS.images`; the first alternative text that says anything wins. */
export function collectImages(document: Document, base: string | undefined): PageImage[] {
  const images = new Map<string, string>();
  const add = (raw: string | undefined, alt: string) => {
    const url = resolveWebUrl(raw, base);
    if (url === undefined) return;
    if (!images.has(url) && images.size >= LIMITS.images) return;
    images.set(url, images.get(url) || alt);
  };
  for (const meta of elementsNamed(document, 'meta')) {
    const name = (meta.getAttribute('property') ?? meta.getAttribute('name') ?? '').trim().toLowerCase();
    if (META_NAMES.has(name)) add(meta.getAttribute('content') ?? undefined, '');
  }
  for (const element of elementsNamed(document, 'img', 'source')) {
    if (elementName(element) === 'source') add(candidateOf(element), '');
    else if (!isTrackingPixel(element)) add(sourceOf(element, base), altOf(element));
  }
  return Array.from(images, ([url, alt]) => ({ url, alt }));
}

/**
 * Gives every image in the document the absolute URL of its best source in `src` and its text in `alt`, so that it
 * survives being taken out of the document. Images without a usable source, and tracking pixels, are removed.
 */
export function resolveImages(document: Document, base: string | undefined): void {
  for (const image of elementsNamed(document, 'img')) {
    const url = isTrackingPixel(image) ? undefined : resolveWebUrl(sourceOf(image, base) ?? pictureSource(image), base);
    if (url === undefined) {
      image.remove();
      continue;
    }
    image.setAttribute('src', url);
    image.setAttribute('alt', altOf(image));
    for (const name of ['srcset', 'data-srcset', 'data-lazy-srcset', 'loading', ...LAZY_SOURCES])
      image.removeAttribute(name);
  }
}

/** The raw URL of the best source: the largest of `srcset`, then what a lazy loader would put in, then `src`. */
export function sourceOf(image: Element, base: string | undefined): string | undefined {
  const sources = [
    candidateOf(image),
    ...LAZY_SOURCES.map((name) => image.getAttribute(name)),
    image.getAttribute('src'),
    // Whatever a loader calls it.
    Array.from(image.attributes).find(({ name, value }) => name.startsWith('data-') && IMAGE_FILE.test(value))?.value,
  ];
  return sources.find((source) => resolveWebUrl(source, base) !== undefined) ?? undefined;
}

function candidateOf(element: Element): string | undefined {
  const sets = ['data-srcset', 'data-lazy-srcset', 'srcset'].map((name) =>
    largestCandidate(element.getAttribute(name)),
  );
  return sets.find((candidate) => candidate !== undefined);
}

function pictureSource(image: Element): string | undefined {
  if (image.parentElement?.localName !== 'picture') return undefined;
  const sources = childElements(image.parentElement).filter((child) => elementName(child) === 'source');
  return sources.map(candidateOf).find((source) => source !== undefined);
}

function altOf(image: Element): string {
  return collapse(image.getAttribute('alt')).slice(0, LIMITS.imageAltChars);
}

/** Whether an image is there to be counted and not to be seen. */
export function isTrackingPixel(image: Element): boolean {
  return ['width', 'height'].every((side) => /^[01](?:px)?$/.test(image.getAttribute(side)?.trim() ?? ''));
}
