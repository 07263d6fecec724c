import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the example runs to its end: results, a page of theirs, a block, and the next backend', async () => {
  const example = path.resolve(import.meta.dirname, '../../examples/search.js');
  const { stdout } = await promisify(execFile)(process.execPath, [example]);
  const [, searched = '', page = '', blocked = '', next = ''] = stdout.split('\n=== ');
  expect(searched).toContain('\n2. How the gauge works\n');
  expect(page).toContain('High water on Monday is at noon');
  expect(blocked).toContain('wants proof that a person is searching');
  expect(next).toContain('\n1. Tide tables of the old harbour\n');
  expect(next).not.toContain('\n2. ');
});
