import { expect, it } from 'vitest';
import { RunningText } from '#src/browser/running-text.js';

/** Looks `[at, changes so far, whether the clock ran ahead]`, and what is thought of the text after the last. */
function runs(...looks: [atMs: number, changes: number, ranAhead?: true][]): boolean {
  const text = new RunningText();
  for (const [atMs, changes, ranAhead = false] of looks) text.looked({ changes }, atMs, { ranAhead });
  return text.runs;
}

it('knows a text that changes with every frame', () => {
  expect(runs([1_000, 0], [1_050, 3])).toBe(true);
  expect(runs([1_000, 0], [1_050, 3, true])).toBe(true);
});

it('does not take a page that was filled, or one that ticks now and then, for a running text', () => {
  expect(runs([1_000, 0], [1_050, 1])).toBe(false);
  expect(runs([1_000, 0], [1_200, 2])).toBe(false);
  expect(runs([1_000, 0], [1_050, 3], [1_100, 3])).toBe(false);
});

it('tells what a timer changes by how much comes while the clock runs ahead', () => {
  expect(runs([1_000, 0], [1_050, 100, true])).toBe(false);
  expect(runs([1_000, 0], [1_050, 100, true], [1_100, 103])).toBe(false);
});

it('says nothing new of a moment too short for two frames', () => {
  expect(runs([1_000, 0], [1_050, 3], [1_058, 3, true])).toBe(true);
  expect(runs([1_000, 0], [1_008, 0, true], [1_050, 100])).toBe(false);
});

it('begins anew with another document', () => {
  expect(runs([1_000, 0], [1_050, 50], [1_060, 2])).toBe(false);
});
