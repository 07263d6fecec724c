import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
const rows = [...guide.matchAll(/^\| (?!to change|-)(.+?) +\| (.+?) +\|$/gm)];
const names = new Set(
  ['src', 'test', 'docs', 'fixtures', 'skills'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.basename(file)),
  ),
);

describe('the map of CONTRIBUTING.md', () => {
  it('has the commonest changes', () => {
    expect(rows.length).toBeGreaterThanOrEqual(15);
  });

  it.each(rows.map(([, change = '', where = '']) => ({ change, where })))(
    '$change: names what is there',
    ({ where }) => {
      const files = [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      expect(files.length).toBeGreaterThan(0);
      const missing = files.filter((file) =>
        file.includes('/') ? !existsSync(path.join(root, file)) : !names.has(file),
      );
      expect(missing).toEqual([]);
    },
  );

  it('names scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const named = [...guide.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
