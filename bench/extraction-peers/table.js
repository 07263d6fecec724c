const COLUMNS = [
  ['articles F1', (row) => figure(row['pages-aeb']?.summary.shingle?.f1)],
  ['exact', (row) => figure(row['pages-aeb']?.summary.shingle?.accuracy)],
  ['all kinds F1', (row) => figure(row['pages-wcxb']?.summary.word?.f1)],
  ['failed', (row) => count(row, 'pages-aeb') + count(row, 'pages-wcxb')],
  ['title', (row) => shareOf(row, 'title')],
  ['author (invented)', (row) => `${shareOf(row, 'author')} (${inventedOf(row, 'author')})`],
  ['date (invented)', (row) => `${shareOf(row, 'date')} (${inventedOf(row, 'date')})`],
  ['cases', (row) => (row.cases ? `${row.cases.passed}/${row.cases.all}` : '-')],
  [
    'CommonMark',
    (row) => (row.examples ? `${((100 * row.examples.lenient) / row.examples.examples).toFixed(1)} %` : '-'),
  ],
];

/**
 * Prints what each reached, and below it the word F1 by kind of page.
 *
 * @param {readonly any[]} rows
 */
export function printTable(rows) {
  print(
    ['', ...COLUMNS.map(([title]) => title)],
    rows.map((row) => [row.name, ...COLUMNS.map(([, of]) => String(of(row)))]),
  );
  const kinds = [...new Set(rows.flatMap((row) => Object.keys(row['pages-wcxb']?.summary.wordByType ?? {})))];
  console.log();
  print(
    ['', ...kinds],
    rows.map((row) => [row.name, ...kinds.map((kind) => figure(row['pages-wcxb']?.summary.wordByType?.[kind]))]),
  );
  console.log();
}

function print(...[head, lines]) {
  const widths = head.map((title, index) => Math.max(title.length, ...lines.map((line) => line[index].length)));
  for (const line of [head, ...lines])
    console.log(
      line.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index]))).join('  '),
    );
}

function figure(value) {
  return Number.isFinite(value) ? value.toFixed(3) : '-';
}

function count(row, data) {
  return row[data]?.summary.errors ?? 0;
}

function shareOf(row, field) {
  return new RegExp(`^${field} .*= ([\\d.]+)`, 'm').exec(row.metadata ?? '')?.[1] ?? '-';
}

function inventedOf(row, field) {
  return new RegExp(`^${field} .*truth (\\d+/\\d+)`, 'm').exec(row.metadata ?? '')?.[1] ?? '-';
}
