import { renamed } from './renamed.js';
import { elementsNamed, elementsWhere } from './walk.js';

/** What the roles of a table's parts are in HTML. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['cell', 'td'],
  ['gridcell', 'td'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
]);
const CELLS = '[role="cell"], [role="gridcell"], [role="columnheader"], [role="rowheader"]';

/** Longer than this it is no heading, whatever its role. */
const HEADING_CHARS = 300;

/** Makes tables, headings and images of what is so by its role or its name only. Changes the document. */
export function followRoles(document: Document): void {
  buildTables(document);
  for (const source of elementsWhere(document.body, (element) => element.getAttribute('role') === 'heading')) {
    const level = Number(source.getAttribute('aria-level') ?? 2);
    const isHeading = /^h[1-6]$/.test(source.localName) || (source.textContent ?? '').length > HEADING_CHARS;
    if (!isHeading && level >= 1) renamed(source, `h${Math.min(6, Math.floor(level))}`);
  }
  for (const image of elementsNamed(document.body, 'amp-img')) {
    const other = document.createElement('img');
    for (const { name, value } of Array.from(image.attributes)) other.setAttribute(name, value);
    image.replaceWith(other);
  }
}

/** What style sheets lay out as a table. */
function buildTables(document: Document): void {
  const isTable = (element: Element) => element.localName !== 'table' && element.getAttribute('role') === 'table';
  for (const source of elementsWhere(document.body, isTable)) {
    const table = document.createElement('table');
    for (const row of elementsWhere(source, (element) => element.getAttribute('role') === 'row')) {
      const line = document.createElement('tr');
      for (const part of row.querySelectorAll(CELLS)) {
        const cell = document.createElement(NAMES.get(part.getAttribute('role') ?? '') ?? 'td');
        if (part.getAttribute('role') === 'rowheader') cell.setAttribute('scope', 'row');
        while (part.firstChild !== null) cell.append(part.firstChild);
        line.append(cell);
      }
      table.append(line);
    }
    if (table.firstChild !== null) source.replaceWith(table);
  }
}
