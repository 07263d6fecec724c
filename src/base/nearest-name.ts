/** More slips of the finger than this make another word. */
const SLIPS = 2;

/**
 * The name that was most likely meant by one that nobody knows: the same in other case, or a letter or two apart.
 * `undefined` when none is near.
 */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();
  const near = known
    .map((name) => ({ name, slips: slipsBetween(plain(written), plain(name)) }))
    .filter(({ name, slips }) => slips <= Math.min(SLIPS, Math.floor((name.length + 1) / 3)));
  return near.sort((one, other) => one.slips - other.slips)[0]?.name;
}

/** Levenshtein's distance; names of options are short. */
function slipsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
