import { childElements, elementName, elementsNamed } from './walk.js';

/** A longer span is a mistake or an attack; so are spans that blow a table up to many times its cells. */
const MAX_SPAN = 100;
const MAX_GROWTH = 8;
const FREE_CELLS = 10_000;
const BLOCK_CONTENT = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'blockquote', 'hr'];

interface Cell {
  readonly element: Element;
  readonly text: string;
}

/**
 * Builds tables from cells that were converted one by one. Turndown hands a rule the content of a whole table as one
 * string, in which rows and cells cannot be told apart any more, so each cell's content is kept here until its table
 * asks for it.
 */
export class TableWriter {
  readonly #contents = new WeakMap<Node, string>();

  keepCell(cell: Node, content: string): string {
    this.#contents.set(cell, content);
    return content;
  }

  /** The table as GFM; one that only lays a page out becomes the blocks in it, and an empty one nothing. */
  write(table: Element): string {
    const caption = childrenNamed(table, 'caption').map((element) => this.#contents.get(element)?.trim() ?? '');
    const rows = rowsOf(table).map((row) => childrenNamed(row, 'td', 'th'));
    const body = this.#isLayout(table, rows) ? this.#blocks(rows) : this.#grid(rows);
    return [...caption, body].filter((part) => part !== '').join('\n\n');
  }

  #blocks(rows: readonly Element[][]): string {
    const contents = rows.flat().map((cell) => this.#contents.get(cell)?.trim() ?? '');
    return contents.filter((content) => content !== '').join('\n\n');
  }

  #grid(rows: readonly Element[][]): string {
    const cells = rows.map((row) => row.map((element) => ({ element, text: this.#lineOf(element) })));
    const grid = hasSaneSpans(rows) ? spread(cells) : cells;
    const filled = grid.filter((row) => row.some((cell) => cell !== undefined && cell.text !== ''));
    const width = Math.max(0, ...filled.map((row) => row.length));
    if (width === 0) return '';
    // Short rows stay short, as GFM allows: filling them up would let one wide row multiply a long table.
    const lines = filled.map((row) => line(Array.from(row, (cell) => cell?.text ?? '')));
    const isSingleCell = filled.length === 1 && width === 1;
    // One cell is no table: GFM would need a header, and there is nothing to be the head of.
    if (isSingleCell && !rows.flat().some((cell) => elementName(cell) === 'th')) return lines.join('\n');
    const hasHeader = filled[0]?.some((cell) => cell !== undefined && elementName(cell.element) === 'th') ?? false;
    const header = hasHeader ? (lines.shift() ?? '') : line(Array.from({ length: width }, () => ''));
    const alignments = Array.from({ length: width }, (_, column) =>
      delimiterOf(filled.find((row) => row[column])?.[column]),
    );
    return [header, line(alignments), ...lines].join('\n');
  }

  /** A cell's content on one line, as a table needs it. */
  #lineOf(cell: Element): string {
    const content = this.#contents.get(cell)?.trim() ?? '';
    return content
      .split('\n')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('<br>')
      .replace(/\|/g, '\\|');
  }

  #isLayout(table: Element, rows: readonly Element[][]): boolean {
    const role = table.getAttribute('role');
    if (role === 'presentation' || role === 'none') return true;
    const cells = rows.flat();
    if (cells.some((cell) => elementsNamed(cell, 'table').length > 0)) return true;
    if (cells.some((cell) => elementName(cell) === 'th')) return false;
    const isSingleColumn = rows.every((row) => row.length <= 1);
    return cells.some((cell) => {
      if (elementsNamed(cell, ...BLOCK_CONTENT).length > 0) return true;
      return isSingleColumn && (this.#contents.get(cell)?.trim().includes('\n\n') ?? false);
    });
  }
}

/** Rows in the order they are shown: head, bodies, foot, wherever they stand in the source. */
function rowsOf(table: Element): Element[] {
  const bodies = childrenNamed(table, 'tr', 'tbody');
  const parts = [...childrenNamed(table, 'thead'), ...bodies, ...childrenNamed(table, 'tfoot')];
  return parts.flatMap((part) => (elementName(part) === 'tr' ? [part] : childrenNamed(part, 'tr')));
}

/** Gives every cell its column, so that spanning cells push the others where they are shown. */
function spread(rows: readonly Cell[][]): Array<Array<Cell | undefined>> {
  const grid: Array<Array<Cell | undefined>> = rows.map(() => []);
  rows.forEach((row, rowIndex) => {
    let column = 0;
    for (const cell of row) {
      const target = grid[rowIndex] ?? [];
      while (column in target) column++;
      const columns = spanOf(cell.element, 'colspan');
      const lastRow = Math.min(rowIndex + spanOf(cell.element, 'rowspan'), grid.length);
      for (let spannedRow = rowIndex; spannedRow < lastRow; spannedRow++) {
        for (let offset = 0; offset < columns; offset++) {
          const isOrigin = spannedRow === rowIndex && offset === 0;
          const spannedCells = grid[spannedRow];
          if (spannedCells !== undefined) spannedCells[column + offset] = isOrigin ? cell : { ...cell, text: '' };
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
  return span > 1 ? Math.min(span, MAX_SPAN) : 1;
}

function delimiterOf(cell: Cell | undefined): string {
  const style = /text-align\s*:\s*([a-z]+)/i.exec(cell?.element.getAttribute('style') ?? '')?.[1];
  const align = (
    cell?.element.getAttribute('data-align') ??
    cell?.element.getAttribute('align') ??
    style ??
    ''
  ).toLowerCase();
  if (align === 'center') return ':---:';
  if (align === 'right' || align === 'end') return '---:';
  return align === 'left' ? ':---' : '---';
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function childrenNamed(parent: Element, ...names: string[]): Element[] {
  return childElements(parent).filter((child) => names.includes(elementName(child)));
}
