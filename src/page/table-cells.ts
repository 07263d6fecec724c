import { codeSpan } from './code-blocks.js';

const FENCE = /(?<=^|\n)[ >]*(`{3,})[^\n]*\n([\s\S]*?)\n[ >]*\1(?=\n|$)/g;
const TABLE_LINE = /^\|(.*)\|$/;

/** The content of a cell on one line, as a table needs it: blocks one after the other, and no markers but those of lists. */
export function cellLine(content: string): string {
  return content
    .replace(FENCE, (_, _fence, code: string) => code.split('\n').map(codeSpan).join('\n'))
    .split('\n')
    .map(withoutMarkers)
    .filter((part) => part !== '')
    .join('<br>')
    .replace(/\|/g, '\\|');
}

function withoutMarkers(line: string): string {
  const text = line
    .trim()
    .replace(/^(?:> ?)+/, '')
    .replace(/^#{1,6} /, '');
  const [, row] = TABLE_LINE.exec(text) ?? [];
  if (row !== undefined) return rowText(row);
  return /^(?:---|\*\*\*)$/.test(text) ? '' : text.trim();
}

/** A row of a table in a cell: its cells in a line, as there are no tables in cells. */
function rowText(row: string): string {
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
  const filled = cells.filter((cell) => cell !== '' && !/^:?-{3}:?$/.test(cell));
  return filled.join(', ');
}
