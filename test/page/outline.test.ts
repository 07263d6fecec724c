import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from '#src/page/outline.js';
import { estimateTokens } from '#src/page/token-estimate.js';

const titles = (markdown: string): string[] =>
  outlineOf(markdown).flatMap(({ level, title }) => (level === 0 ? [] : [title]));

describe('the outline of a text', () => {
  const text =
    'Before.\n\n# Guide\n\nIntro.\n\n## Install\n\nRun it.\n\n### On Linux\n\nSo.\n\n## Use\n\nCall it.\n\n# Notes\n\nEnd.\n';
  const sections = outlineOf(text);
  const textOf = (id: number): string | undefined =>
    sections.filter((section) => section.id === id).map(({ start, end }) => text.slice(start, end))[0];

  it('has a section for each heading, and one for what stands before the first', () => {
    expect(sections.map(({ id, level, title }) => [id, level, title])).toEqual([
      [0, 0, ''],
      [1, 1, 'Guide'],
      [2, 2, 'Install'],
      [3, 3, 'On Linux'],
      [4, 2, 'Use'],
      [5, 1, 'Notes'],
    ]);
  });

  it('ends a section where the next begins that does not stand below it', () => {
    expect(textOf(0)).toBe('Before.\n\n');
    expect(textOf(1)).toMatch(/^# Guide\n.*Call it\.\n\n$/s);
    expect(textOf(2)).toBe('## Install\n\nRun it.\n\n### On Linux\n\nSo.\n\n');
    expect(textOf(3)).toBe('### On Linux\n\nSo.\n\n');
    expect(textOf(5)).toBe('# Notes\n\nEnd.\n');
  });

  it('counts the tokens of a section with those of the sections below it', () => {
    const [before, guide, install, linux, use, notes] = sections.map(({ tokens }) => tokens);
    expect(install).toBe(estimateTokens('## Install\n\nRun it.\n\n') + (linux ?? 0));
    expect(guide).toBe(estimateTokens('# Guide\n\nIntro.\n\n') + (install ?? 0) + (use ?? 0));
    expect((before ?? 0) + (guide ?? 0) + (notes ?? 0)).toBeGreaterThanOrEqual(estimateTokens(text));
  });

  it('counts from 1 where nothing stands before the first heading', () => {
    expect(outlineOf('\n# One\n\n# Two').map(({ id }) => id)).toEqual([1, 2]);
  });

  it('takes a heading of a higher level after a lower one for a section beside it', () => {
    const odd = outlineOf('### Deep\n\na\n\n## Less deep\n\nb\n\n# Top\n\nc');
    expect(odd.map(({ level, end }) => [level, end])).toEqual([
      [3, 13],
      [2, 30],
      [1, 38],
    ]);
  });

  it('is empty for a text without headings', () => {
    expect(outlineOf('')).toEqual([]);
    expect(outlineOf('Only words.\n\nAnd #hashtags, and\n#tags.\n\n####### Seven.')).toEqual([]);
  });
});

describe('a sign that looks like a heading', () => {
  it.each([
    ['in a fenced block', '```sh\n# comment\n```'],
    ['in a block fenced with tildes', '~~~\n# comment\n~~~'],
    ['after a shorter fence within a longer one', '````md\n```\n# comment\n```\n# comment\n````'],
    ['after a fence of the other kind', '```\n~~~\n# comment\n```'],
    ['after a fence with words behind it', '```\n``` js\n# comment\n```'],
    ['in a block that is never closed', '```\n# comment'],
    ['in a block in a list', '- ```\n  # comment\n  ```'],
    ['in a block in a numbered list', '10. ```py\n# comment\n    ```'],
    ['in a block in a quotation', '> ```\n> # comment\n> ```'],
    ['in a quotation', '> # quoted'],
    ['in indented code', '    # comment'],
    ['behind a backslash', '\\# no heading'],
  ])('is none %s', (_, code) => {
    const [real, ...others] = titles(`# Real\n\n${code}\n`);
    expect([real, ...others]).toEqual(['Real']);
  });

  it('is one after a block, and after the quotation of a block that was not closed', () => {
    expect(titles('```\n# code\n```\n\n# After')).toEqual(['After']);
    expect(titles('> ```\n> # code\n\n# After')).toEqual(['After']);
    expect(titles('A line of ```code``` in it\n# After')).toEqual(['After']);
  });
});

it.each([
  ['# A [linked](https://e.com/x_(y)) heading', 'A [linked](https://e.com/x_(y)) heading'],
  ['# A [linked](https://e.com/x) heading', 'A linked heading'],
  ['# [Foo](<https://e.com/wiki/Foo_(bar)>)', 'Foo'],
  ['# [![Logo](https://e.com/i.png)](https://e.com/) Name', 'Logo Name'],
  ['# A [numbered][12] link', 'A numbered link'],
  ['## **Bold**, *soft* and `co*de` \\* ##', 'Bold, soft and `co*de` *'],
  ['# C\\# in \\[brackets\\]', 'C# in [brackets]'],
  ['# Windows line\r', 'Windows line'],
  ['#', ''],
  [`# ${'x'.repeat(500)}`, 'x'.repeat(120)],
  [`# ${'x'.repeat(119)}🐦`, 'x'.repeat(119)],
])('the heading %j has the title %j', (markdown, title) => {
  expect(titles(markdown)).toEqual([title]);
});

it('every character of a text is in just one section that has none below it, or before it', () => {
  const line = fc.constantFrom('# One', '## Two', '### Three', '###### Six', 'words', '', '```', '~~~', '> ```', '- a');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const text = lines.join('\n');
      const sections = outlineOf(text);
      if (sections.length === 0) return;
      const starts = sections.map(({ start }) => start);
      expect(starts).toEqual([...starts].sort((one, other) => one - other));
      for (const [index, { level, start, end }] of sections.entries()) {
        const next = sections.slice(index + 1).find((other) => level === 0 || other.level <= level);
        expect(end).toBe(next?.start ?? text.length);
        expect(start).toBeLessThan(end);
      }
    }),
  );
});

it('a text of 200 kB with a thousand sections is outlined whole', () => {
  const part = (index: number) => `## Part ${index}\n\n${'Words that go on and on. '.repeat(8)}\n\n`;
  const text = `# Book\n\n${Array.from({ length: 1_000 }, (_, index) => part(index)).join('')}`;
  expect(text.length).toBeGreaterThan(200_000);
  const sections = outlineOf(text);
  expect(sections).toHaveLength(1_001);
  expect(sections[0]).toMatchObject({ id: 1, start: 0, end: text.length });
  expect(sections[1_000]).toMatchObject({ id: 1_001, title: 'Part 999', end: text.length });
});

it.each(['#', '# ', '```\n', '> ', '- ', '`', '[', '![', '# [', '\\', '~'])(
  'two megabytes of %j are no trouble',
  (piece) => {
    const text = piece.repeat(2_000_000 / piece.length);
    expect(outlineOf(text).length).toBeLessThanOrEqual(1);
    expect(outlineOf(`# ${text}`)).toHaveLength(1);
  },
);

describe('the estimate of tokens', () => {
  it.each([
    ['four letters of Latin, Greek or Cyrillic script', 'abcdabcdабвгабвг', 4],
    ['two of another alphabet', 'שלוםשלום', 4],
    ['one Chinese, Japanese or Korean character', '漢字かなカナ한글', 8],
    ['half an emoji', '🐦🐦', 4],
    ['the rest, begun', 'abcde', 2],
  ])('is one for %s', (_, text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('is nothing for nothing', () => {
    expect(estimateTokens('')).toBe(0);
  });
});
