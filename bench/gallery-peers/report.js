/** Our time over that of another, on the pages that both read whole: what comes back early and incomplete is no gain. */
function ratioOnShared(gallery, ours, theirs) {
  const shared = gallery.map(({ name }) => name).filter((page) => !ours.faults.has(page) && !theirs.faults.has(page));
  const sum = ({ ms }) => shared.reduce((total, page) => total + (ms.get(page) ?? 0), 0);
  return sum(ours) / sum(theirs);
}

/** Prints the table of readers, the milliseconds of each page, and what went wrong with a message. */
export function report(gallery, { results, rounds, concurrency }) {
  const names = Object.keys(results);
  const ours = results.pageward;
  console.log(`${gallery.length} pages, ${rounds} rounds, ${concurrency} at a time; best total of the rounds\n`);
  console.log('reader      ', 'complete', 'polluted', 'total s', 'pageward ÷ it', 'where both whole', 'peak RSS MB');
  for (const [name, result] of Object.entries(results)) {
    const { totals, peaks, faults, polluted } = result;
    const total = Math.min(...totals);
    const columns = [
      [8, `${gallery.length - faults.size}/${gallery.length}`],
      [8, `${polluted.size}`],
      [7, (total / 1000).toFixed(1)],
      [13, ours === undefined ? '' : (Math.min(...ours.totals) / total).toFixed(2)],
      [16, ours === undefined ? '' : ratioOnShared(gallery, ours, result).toFixed(2)],
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
