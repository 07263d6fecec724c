import { childElements, elementName } from './walk.js';

/** A longer span is a mistake or an attack; so are spans that blow a table up to many times its cells. */
const MAX_SPAN = 100;
const MAX_GROWTH = 8;
const FREE_CELLS = 10_000;

/** The cells of a table by row, in the order in which rows are shown: head, bodies, foot, wherever they stand in the source. */
export function rowsOf(table: Element): Element[][] {
  const bodies = childrenNamed(table, 'tr', 'tbody');
  const parts = [...childrenNamed(table, 'thead'), ...bodies, ...childrenNamed(table, 'tfoot')];
  const rows = parts.flatMap((part) => (elementName(part) === 'tr' ? [part] : childrenNamed(part, 'tr')));
  return rows.map((row) => childrenNamed(row, 'td', 'th'));
}

export function childrenNamed(parent: Element, ...names: string[]): Element[] {
  return childElements(parent).filter((child) => names.includes(elementName(child)));
}

/** A place in a grid: a cell, and whether it begins there or only spans it. */
export interface Place {
  readonly cell: Element;
  readonly isOrigin: boolean;
}

/** Gives every cell its column, so that spanning cells push the others where they are shown. */
export function gridOf(rows: readonly Element[][]): Array<Array<Place | undefined>> {
  if (!hasSaneSpans(rows)) return rows.map((row) => row.map((cell) => ({ cell, isOrigin: true })));
  const grid: Array<Array<Place | undefined>> = rows.map(() => []);
  rows.forEach((row, rowIndex) => {
    let column = 0;
    for (const cell of row) {
      const target = grid[rowIndex] ?? [];
      while (column in target) column++;
      const columns = spanOf(cell, 'colspan');
      const lastRow = Math.min(rowIndex + spanOf(cell, 'rowspan'), grid.length);
      for (let spannedRow = rowIndex; spannedRow < lastRow; spannedRow++) {
        for (let offset = 0; offset < columns; offset++) {
          const isOrigin = spannedRow === rowIndex && offset === 0;
          const spanned = grid[spannedRow];
          if (spanned !== undefined) spanned[column + offset] = { cell, isOrigin };
        }
      }
      column += columns;
    }
  });
  return grid;
}

function hasSaneSpans(rows: readonly Element[][]): boolean {
  const cells = rows.flat();
  const area = cells.reduce((sum, cell) => sum + spanOf(cell, 'colspan') * spanOf(cell, 'rowspan'), 0);
  return area <= cells.length * MAX_GROWTH + FREE_CELLS;
}

function spanOf(cell: Element, attribute: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(cell.getAttribute(attribute) ?? '', 10);
  // A cell of no rows spans all that follow.
  if (span === 0 && attribute === 'rowspan') return MAX_SPAN;
  return span > 1 ? Math.min(span, MAX_SPAN) : 1;
}
