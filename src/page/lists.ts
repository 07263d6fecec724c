import { BLANK_MARK } from './blank-blocks.js';
import { childElements, elementName, isElement, isText } from './walk.js';

/** Writes lists item by item; keeps what is known of each list, which a rule for one item cannot know. */
export class ListWriter {
  readonly #nextNumbers = new WeakMap<Node, number>();
  readonly #signs = new WeakMap<Node, string>();
  readonly #lastMarkers = new WeakMap<Node, string>();
  readonly #loose = new WeakMap<Node, boolean>();

  list(content: string, list: Node): string {
    const items = content.replace(/^\n+/, '').trimEnd();
    if (items === '') return '';
    // An item without text, right below a text, would be the underline of a heading.
    if (!isNested(list) || /^-(?:\n|$)/.test(items)) return `\n\n${items}\n\n`;
    return isList(list.parentNode) ? this.#belowItem(items, list) : `\n${items}\n`;
  }

  /** One item, its further lines indented to its text, as GFM wants it. An empty item leaves nothing unless it was written so. */
  item(content: string, item: Node): string {
    const text = content.trim();
    if (text === '' && !(isElement(item) && item.hasAttribute(BLANK_MARK))) return '';
    const marker = this.#marker(item);
    const indent = ' '.repeat(marker.length);
    const [first = '', ...rest] = text.split('\n');
    const lines = rest.map((line) => (line === '' ? '' : indent + line));
    const isLoose = this.#isLoose(item.parentNode) || (rest.includes('') && !endsInList(item));
    return `${[(marker + first).trimEnd(), ...lines].join('\n')}\n${isLoose ? '\n' : ''}`;
  }

  #marker(item: Node): string {
    const list = item.parentNode;
    if (list === null) return '- ';
    const isNumbered = elementName(list) === 'ol';
    const sign = this.#signOf(list, isNumbered ? ['.', ')'] : ['-', '+']);
    const number = integerOf(item, 'value') ?? this.#nextNumbers.get(list) ?? integerOf(list, 'start') ?? 1;
    if (isNumbered) this.#nextNumbers.set(list, number + 1);
    const marker = isNumbered ? `${number}${sign} ` : `${sign} `;
    this.#lastMarkers.set(list, marker);
    return marker;
  }

  /** Lists of a kind that follow each other would be one, had they the same sign. */
  #signOf(list: Node, [usual, other]: readonly [string, string]): string {
    const known = this.#signs.get(list);
    if (known !== undefined) return known;
    const before = elementBefore(list);
    const isSame = before !== null && elementName(before) === elementName(list) && this.#signs.get(before) === usual;
    const sign = isSame ? other : usual;
    this.#signs.set(list, sign);
    return sign;
  }

  /** A list right in a list belongs to the item before it, as browsers show it. */
  #belowItem(items: string, list: Node): string {
    const marker = this.#lastMarkers.get(list.parentNode ?? list);
    if (marker === undefined) return `\n${items}\n`;
    return `\n${items.replace(/^(?=.)/gm, ' '.repeat(marker.length))}\n`;
  }

  /** Whether items are apart by a line: where one holds a paragraph, as Markdown's own lists are written in HTML. */
  #isLoose(list: Node | null): boolean {
    if (list === null || !isElement(list)) return false;
    const isLoose = this.#loose.get(list) ?? childElements(list).some((item) => childElements(item).some(isParagraph));
    this.#loose.set(list, isLoose);
    return isLoose;
  }
}

/** The element right before a node, without text between them. */
function elementBefore(node: Node): Node | null {
  let before = node.previousSibling;
  while (before !== null && isText(before) && before.data.trim() === '') before = before.previousSibling;
  return before;
}

function isParagraph(element: Element): boolean {
  return elementName(element) === 'p';
}

function integerOf(node: Node, attribute: 'start' | 'value'): number | undefined {
  const number = isElement(node) ? Number.parseInt(node.getAttribute(attribute) ?? '', 10) : Number.NaN;
  return number >= 0 && number < 1e9 ? number : undefined;
}

function isNested(list: Node): boolean {
  return elementName(list.parentNode) === 'li' || isList(list.parentNode);
}

function isList(node: Node | null): boolean {
  return ['ul', 'ol', 'menu', 'dir'].includes(elementName(node));
}

function endsInList(item: Node): boolean {
  return isElement(item) && isList(item.lastElementChild);
}
