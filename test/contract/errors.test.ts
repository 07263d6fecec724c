import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../docs/error-table.js';

const root = path.join(import.meta.dirname, '..', '..');

/** Whatever names a code where it is thrown, or where a test expects it. */
function sourcesOf(folder: string): string {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.[jt]s$/.test(file) && !file.endsWith('error-codes.ts'))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'))
    .join('\n');
}

const codes = await errorCodes();

describe('every error code', () => {
  const [source, tests] = [sourcesOf('src'), sourcesOf('test')];

  it('is found in the classes', () => {
    const declared = readFileSync(path.join(root, 'src/base/error-codes.ts'), 'utf8').match(/'[A-Z_]+'/g) ?? [];
    expect(codes.map(({ code }) => `'${code}'`).sort()).toEqual(declared.sort());
    expect(codes.length).toBeGreaterThan(30);
  });

  it.each(codes)('$code says what happened and what to do', ({ meaning, cure }) => {
    expect(meaning).toMatch(/^\S.{15,}\.$|^\S.{15,}…$/);
    expect(cure).toMatch(/^\S.{8,}\.$/);
  });

  it.each(codes)('$code is thrown', ({ code }) => {
    expect(source.includes(`'${code}'`)).toBe(true);
  });

  it.each(codes)('$code is expected by a test', ({ code }) => {
    expect(tests.includes(code)).toBe(true);
  });
});
