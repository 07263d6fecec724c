import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { expectSchema } from '../../docs/expect-schema.js';
import { errorsWithTable, readmeWithTables, reportWithTable, toolsWithTable } from '../../docs/readme-tables.js';

it('the tables of the README are those of the code', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(await readmeWithTables(readme)).toBe(readme);
});

it('the table of docs/tools.md is that of the code', async () => {
  const page = await readFile(new URL('../../docs/tools.md', import.meta.url), 'utf8');
  expect(await toolsWithTable(page)).toBe(page);
});

it('the table of docs/errors.md is that of the code', async () => {
  const page = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  expect(await errorsWithTable(page)).toBe(page);
});

it('the table of docs/report.md is that of the code', async () => {
  const page = await readFile(new URL('../../docs/report.md', import.meta.url), 'utf8');
  expect(await reportWithTable(page)).toBe(page);
});

it('the schema of the file that --expect takes is that of the code', async () => {
  const schema = await readFile(new URL('../../schemas/expect.schema.json', import.meta.url), 'utf8');
  expect(expectSchema()).toBe(schema);
});

it('the README names the command line that CI runs, and the demo’s', async () => {
  const [readme, ci] = await Promise.all(
    ['../../README.md', '../../.ci/run'].map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  );
  expect(readme).toContain('npm ci && npm run demo');
  expect(readme).toMatch(/^npm ci && npm run test:full$/m);
  expect(ci).toMatch(/^npm ci && npm run test:full$/m);
});

it('what the README says of others is what docs/comparison.md says', async () => {
  const [readme, comparison] = await Promise.all(
    ['../../README.md', '../../docs/comparison.md'].map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  );
  const section = /^## Beside others\n(.*?)^## /ms.exec(readme ?? '')?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !comparison?.includes(`${row}\n`))).toEqual([]);
});
