import { destination } from './inline-targets.js';
import { TARGET_CLOSE, TARGET_OPEN } from './stand-ins.js';

const TARGET = new RegExp(`\\(${TARGET_OPEN}(\\d+)${TARGET_CLOSE}\\)`, 'g');

/**
 * Links as numbered references. A link is written with a stand-in for its target, because much that is written is left
 * out again; only what stands in the finished Markdown gets a number.
 */
export class LinkReferences {
  readonly #indexes = new Map<string, number>();

  /** What stands in the place of a URL until {@link settle}. */
  standIn(url: string): string {
    const index = this.#indexes.get(url) ?? this.#indexes.size;
    this.#indexes.set(url, index);
    return `${TARGET_OPEN}${index}${TARGET_CLOSE}`;
  }

  /** Numbers the links in the order of the text, the same URL the same, and defines the numbers at its end. */
  settle(markdown: string): string {
    const urls = [...this.#indexes.keys()];
    const numbers = new Map<string, number>();
    const text = markdown.replace(TARGET, (_, index: string) => {
      const url = urls[Number(index)] ?? '';
      const number = numbers.get(url) ?? numbers.size + 1;
      numbers.set(url, number);
      return `[${number}]`;
    });
    if (numbers.size === 0) return text;
    return `${text}\n\n${Array.from(numbers, ([url, number]) => `[${number}]: ${destination(url)}`).join('\n')}`;
  }
}
