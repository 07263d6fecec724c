import { wordsOf } from './visible-text.js';

/**
 * The `title` of a link or an image where it tells more than the text shown and the URL do: pages are full of titles that
 * repeat the one or spell out the other. One word may be in a URL by chance.
 */
export function tellingTitle(element: Element, text: string, url: string): string {
  const title = element.getAttribute('title') ?? '';
  const words = wordsOf(title);
  if (words === '') return title;
  const isRepeated = holds(wordsOf(text), words) || (words.includes(' ') && holds(wordsOf(decoded(url)), words));
  return isRepeated ? '' : title;
}

function holds(words: string, part: string): boolean {
  return ` ${words} `.includes(` ${part} `);
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url).replaceAll('_', ' ');
  } catch {
    return url;
  }
}
