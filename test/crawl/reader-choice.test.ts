import { describe, expect, it } from 'vitest';
import { ReaderChoice, shapeOf, showsMore } from '#src/crawl/reader-choice.js';

const never = () => 1;
const page = (number: number) => `https://e.example/app/${number}`;

/** A choice that has learned of a shape, and has confirmed it. */
function learned(kind: 'http' | 'browser', random = never): ReaderChoice {
  const choice = new ReaderChoice(random);
  for (const number of [1, 2, 3]) choice.learn(page(number), kind);
  choice.compared(page(4), kind);
  return choice;
}

describe('the shape of a URL', () => {
  it.each([
    ['https://e.example/app/12', 'https://e.example/app/345'],
    ['https://e.example/blog/a-long-title', 'https://e.example/blog/another-title'],
    ['https://e.example/list?page=1&q=x', 'https://e.example/list?q=y&page=2'],
    ['https://e.example/item/8f14e45fceea167a', 'https://e.example/item/c9f0f895fb98ab91'],
  ])('of %s is that of %s', (one, other) => {
    expect(shapeOf(one)).toBe(shapeOf(other));
  });

  it.each([
    ['https://e.example/app/1', 'https://e.example/docs/1'],
    ['https://e.example/app/1', 'https://other.example/app/1'],
    ['https://e.example/list', 'https://e.example/list?page=1'],
    ['https://e.example/app/1', 'https://e.example/app/1/2'],
  ])('of %s is not that of %s', (one, other) => {
    expect(shapeOf(one)).not.toBe(shapeOf(other));
  });
});

describe('the choice of a reader', () => {
  it('is undecided until three pages of a shape in a row came to the same', () => {
    const choice = new ReaderChoice(never);
    for (const kind of ['browser', 'browser', 'http', 'browser', 'browser'] as const) {
      choice.learn(page(1), kind);
      expect(choice.choose(page(9))).toBe('undecided');
    }
    choice.learn(page(1), 'browser');
    expect(choice.choose(page(9))).not.toBe('undecided');
    expect(choice.choose('https://e.example/other/9')).toBe('undecided');
  });

  it('is checked by a page that is read both ways before it holds', () => {
    const choice = new ReaderChoice(never);
    for (const number of [1, 2, 3]) choice.learn(page(number), 'http');
    expect(choice.choose(page(4))).toBe('compare');
    choice.compared(page(4), 'http');
    expect(choice.choose(page(5))).toBe('http');
  });

  it.each(['http', 'browser'] as const)('of %s is given up when the two disagree', (kind) => {
    const choice = learned(kind);
    expect(choice.choose(page(5))).toBe(kind);
    choice.compared(page(5), kind === 'http' ? 'browser' : 'http');
    expect(choice.choose(page(6))).toBe('undecided');
    expect(choice.totals).toEqual({ http: 0, browser: 0, sampled: 2, disagreed: 1 });
  });

  it('is checked again by chance', () => {
    const numbers = [0.5, 0.01, 0.5];
    const choice = learned('http', () => numbers.shift() ?? 1);
    expect([5, 6, 7].map((number) => choice.choose(page(number)))).toEqual(['http', 'compare', 'http']);
  });

  it('holds where nothing can be read both ways', () => {
    const choice = new ReaderChoice(never);
    for (const number of [1, 2, 3]) choice.learn(page(number), 'http');
    choice.cannotCompare(page(4));
    expect(choice.choose(page(5))).toBe('http');
  });

  it('does not grow without end', () => {
    const choice = new ReaderChoice(never);
    for (let site = 0; site < 6_000; site += 1) {
      for (let time = 0; time < 3; time += 1) choice.learn(`https://s${site}.example/`, 'http');
    }
    expect(choice.totals.http).toBe(5_000);
  });
});

describe('two readings of a page', () => {
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ');

  it.each<[string, string, string, boolean]>([
    ['agree when they say the same', words(0, 100), words(0, 100), false],
    ['agree where a few words are other', words(0, 100), words(10, 110), false],
    ['agree where plain HTTP says more', words(0, 200), words(0, 100), false],
    ['disagree where the browser shows much more', words(0, 50), words(0, 100), true],
    ['agree in what is short', 'Loading', words(0, 15), false],
  ])('%s', (_, plain, rendered, expected) => {
    expect(showsMore(plain, rendered)).toBe(expected);
  });
});
