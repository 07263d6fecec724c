import { trueProperty } from './true-property.js';

/** What {@link unrevealedParts} gives. */
export interface UnrevealedParts {
  /** Notes an element that is shown only once it comes into sight. */
  note(element: Element, how: string | undefined): void;
  /** How many were noted. */
  count(): number;
}

/**
 * The parts of a page that wait until they come into sight: frames that load late, pictures that a script has yet to
 * give an address, text that fades in. Sent to browser pages as text.
 */
export function unrevealedParts(): UnrevealedParts {
  const MAX = 20;
  const MIN_TEXT = 20;
  const MIN_SIDE_PX = 50;
  const nameOf = trueProperty<string>('localName');
  const noted: Element[] = [];
  Reflect.set(globalThis, 'pagewardUnrevealed', noted);
  return { note, count: () => noted.length };

  function note(element: Element, how: string | undefined): void {
    if (noted.length < MAX && waits(element, nameOf.call(element), how)) noted.push(element);
  }

  function waits(element: Element, name: string, how: string | undefined): boolean {
    if (how === 'opacity') return fadesIn(element);
    if (how !== undefined) return false;
    if (name === 'iframe') return waitsToLoad(element as HTMLIFrameElement);
    return name === 'img' && waitsForAddress(element as HTMLImageElement);
  }

  function fadesIn(element: Element): boolean {
    const { transitionProperty, transitionDuration, animationName } = getComputedStyle(element);
    const isMoving = /\b(?:all|opacity)\b/.test(transitionProperty) && /[1-9]/.test(transitionDuration);
    return (isMoving || animationName !== 'none') && element.textContent.trim().length >= MIN_TEXT;
  }

  function waitsToLoad(frame: HTMLIFrameElement): boolean {
    return frame.loading === 'lazy' && frame.src !== '' && frame.contentDocument?.URL === 'about:blank';
  }

  function waitsForAddress(image: HTMLImageElement): boolean {
    if (/^https?:/.test(image.currentSrc) || image.complete === false) return false;
    if (image.getAttributeNames().some((name) => /^(?:srcset|data-.*(?:src|original|lazy|full))/.test(name)))
      return false;
    const { width, height } = image.getBoundingClientRect();
    return width >= MIN_SIDE_PX && height >= MIN_SIDE_PX && image.nextElementSibling?.localName !== 'noscript';
  }
}

/** Brings what was noted into sight, one after the other, and goes back to where the page was. Sent to browser pages as text. */
export async function bringIntoSight(): Promise<void> {
  const FRAME_MS = 60;
  const noted: Element[] = Reflect.get(globalThis, 'pagewardUnrevealed') ?? [];
  const { scrollX, scrollY } = globalThis;
  for (const element of noted) {
    element.scrollIntoView({ behavior: 'instant', block: 'center' });
    await new Promise<void>((resolve) => {
      setTimeout(resolve, FRAME_MS);
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    });
  }
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
}
