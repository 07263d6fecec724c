import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

interface Row {
  readonly line: number;
  readonly name: string;
  readonly places: readonly string[];
  /** Of each test its file and title; what is not done, or not by code, has a dash and the reason. */
  readonly tests: readonly string[];
}

function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((text, index) => {
    const cells = text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [, name = '', where = '', tests = ''] = cells;
    if (!text.startsWith('| ') || name === 'row' || name.startsWith('---')) return [];
    const places = Array.from(where.matchAll(/`([\w./-]+)`(?!\]\()/g), ([, place = '']) => place);
    return [{ line: index + 1, name, places, tests: tests.split('<br>').map((test) => test.trim()) }];
  });
}

/** What is wrong with a reference to a test; undefined when that test is there. */
function problemWith(reference: string, read: (file: string) => string): string | undefined {
  if (/^— \S/.test(reference)) return undefined;
  const [, file = '', title = ''] = /^`([\w./-]+\.(?:test|spec|isolated|full)\.ts)` (.+)$/.exec(reference) ?? [];
  if (title === '') return 'is no reference to a test';
  if (!existsSync(new URL(`test/${file}`, ROOT))) return 'has no such file';
  const source = read(`test/${file}`).replaceAll("\\'", "'");
  const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
  return isThere ? undefined : 'has no test of that name';
}

describe('docs/parity.md', () => {
  const rows = rowsOf(textOf('docs/parity.md'));

  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(100);
  });

  it('names only tests that exist, for every row at least one or a reason', () => {
    const problems = rows.flatMap(({ line, name, tests }) =>
      tests.flatMap((test) => problemWith(test, textOf)?.replace(/^/, `line ${line} (${name}): ${test} `) ?? []),
    );
    expect(problems).toEqual([]);
  });

  it('names only places that exist', () => {
    const missing = rows.flatMap(({ line, places }) =>
      places.filter((place) => !existsSync(new URL(`src/${place}`, ROOT))).map((place) => `line ${line}: ${place}`),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ['a file that is not there', '`tools/nothing.test.ts` says nothing', 'has no such file'],
    ['a test that is not there', '`contract/parity.test.ts` says nothing of this kind', 'has no test of that name'],
    ['no test at all', '', 'is no reference to a test'],
    ['no title', '`contract/parity.test.ts`', 'is no reference to a test'],
    ['a dash without a reason', '—', 'is no reference to a test'],
  ])('would be found out with %s', (_, reference, problem) => {
    // Only the titles of this file, which has these references in it as well.
    expect(problemWith(reference, () => "it('has rows')")).toBe(problem);
  });
});
