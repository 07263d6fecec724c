import { describe, expect, it } from 'vitest';
import { extractDocument } from '#src/page/extraction.js';
import { referencedWindow } from '#src/page/referenced-window.js';
import { parseDocument } from '../support/dom.js';

const links = Array.from(
  { length: 40 },
  (_, index) => `<p>${'Words to read, and '.repeat(3)} <a href="/${index % 30}(x)">link ${index}</a>.`,
);
const { markdown: TEXT } = extractDocument(parseDocument(`<body>${links.join('\n')}`), {
  url: 'https://e.com/',
  content: 'full',
  links: 'referenced',
});

/** Every window of a text, as a reader that goes on at `nextOffset` gets them. */
function windowsOf(text: string, maxChars: number): string[] {
  const windows: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const window = referencedWindow(text, offset, maxChars);
    windows.push(window.text);
    offset = window.nextOffset;
  }
  return windows;
}

describe('a window of a text with numbered links', () => {
  it('defines every number that stands in it, and no other', () => {
    const windows = windowsOf(TEXT, 300);
    expect(windows.length).toBeGreaterThan(3);
    for (const window of windows) {
      const used = new Set(Array.from(window.matchAll(/\]\[(\d+)\]/g), ([, number]) => number));
      const defined = Array.from(window.matchAll(/^\[(\d+)\]: <https:/gm), ([, number]) => number);
      expect(defined).toEqual([...used]);
      expect(used.size).toBeGreaterThan(0);
    }
  });

  it('has the same number for the same address in all of them', () => {
    const definitions = windowsOf(TEXT, 300).flatMap((window) => window.match(/^\[\d+\]: .*$/gm) ?? []);
    const distinct = new Set(definitions);
    expect(distinct.size).toBe(30);
    expect(new Set([...distinct].map((line) => line.split(' ')[1])).size).toBe(30);
  });

  it('leaves no words out, and makes no window of the addresses alone', () => {
    const words = windowsOf(TEXT, 300).map((window) => window.replace(/\n\n\[\d+\]: [\s\S]*$/, ''));
    expect(words.join('\n').replace(/\s+/g, '')).toBe(TEXT.replace(/\n\n\[1\]: [\s\S]*$/, '').replace(/\s+/g, ''));
    expect(windowsOf(TEXT, TEXT.lastIndexOf('\n\n[1]: ') + 10)).toHaveLength(1);
  });

  it('ends where it is told to, with the addresses of what stands before', () => {
    const text = 'See [a][1].\n\nAnd [b][2].\n\n[1]: https://e.com/a\n[2]: https://e.com/b';
    const end = text.indexOf('And');
    expect(referencedWindow(text, 0, 1_000, end)).toEqual({ text: 'See [a][1].\n\n[1]: https://e.com/a' });
    expect(referencedWindow(text, end, 1_000, text.length).text).toBe('And [b][2].\n\n[2]: https://e.com/b');
    expect(referencedWindow('plain words', 0, 1_000, 5)).toEqual({ text: 'plain' });
  });

  it('is the whole text when the whole fits', () => {
    expect(referencedWindow(TEXT, 0, TEXT.length)).toEqual({ text: TEXT });
  });

  it.each([
    ['without references', 'word '.repeat(100)],
    ['whose list is referred to otherwise', `${'word [1] '.repeat(50)}\n\n[1]: https://e.com/`],
    ['with more after its list', `${'a [b][1] '.repeat(50)}\n\n[1]: https://e.com/\n\nmore words`],
    ['with an entry that nothing refers to', `${'a [b][1] '.repeat(50)}\n\n[1]: https://e.com/\n[2]: https://e.com/2`],
  ])('loses nothing of a text %s', (_, text) => {
    expect(windowsOf(text, 60).join('')).toBe(text);
  });

  it('is shorter where its addresses would take more room than its words', () => {
    const address = (number: number) => `https://e.com/${'x'.repeat(100)}/${number}`;
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    const body = numbers.map((number) => `[link][${number}] and some words between.`).join('\n');
    const text = `${body}\n\n${numbers.map((number) => `[${number}]: ${address(number)}`).join('\n')}`;
    for (const window of windowsOf(text, 1_000)) {
      expect(window.length).toBeLessThanOrEqual(2_002);
      for (const [, number] of window.matchAll(/\]\[(\d+)\]/g))
        expect(window).toContain(`[${number}]: ${address(Number(number))}`);
    }
  });

  it('takes no more room for addresses than for words', () => {
    const long = `[a][1] [b][2] ${'word '.repeat(50)}\n\n[1]: https://e.com/\n[2]: https://e.com/${'x'.repeat(1_000)}`;
    expect(referencedWindow(long, 0, 100).text).toMatch(/\n\n\[1\]: https:\/\/e\.com\/$/);
  });

  it('takes time linear in the text', () => {
    const hostile = '\n\n[1]: x'.repeat(50_000);
    expect(referencedWindow(`${hostile} y`, 0, 100).nextOffset).toBeDefined();
  });
});
