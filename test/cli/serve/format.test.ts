import { expect, it } from 'vitest';
import { acceptedFormat } from '#src/cli/serve/format.js';

it.each([
  [undefined, 'markdown'],
  ['', 'markdown'],
  ['*/*', 'markdown'],
  ['text/*', 'markdown'],
  ['text/markdown', 'markdown'],
  ['TEXT/Markdown; charset=utf-8', 'markdown'],
  ['application/json', 'json'],
  ['application/json, text/plain, */*', 'json'],
  ['application/json;q=0.5, text/plain', 'text'],
  ['application/*', 'json'],
  ['text/html', 'html'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'html'],
  ['image/png', 'png'],
  ['image/*, text/markdown;q=0.1', 'png'],
  ['text/*;q=0.3, text/markdown;q=0, */*;q=0.2', 'text'],
  ['*/*;q=0.1, text/plain;q=0.2', 'text'],
  ['application/pdf', undefined],
  ['text/markdown;q=0', undefined],
  ['*/*;q=0', undefined],
  ['text/markdown;q=2', undefined],
  ['text/markdown;q=', undefined],
  ['garbage', undefined],
  [',,;;=', undefined],
] as const)('of what a client takes by %o it gets %o', (accept, format) => {
  expect(acceptedFormat(accept)).toBe(format);
});

it('a person who opens the address in a browser is shown plain text', () => {
  expect(acceptedFormat('text/html,application/xhtml+xml,image/avif,*/*;q=0.8', true)).toBe('text');
});
