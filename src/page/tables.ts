import { cellLine } from './table-cells.js';
import { childrenNamed, gridOf, type Place, rowsOf } from './table-grid.js';
import { delimiterOf, isHead } from './table-heads.js';
import { elementName, elementsNamed } from './walk.js';

const BLOCK_CONTENT = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'blockquote', 'hr'];

/**
 * Builds tables from cells that were converted one by one. Turndown hands a rule the content of a whole table as one
 * string, in which rows and cells cannot be told apart any more, so each cell's content is kept here until its table
 * asks for it.
 */
export class TableWriter {
  readonly #contents = new WeakMap<Node, string>();

  keepCell(cell: Node, content: string): string {
    this.#contents.set(cell, content.trim());
    return content;
  }

  /** The table as GFM; one that only lays a page out becomes the blocks in it, and an empty one nothing. */
  write(table: Element): string {
    const captions = childrenNamed(table, 'caption').map((caption) => this.#contentOf(caption));
    const rows = rowsOf(table);
    const body = this.#isLayout(table, rows) ? this.#blocks(rows) : this.#grid(table, rows);
    return [...captions, body].filter((part) => part !== '').join('\n\n');
  }

  #contentOf(cell: Element): string {
    return this.#contents.get(cell) ?? '';
  }

  #blocks(rows: readonly Element[][]): string {
    const contents = rows.flat().map((cell) => this.#contentOf(cell));
    return contents.filter((content) => content !== '').join('\n\n');
  }

  #grid(table: Element, rows: readonly Element[][]): string {
    const lines = new Map(rows.flat().map((cell) => [cell, cellLine(this.#contentOf(cell))]));
    const textOf = (place: Place | undefined) => (place?.isOrigin === true ? (lines.get(place.cell) ?? '') : '');
    const filled = gridOf(rows).filter((row) => row.some((place) => textOf(place) !== ''));
    const width = Math.max(0, ...filled.map((row) => row.length));
    if (width === 0) return '';
    // Short rows stay short, as GFM allows: filling them up would let one wide row multiply a long table.
    const written = filled.map((row) => Array.from(row, textOf));
    const [first = []] = filled;
    const heads = first.flatMap((place) => (place?.isOrigin === true ? [place.cell] : []));
    const header = isHead(heads, rows) ? (written.shift() ?? []) : [];
    const columns = childrenNamed(table, 'colgroup').flatMap((group) => childrenNamed(group, 'col'));
    const delimiters = Array.from({ length: width }, (_, column) =>
      delimiterOf(columnCells(filled, column), columns[column]),
    );
    // Without as many cells in its head as in the row below it is no table.
    return [Array.from({ length: width }, (_, column) => header[column] ?? ''), delimiters, ...written]
      .map(line)
      .join('\n');
  }

  #isLayout(table: Element, rows: readonly Element[][]): boolean {
    const role = table.getAttribute('role');
    if (role === 'presentation' || role === 'none') return true;
    const cells = rows.flat();
    if (cells.some((cell) => elementName(cell) === 'th')) return false;
    const isSingleColumn = rows.every((row) => row.length <= 1);
    return isSingleColumn || cells.some((cell) => elementsNamed(cell, 'table', ...BLOCK_CONTENT).length > 0);
  }
}

/** The cells that tell how a column is aligned; more say the same. */
function columnCells(grid: ReadonlyArray<ReadonlyArray<Place | undefined>>, column: number): Element[] {
  return grid.slice(0, 3).flatMap((row) => row[column]?.cell ?? []);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
