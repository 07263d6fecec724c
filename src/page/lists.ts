import { elementName, isElement, isText } from './walk.js';

/** Writes lists item by item; keeps the count of each list, which a rule for one item cannot know. */
export class ListWriter {
  readonly #nextNumbers = new WeakMap<Node, number>();

  list(content: string, list: Node): string {
    const items = content.replace(/^\n+/, '').trimEnd();
    if (items === '') return '';
    return isNested(list) ? `\n${items}\n` : `\n\n${items}\n\n`;
  }

  /**
   * One item, its further lines indented to its text, as GFM wants it. An empty item leaves nothing, and one that only
   * holds another list gives its place to that list: a lone marker tells a reader nothing.
   */
  item(content: string, item: Node): string {
    const text = content.trim();
    if (text === '') return '';
    if (holdsOnlyLists(item)) return `${text}\n`;
    const marker = this.#marker(item);
    const indent = ' '.repeat(marker.length);
    const [first = '', ...rest] = text.split('\n');
    const lines = rest.map((line) => (line === '' ? '' : indent + line));
    const isLoose = rest.includes('') && !endsInList(item);
    return `${[marker + first, ...lines].join('\n')}\n${isLoose ? '\n' : ''}`;
  }

  #marker(item: Node): string {
    const list = item.parentNode;
    if (list === null || elementName(list) !== 'ol') return '- ';
    const start = isElement(list) ? Number.parseInt(list.getAttribute('start') ?? '', 10) : Number.NaN;
    const number = this.#nextNumbers.get(list) ?? (start >= 0 && start < 1e9 ? start : 1);
    this.#nextNumbers.set(list, number + 1);
    return `${number}. `;
  }
}

function isNested(list: Node): boolean {
  return elementName(list.parentNode) === 'li' || isList(list.parentNode);
}

function isList(node: Node | null): boolean {
  return ['ul', 'ol', 'menu', 'dir'].includes(elementName(node));
}

function holdsOnlyLists(item: Node): boolean {
  return Array.from(item.childNodes).every((child) => isList(child) || (isText(child) && child.data.trim() === ''));
}

function endsInList(item: Node): boolean {
  return isElement(item) && isList(item.lastElementChild);
}
