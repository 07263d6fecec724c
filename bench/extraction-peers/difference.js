import { bootstrapSd, mean } from '../extraction/lib/metrics.mjs';

/**
 * By how much one is ahead of another on the same pages, with the 95 % interval of a paired bootstrap over pages.
 *
 * @param {readonly any[]} ours rows of `score.mjs`
 * @param {readonly any[]} theirs
 * @param {'shingle' | 'word'} metric
 */
export function differenceOf(ours, theirs, metric) {
  const f1 = (row) => (metric === 'shingle' ? row.shingleF1 : row.word?.f1) ?? 0;
  const byId = new Map(theirs.map((row) => [row.id, f1(row)]));
  const differences = ours.filter((row) => byId.has(row.id)).map((row) => f1(row) - byId.get(row.id));
  const by = mean(differences);
  const margin = 1.96 * bootstrapSd(differences, mean, { rounds: 1_000 });
  const signed = (value) => `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
  return `by ${signed(by)} (${signed(by - margin)} … ${signed(by + margin)}) ${by - margin > 0 ? 'ahead' : by + margin < 0 ? 'behind' : 'not clear'}`;
}
