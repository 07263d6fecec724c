import { countWords, visibleText } from './visible-text.js';

/** Lines of fewer words are menus, captions and labels rather than prose. */
export const PROSE_WORDS = 12;

/** How long a text is. */
export interface TextSize {
  readonly words: number;
  /** Those in lines of prose. */
  readonly proseWords: number;
}

export function sizeOf(text: string): TextSize {
  let words = 0;
  let proseWords = 0;
  for (const line of text.split('\n')) {
    const count = countWords(line);
    words += count;
    if (count >= PROSE_WORDS) proseWords += count;
  }
  return { words, proseWords };
}

/** The words in an element's lines of prose. */
export function proseWordsIn(element: Element): number {
  return sizeOf(visibleText(element)).proseWords;
}
