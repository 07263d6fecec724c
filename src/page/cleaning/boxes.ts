import { elementName, firstElement } from '../walk.js';

/** Elements that divide a page. */
const BOXES: ReadonlySet<string> = new Set(
  'article aside body center div footer form header main nav section'.split(' '),
);

/** The box that an element stands in. */
export type BoxOf = (element: Element) => Element;

/** Finds each once: holds as long as the document is not changed. */
export function boxFinder(): BoxOf {
  const boxes = new Map<Element, Element>();
  const layouts = new Map<Element, boolean>();
  return (element) => {
    let box = boxes.get(element);
    if (box === undefined) {
      box = element;
      while (!isBox(box) && box.parentElement !== null) box = box.parentElement;
      boxes.set(element, box);
    }
    return box;
  };

  /** A cell is one where tables are used to lay out a page. */
  function isBox(element: Element): boolean {
    const name = elementName(element);
    if (name !== 'td') return BOXES.has(name);
    let table = element.parentElement;
    while (table !== null && elementName(table) !== 'table') table = table.parentElement;
    return table !== null && isLayout(table);
  }

  function isLayout(table: Element): boolean {
    const known = layouts.get(table);
    if (known !== undefined) return known;
    const isOne = firstElement(table, ({ localName }) => localName === 'th' || localName === 'caption') === undefined;
    layouts.set(table, isOne);
    return isOne;
  }
}
