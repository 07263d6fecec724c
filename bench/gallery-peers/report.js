/** Prints the table of readers, the milliseconds of each page, and what went wrong with a message. */
export function report(gallery, { results, rounds, concurrency }) {
  const names = Object.keys(results);
  const ours = results.pageward && Math.min(...results.pageward.totals);
  console.log(`${gallery.length} pages, ${rounds} rounds, ${concurrency} at a time; best total of the rounds\n`);
  console.log('reader      ', 'complete', 'polluted', 'total s', 'pageward ÷ it', 'peak RSS MB');
  for (const [name, { totals, peaks, faults, polluted }] of Object.entries(results)) {
    const total = Math.min(...totals);
    const columns = [
      [8, `${gallery.length - faults.size}/${gallery.length}`],
      [8, `${polluted.size}`],
      [7, (total / 1000).toFixed(1)],
      [13, ours === undefined ? '' : (ours / total).toFixed(2)],
      [11, Math.max(...peaks).toFixed(0)],
    ];
    console.log(name.padEnd(12), ...columns.map(([width, cell]) => cell.padStart(width)));
  }
  console.log(`\nmilliseconds a page, ! where it was incomplete in any round: ${names.join(', ')}`);
  for (const { name: page } of gallery) {
    const cells = names.map((name) => `${results[name].ms.get(page)}${results[name].faults.has(page) ? '!' : ' '}`);
    console.log(page.padEnd(48), ...cells.map((cell) => cell.padStart(9)));
  }
  for (const [name, { faults }] of Object.entries(results)) {
    const errors = [...faults].filter(([, fault]) => fault !== 'incomplete');
    if (errors.length > 0) console.log(`\n${name}, errors:`);
    for (const [page, fault] of errors) console.log(`  ${page}: ${fault.split('\n')[0].slice(0, 160)}`);
  }
}
