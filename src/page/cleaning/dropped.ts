import { HEADINGS } from '../elements.js';
import type { DroppedPart } from '../page.js';
import { countWords, visibleText } from '../visible-text.js';
import { elementName, elementsNamed } from '../walk.js';
import { collapse } from '../white-space.js';

/** A list of more would be longer than what an agent asks for by it. */
const MAX_NAMED = 40;
const HEADING_CHARS = 120;

/** Keeps account of what is left out of a page's content. Parts under one heading are one part. */
export class DroppedParts {
  readonly #named = new Map<string, number>();
  #nameless = 0;

  /** Notes an element, before it is removed. */
  add(element: Element): void {
    const heading = HEADINGS.has(elementName(element)) ? element : elementsNamed(element, ...HEADINGS)[0];
    this.note(countWords(visibleText(element)), heading?.textContent);
  }

  /** Notes so many words, under the heading that they stood under. */
  note(words: number, heading?: string | null): void {
    const name = collapse(heading).slice(0, HEADING_CHARS);
    if (words === 0) return;
    if (name === '' || (!this.#named.has(name) && this.#named.size >= MAX_NAMED)) this.#nameless += words;
    else this.#named.set(name, (this.#named.get(name) ?? 0) + words);
  }

  /** What was noted, in its order; what had no heading comes last. */
  list(): DroppedPart[] {
    const named = Array.from(this.#named, ([heading, words]) => ({ heading, words }));
    return this.#nameless === 0 ? named : [...named, { words: this.#nameless }];
  }
}
