import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');

/** As `bench/safety.js` calls them, by what the comparison calls them. */
const READERS: Record<string, string> = {
  Pageward: 'pageward',
  'bare Playwright': 'bare Playwright',
  'Playwright with a guard by `context.route`': 'context.route',
  'Crawlee 3.18.1': 'crawlee',
  'fetcher-mcp 0.3.9': 'fetcher-mcp',
  'crawl4ai 0.9.5': 'crawl4ai',
};

describe('the figures of docs/comparison.md', () => {
  const results = read('bench/RESULTS.md');
  const [, table = ''] = read('docs/comparison.md').split('| reader, by its defaults |');
  const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \|$/gm)];

  it('are of every reader', () => {
    expect(rows.map(([, reader = '']) => reader)).toEqual(Object.keys(READERS));
  });

  it.each(rows.map(([, reader = '', reached, back]) => ({ reader, reached, back })))(
    '$reader: as the benchmark printed them',
    ({ reader, reached, back }) => {
      expect(results).toContain(`\n| ${READERS[reader]} | ${reached} | ${back} | `);
    },
  );
});
