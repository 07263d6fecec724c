import { expect, it } from 'vitest';
import { matchesWildcard } from '#src/base/wildcard.js';

it.each([
  ['*', '', true],
  ['*', 'https://e.com/a?b#c', true],
  ['*/api/*', 'https://e.com/api/x', true],
  ['*/api/*', 'https://e.com/api', false],
  ['https://e.com/api', 'https://e.com/api', true],
  ['https://e.com/api', 'https://e.com/api?x', false],
  ['https://e.com/api*', 'https://e.com/api?x', true],
  ['*.json', 'https://e.com/a.json', true],
  ['*.json', 'https://e.com/a.json?x', false],
  ['*?page=1*', 'https://e.com/a?page=1&b', true],
  ['*a.c*', 'https://e.com/abc', false],
  ['a*a', 'a', false],
  ['a*b*a', 'aba', true],
  ['a**b', 'ab', true],
])('%s matches %s: %s', (pattern, text, expected) => {
  expect(matchesWildcard(pattern, text)).toBe(expected);
});

it('takes time linear in the text', () => {
  expect(matchesWildcard(`${'*a'.repeat(1_000)}b`, 'a'.repeat(100_000))).toBe(false);
});
