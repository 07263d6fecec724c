import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowOf } from '#src/page/page.js';

describe('windowOf', () => {
  it('gives a short text whole', () => {
    expect(windowOf('abc', 0, 10)).toEqual({ text: 'abc' });
    expect(windowOf('abc', 0, 3)).toEqual({ text: 'abc' });
  });

  it('cuts at the last line break near the limit', () => {
    expect(windowOf('one\ntwo\nthree', 0, 10)).toEqual({ text: 'one\ntwo\n', nextOffset: 8 });
    expect(windowOf(`a\n${'b'.repeat(300)}`, 0, 100), 'but not back to next to nothing').toMatchObject({
      nextOffset: 100,
    });
  });

  it('cuts hard when the line is longer than it may move back', () => {
    expect(windowOf(`a\n${'b'.repeat(500)}`, 0, 300)).toMatchObject({ nextOffset: 300 });
  });

  it('is empty past the end, without a next offset', () => {
    expect(windowOf('abc', 10_000, 5)).toEqual({ text: '' });
  });

  it('laid end to end gives the text again, and splits no surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', '😀', 'é', ' ')),
        fc.integer({ min: 2, max: 300 }),
        (units, maxChars) => {
          const text = units.join('');
          const windows: string[] = [];
          for (let offset: number | undefined = 0; offset !== undefined; ) {
            const window = windowOf(text, offset, maxChars);
            expect(window.text.length).toBeLessThanOrEqual(maxChars);
            // A lone surrogate does not survive UTF-8.
            expect(Buffer.from(window.text).toString()).toBe(window.text);
            windows.push(window.text);
            if (window.nextOffset !== undefined) expect(window.nextOffset).toBeGreaterThan(offset);
            offset = window.nextOffset;
          }
          expect(windows.join('')).toBe(text);
        },
      ),
    );
  });
});
