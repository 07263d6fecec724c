import { describe, expect, it } from 'vitest';
import { countWords, wordsOf } from '#src/page/visible-text.js';
import { collapse } from '#src/page/white-space.js';

/** What a word is, in one pattern; slower than what counts them. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;
const PIECES = [
  ...['a', 'Ü', 'ß', 'İ', '7', '½', '٣', ' ', '\t\n', '\u00a0', '’', '–', '.', '_', '́', 'ー', '々', '〇', '⺀', '、'],
  ...['漢', '字', 'ひ', 'カ', '한', 'ไ', '𠀀', '𝒜', '😀', '\ud800', '\udc00', 'я', 'e\u0301', 'ﬁ', ''],
];

/** Texts that are others for each seed and the same for each run. */
function textOf(seed: number): string {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
  return Array.from({ length: next(24) }, () => PIECES[next(PIECES.length)] ?? '').join('');
}

describe('the words of a text', () => {
  it('are those that the pattern finds, whatever they are written in', () => {
    for (let seed = 1; seed <= 5_000; seed++) {
      const text = textOf(seed);
      expect([text, countWords(text)]).toEqual([text, (text.match(WORD) ?? []).length]);
      expect([text, wordsOf(text)]).toEqual([text, (text.toLowerCase().match(WORD) ?? []).join(' ')]);
    }
  });

  it('stand with one space between them where white space is collapsed', () => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const text = textOf(seed);
      expect(collapse(text)).toBe(text.replace(/\s+/g, ' ').trim());
    }
  });
});
