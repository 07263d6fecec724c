import { elementsWhere } from './walk.js';

/** What the roles of a table's parts are in HTML. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['cell', 'td'],
  ['gridcell', 'td'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
]);
const CELLS = '[role="cell"], [role="gridcell"], [role="columnheader"], [role="rowheader"]';

/** Makes tables of what is laid out as tables by style sheets and says so by its roles. Changes the document. */
export function markAriaTables(document: Document): void {
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
