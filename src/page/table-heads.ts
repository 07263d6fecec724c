import { childElements, elementName, elementsNamed } from './walk.js';
import { collapse } from './white-space.js';

const ALIGNED = /(?:^|[\s_-])(?:text|align|is|has-text-align|ta|column)-?(left|center|right|start|end)(?:\s|$)/i;

/** Whether the first row of a table is its head: it says so, most of its cells do, or it alone is in bold. */
export function isHead(row: readonly Element[], rows: readonly Element[][]): boolean {
  const part = row[0]?.closest('thead, tbody, tfoot, table');
  if (elementName(part) === 'thead') return true;
  const filled = row.filter((cell) => collapse(cell.textContent) !== '' || elementsNamed(cell, 'img').length > 0);
  const heads = filled.filter(
    (cell) => elementName(cell) === 'th' && cell.getAttribute('scope')?.toLowerCase() !== 'row',
  );
  if (heads.length > 0) return 2 * heads.length > filled.length;
  if (filled.length < 2 || rows.flat().some((cell) => elementName(cell) === 'th')) return false;
  return filled.every(isBold) && !rows.slice(1).some((other) => other.length > 0 && other.every(isBold));
}

function isBold(cell: Element): boolean {
  const bold = childElements(cell).filter((child) => ['b', 'strong'].includes(elementName(child)));
  const text = collapse(cell.textContent);
  return text !== '' && collapse(bold.map((child) => child.textContent).join(' ')) === text;
}

/** The delimiter below the head of a column: as its first cell that says so is aligned, by attribute, style, class or `<col>`. */
export function delimiterOf(cells: readonly Element[], column: Element | undefined): string {
  const align =
    [...cells, ...(column === undefined ? [] : [column])].map(alignmentOf).find((known) => known !== '') ?? '';
  if (align === 'center') return ':---:';
  if (align === 'right' || align === 'end') return '---:';
  return align === 'left' ? ':---' : '---';
}

function alignmentOf(cell: Element): string {
  const style = /text-align\s*:\s*([a-z]+)/i.exec(cell.getAttribute('style') ?? '')?.[1];
  const attribute = cell.getAttribute('data-align') ?? cell.getAttribute('align');
  return (style ?? attribute ?? ALIGNED.exec(cell.getAttribute('class') ?? '')?.[1] ?? '').toLowerCase();
}
